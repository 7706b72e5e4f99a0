//! `throw` and `catch`; what the standard library throws: `require`, `check`, `error`.

use super::{Body, Said};
use crate::questions::facts::FactKind;
use crate::questions::facts::masked::{closing, places};

/// Functions that throw unless their condition is true, or always.
const THROWING: &[&str] = &["require", "requireNotNull", "check", "checkNotNull", "error", "TODO"];

pub fn said(body: &Body<'_>) -> Vec<Said> {
    let masked = body.masked;
    let mut said: Vec<Said> = places(masked, "throw").map(|at| body.raises(at, at + 5)).collect();
    for name in THROWING {
        for at in places(masked, name) {
            let open = at + name.len();
            let is_of_another = masked[..at].ends_with(['.', '?']) || masked[..at].trim_end().ends_with("fun");
            if masked[open..].starts_with('(') && !is_of_another {
                let end = closing(masked, open);
                said.push(body.said(FactKind::Raises, body.quoted(at, end), at, end));
            }
        }
    }
    for at in places(masked, "catch") {
        let Some(open) = masked[at..].find('(').map(|open| at + open) else { continue };
        let end = closing(masked, open);
        let inside = &masked[open + 1..end.saturating_sub(1).max(open + 1)];
        if let Some((_, caught)) = inside.split_once(':') {
            said.push(body.said(FactKind::Catches, caught.trim().to_owned(), at, end));
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::facts::masked::{Family, masked};

    #[test]
    fn throws_checks_and_catches_are_read() {
        let text = "fun f(n: Int) {\n  require(n > 0) { \"no\" }\n  try { g.error(n) } catch (e: IOException) {\n    \
                    throw StoreException(e)\n  }\n}";
        let masked = masked(text, Family::Kotlin);
        let found = said(&Body { text, masked: &masked });
        let found: Vec<String> = found.into_iter().map(|said| format!("{:?} {}", said.kind, said.object)).collect();
        assert_eq!(found, ["Raises StoreException", "Raises require(n > 0)", "Catches IOException"]);
    }
}
