//! What a body raises, or returns as an error, and what it catches: read from its text, one file a family of languages.

mod checks;
mod ecmascript;
mod go;
mod java;
mod kotlin;
mod php;
mod python;
mod ruby;
mod rust;

pub use checks::is_table;

use super::FactKind;
use super::masked::{Family, dotted_name, on_one_line, statement_end};
use compact_sort::CompactSort;

/// Longest expression that is quoted, in characters.
const WIDTH: usize = 80;
/// Most lines of one statement that are shown.
const MOST_LINES: usize = 8;
/// How far above an error the condition is looked for, in lines.
const CONDITION: usize = 5;

/// Something that the text of a body says, by its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub kind: FactKind,
    pub object: String,
    /// Whole statements, with the condition above them.
    pub from: usize,
    pub to: usize,
}

/// What is raised and caught, in the order of the text.
pub fn of(text: &str, masked: &str, family: Family) -> Vec<Said> {
    let body = Body { text, masked };
    let mut said = match family {
        Family::Python => python::said(&body),
        Family::Ecmascript => ecmascript::said(&body),
        Family::Rust => rust::said(&body),
        Family::Go => go::said(&body),
        Family::Java => java::said(&body),
        Family::Kotlin => kotlin::said(&body),
        Family::Php => php::said(&body),
        Family::Ruby => ruby::said(&body),
    };
    said.extend(checks::said(&body, &said));
    said.compact_sort_by_key(|said| (said.from, said.to));
    said.retain(|said| !said.object.is_empty());
    said
}

/// The messages in the text of a variable that [is a table](is_table) of them.
pub fn messages(text: &str, masked: &str) -> Vec<Said> {
    checks::messages(&Body { text, masked })
}

/// The text of a definition, as it is and masked.
pub struct Body<'t> {
    pub text: &'t str,
    pub masked: &'t str,
}

impl Body<'_> {
    /// What is raised by the statement at `at`; `what` is where its expression begins.
    pub fn raises(&self, at: usize, what: usize) -> Said {
        let what = what + self.masked[what..].len() - self.masked[what..].trim_start_matches([' ', '\t']).len();
        let end = statement_end(self.masked, what).max(what);
        let name = dotted_name(self.masked, what);
        let object = if name.is_empty() { on_one_line(&self.text[what..end], WIDTH) } else { name.to_owned() };
        self.said(FactKind::Raises, object, at, end)
    }

    /// Something said by the statement from `at` to `end`, with its condition.
    pub fn said(&self, kind: FactKind, object: String, at: usize, end: usize) -> Said {
        let from = if kind == FactKind::Raises { self.condition(at) } else { at };
        let most = self.text[at..end].match_indices('\n').nth(MOST_LINES - 1).map_or(end, |(line, _)| at + line);
        Said { kind, object, from, to: most }
    }

    /// The text from one byte to another, on one line.
    pub fn quoted(&self, from: usize, to: usize) -> String {
        on_one_line(&self.text[from..to], WIDTH)
    }

    /// Where the condition begins on which a line is reached; the line itself where none is right above.
    fn condition(&self, at: usize) -> usize {
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let indent = |line: &str| line.len() - line.trim_start().len();
        let own = indent(&self.masked[start..]).min(at - start);
        let mut end = start;
        for _ in 0..CONDITION {
            let Some(newline) = end.checked_sub(1) else { break };
            let line_start = self.masked[..newline].rfind('\n').map_or(0, |before| before + 1);
            let line = &self.masked[line_start..newline];
            end = line_start;
            if line.trim().is_empty() || indent(line) >= own {
                continue;
            }
            let word = line.trim_start_matches(['}', ' ', '\t']).split(|c: char| !c.is_alphanumeric()).next();
            let is_condition = matches!(
                word.unwrap_or(""),
                "if" | "unless"
                    | "when"
                    | "elsif"
                    | "rescue"
                    | "elif"
                    | "elseif"
                    | "else"
                    | "except"
                    | "catch"
                    | "case"
                    | "default"
                    | "match"
                    | "switch"
                    | "let"
                    | "while"
            );
            return if is_condition { line_start } else { start };
        }
        start
    }
}
