//! `raise`, `fail` and `rescue`.

use super::{Body, Said};
use crate::questions::facts::FactKind;
use crate::questions::facts::masked::{dotted_name, pieces, places};

pub fn said(body: &Body<'_>) -> Vec<Said> {
    let masked = body.masked;
    let mut said = Vec::new();
    for word in ["raise", "fail"] {
        for at in places(masked, word).filter(|at| begins_statement(masked, *at)) {
            let line_end = masked[at..].find('\n').map_or(masked.len(), |end| at + end);
            let what = at + word.len();
            let what =
                what + masked[what..line_end].len() - masked[what..line_end].trim_start_matches(['(', ' ']).len();
            let name = dotted_name(masked, what).trim_end_matches(".new");
            // Alone it raises again what was caught; a text alone is an error of the language.
            let object = match name {
                "if" | "unless" => continue,
                "" if masked[what..line_end].trim().is_empty() => continue,
                "" => "RuntimeError",
                name => name,
            };
            let end = statement_end(masked, at);
            said.push(body.said(FactKind::Raises, object.to_owned(), at, end));
        }
    }
    for at in places(masked, "rescue").filter(|at| starts_line(masked, *at)) {
        let end = masked[at..].find('\n').map_or(masked.len(), |end| at + end);
        let named = masked[at + 6..end].split("=>").next().unwrap_or("").split(" then ").next().unwrap_or("");
        if named.trim().is_empty() {
            said.push(body.said(FactKind::Catches, "StandardError".to_owned(), at, end));
            continue;
        }
        for (from, to) in pieces(masked, at + 6, at + 6 + named.len(), false) {
            said.push(body.said(FactKind::Catches, body.quoted(from, to), at, end));
        }
    }
    said
}

/// Behind the beginning of a line, or behind `then`, `do` and the like.
fn begins_statement(masked: &str, at: usize) -> bool {
    let before = masked[..at].rsplit('\n').next().unwrap_or("").trim_end();
    before.is_empty()
        || before.ends_with([';', '{', '|', '?', ':', '('])
        || ["then", "else", "do", "begin", "or", "and", "||", "&&", "->"].iter().any(|word| before.ends_with(word))
}

fn starts_line(masked: &str, at: usize) -> bool {
    masked[..at].rsplit('\n').next().is_some_and(|before| before.trim().is_empty())
}

/// A statement goes on behind a comma, an operator or a backslash.
fn statement_end(masked: &str, at: usize) -> usize {
    let mut end = at;
    loop {
        let line_end = masked[end..].find('\n').map_or(masked.len(), |length| end + length);
        let goes_on = masked[at..line_end].trim_end().ends_with([',', '\\', '.', '+', '(']);
        if !goes_on || line_end == masked.len() {
            return line_end;
        }
        end = line_end + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::facts::masked::{Family, masked};

    #[test]
    fn what_is_raised_and_rescued() {
        let text = "def load(path)\n  raise ArgumentError, \"No file: #{path}\" unless File.file?(path)\n  read(path) or raise\n\
                    \n  raise KeyError,\n        \"no raise\"\n  fail Errors::Broken.new(1)\n  raise 'gone'\nrescue IOError, Timeout => e\n  raise\nend";
        let masked = masked(text, Family::Ruby);
        let said = said(&Body { text, masked: &masked });
        let shown: Vec<(FactKind, &str)> = said.iter().map(|said| (said.kind, said.object.as_str())).collect();
        use FactKind::{Catches, Raises};
        assert_eq!(
            shown,
            [
                (Raises, "ArgumentError"),
                (Raises, "KeyError"),
                (Raises, "RuntimeError"),
                (Raises, "Errors::Broken"),
                (Catches, "IOError"),
                (Catches, "Timeout"),
            ]
        );
        assert!(text[said[1].from..said[1].to].ends_with("\"no raise\""));
    }
}
