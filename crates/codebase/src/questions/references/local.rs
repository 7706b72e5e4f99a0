//! Where a name is that of a parameter or variable of the code around it.

use super::super::facts::masked::{Family, closing, is_word, statement_end};
use super::visible::family_of;
use crate::Codebase;
use call_graph::{LocalName, Symbol};
use paging::Loaded;
use source::FileId;

/// The code of a file, and what it binds locally.
pub struct Locals<'a> {
    /// Without comments and strings.
    code: &'a str,
    family: Option<Family>,
    /// Those of one name.
    names: Vec<&'a LocalName>,
}

impl<'a> Locals<'a> {
    /// The parameters and variables of a file that hide a symbol. Where it is one itself, that is what its name means.
    ///
    /// # Errors
    /// The page of the file's symbols is not loaded.
    pub fn hiding(codebase: &'a Codebase, symbol: &Symbol, file: FileId, code: &'a str) -> Loaded<Self> {
        let at = symbol.name_span.start;
        let is_it = |local: &LocalName| file == symbol.file && local.holds_at(at) && local.bound == at;
        let names = codebase.graph().local_names(file)?.iter();
        let names = names.filter(|local| local.name == symbol.name && !is_it(local)).collect();
        Ok(Self { code, family: family_of(codebase.snapshot().file(file).language), names })
    }

    /// All parameters and variables of a name in a file.
    ///
    /// # Errors
    /// The page of the file's symbols is not loaded.
    pub fn named(codebase: &'a Codebase, name: &str, file: FileId, code: &'a str) -> Loaded<Self> {
        let names = codebase.graph().local_names(file)?.iter().filter(|local| local.name == name).collect();
        Ok(Self { code, family: family_of(codebase.snapshot().file(file).language), names })
    }

    /// Whether the name at a byte is a local one.
    pub fn has(&self, at: usize) -> bool {
        self.at(at).is_some()
    }

    /// The local name, the innermost, that the name at a byte is. Not where it is what the local one is made from: the default
    /// of a parameter, the value of a variable that begins after it.
    pub fn at(&self, at: usize) -> Option<&'a LocalName> {
        let here = self.names.iter().filter(|local| local.holds_at(at as u32) && !self.is_outside(local, at));
        here.max_by_key(|local| (local.start, std::cmp::Reverse(local.end))).copied()
    }

    fn is_outside(&self, local: &LocalName, at: usize) -> bool {
        match self.family {
            Some(Family::Python) => self.is_in_head(local, at),
            Some(Family::Rust | Family::Go) => {
                !local.is_parameter && self.value_of(local).is_some_and(|value| value.contains(&at))
            }
            _ => false,
        }
    }

    /// Defaults and annotations of parameters are read outside of the function.
    fn is_in_head(&self, local: &LocalName, at: usize) -> bool {
        let start = local.start as usize;
        let Some(head) = self.code.get(start..at).filter(|head| head.starts_with("def ") || head.starts_with("async "))
        else {
            return false;
        };
        let Some(open) = head.find('(') else { return false };
        let before = self.code[..at].trim_end();
        at < closing(self.code, start + open) && before.ends_with(['=', ':'])
    }

    /// What a variable is bound to where it is declared: `limit` in `let limit = limit;`, in `for limit in limit {`.
    fn value_of(&self, local: &LocalName) -> Option<std::ops::Range<usize>> {
        let bound = local.bound as usize;
        let line = self.code.get(..bound)?.rfind('\n').map_or(0, |newline| newline + 1);
        let first = self.code[line..].trim_start().split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or("");
        let has_block = matches!(first, "for" | "if" | "while" | "switch" | "match" | "else");
        let rest = &self.code[bound..];
        let value = bound + begin_of_value(rest)?;
        let end = match has_block {
            true => value + self.code[value..].find(['{', ';', '\n']).unwrap_or(self.code.len() - value),
            false => statement_end(self.code, value),
        };
        Some(value..end)
    }
}

/// Where the value begins behind the pattern of a declaration on the same line: behind `=`, `:=`, `in` or `range`.
fn begin_of_value(rest: &str) -> Option<usize> {
    let line = &rest[..rest.find([';', '\n']).unwrap_or(rest.len())];
    for (at, letter) in line.char_indices() {
        match letter {
            '=' if line[at + 1..].starts_with(['>', '=']) => return None,
            '=' => return Some(at + 1),
            'i' if line[at..].starts_with("in ") && at > 0 && !is_word(line.as_bytes()[at - 1]) => return Some(at + 3),
            '{' => return None,
            _ => {}
        }
    }
    None
}
