//! `throw` and `catch`.

use super::{Body, Said};
use crate::questions::facts::FactKind;
use crate::questions::facts::masked::{closing, is_word, places};

pub fn said(body: &Body<'_>) -> Vec<Said> {
    let masked = body.masked;
    let mut said: Vec<Said> = places(masked, "throw").map(|at| body.raises(at, class_at(masked, at + 5))).collect();
    for at in places(masked, "catch") {
        let Some(open) = masked[at..].find('(').map(|open| at + open) else { continue };
        let end = closing(masked, open);
        let inside = masked[open + 1..end.saturating_sub(1).max(open + 1)].split('$').next().unwrap_or("");
        for name in inside.split('|') {
            let name = name.trim().rsplit('\\').next().unwrap_or("");
            said.push(body.said(FactKind::Catches, name.to_owned(), at, end));
        }
    }
    said
}

/// Where the name of the class begins that is made here, behind `new` and its namespaces; else where the expression does.
fn class_at(masked: &str, at: usize) -> usize {
    let skip = |at: usize| at + masked[at..].len() - masked[at..].trim_start().len();
    let start = skip(at);
    let Some(made) = masked[start..].strip_prefix("new ") else { return start };
    let start = skip(masked.len() - made.len());
    let length = masked[start..].bytes().take_while(|byte| is_word(*byte) || *byte == b'\\').count();
    start + masked[start..start + length].rfind('\\').map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::facts::masked::{Family, masked};

    #[test]
    fn classes_are_named_without_their_namespaces() {
        let text = "function f() {\n  try { g(); } catch (\\A\\Lost | Gone $e) {\n    throw new \\B\\Failed('x');\n  }\n  \
                    throw $e; # throw\n}";
        let masked = masked(text, Family::Php);
        let found = said(&Body { text, masked: &masked });
        let found: Vec<String> = found.into_iter().map(|said| format!("{:?} {}", said.kind, said.object)).collect();
        assert_eq!(found, ["Raises Failed", "Raises $e", "Catches Lost", "Catches Gone"]);
    }
}
