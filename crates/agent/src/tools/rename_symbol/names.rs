//! What may be a name.

use super::tokens::Family;

const PYTHON: &str = "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield";
const SCRIPT: &str = "await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield";
const RUST: &str = "Self abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use virtual where while yield";
const GO: &str = "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var";

/// Whether the language takes this as the name of a definition.
pub(super) fn is_identifier(name: &str, family: Family) -> bool {
    let keywords = match family {
        Family::Python => PYTHON,
        Family::Script => SCRIPT,
        Family::Rust => RUST,
        Family::Go => GO,
    };
    let takes_dollar = family == Family::Script;
    let mut letters = name.chars();
    let first = letters.next().is_some_and(|c| c.is_alphabetic() || c == '_' || (c == '$' && takes_dollar));
    let rest = letters.all(|c| c.is_alphanumeric() || c == '_' || (c == '$' && takes_dollar));
    first && rest && name != "_" && !keywords.split(' ').any(|keyword| keyword == name)
}
