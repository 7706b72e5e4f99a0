//! Operators as people write them, and what their languages call the functions that implement them.
//!
//! Python and Rust have names for them. Java and Go have none; in C and C++ a definition is written as the operator itself.

/// An operator.
#[derive(Debug, PartialEq, Eq)]
pub struct Operator {
    /// As it is written in an expression.
    pub written: &'static str,
    /// The method of Python, `__eq__`.
    pub python: &'static str,
    /// The method of Rust's trait, `eq`.
    pub rust: &'static str,
    /// The trait of Rust, `PartialEq`.
    pub rust_trait: &'static str,
}

const fn row(written: &'static str, python: &'static str, rust: &'static str, rust_trait: &'static str) -> Operator {
    Operator { written, python, rust, rust_trait }
}

/// The table: Python's `operator` module and Rust's `core::ops` and `core::cmp`.
pub const OPERATORS: &[Operator] = &[
    row("==", "__eq__", "eq", "PartialEq"),
    row("!=", "__ne__", "ne", "PartialEq"),
    row("<", "__lt__", "lt", "PartialOrd"),
    row("<=", "__le__", "le", "PartialOrd"),
    row(">", "__gt__", "gt", "PartialOrd"),
    row(">=", "__ge__", "ge", "PartialOrd"),
    row("+", "__add__", "add", "Add"),
    row("-", "__sub__", "sub", "Sub"),
    row("*", "__mul__", "mul", "Mul"),
    row("/", "__truediv__", "div", "Div"),
    row("%", "__mod__", "rem", "Rem"),
    row("&", "__and__", "bitand", "BitAnd"),
    row("|", "__or__", "bitor", "BitOr"),
    row("^", "__xor__", "bitxor", "BitXor"),
    row("<<", "__lshift__", "shl", "Shl"),
    row(">>", "__rshift__", "shr", "Shr"),
    row("+=", "__iadd__", "add_assign", "AddAssign"),
    row("-=", "__isub__", "sub_assign", "SubAssign"),
    row("*=", "__imul__", "mul_assign", "MulAssign"),
    row("[]", "__getitem__", "index", "Index"),
    row("!", "", "not", "Not"),
    row("~", "__invert__", "not", "Not"),
    row("//", "__floordiv__", "", ""),
    row("**", "__pow__", "", ""),
    row("@", "__matmul__", "", ""),
    row("()", "__call__", "", ""),
];

/// The operator that a name means: `==`, `operator==`, `operator ==`.
pub fn of_name(name: &str) -> Option<&'static Operator> {
    let written = name.strip_prefix("operator").unwrap_or(name).trim();
    OPERATORS.iter().find(|operator| operator.written == written)
}

/// Rust's trait of this name.
pub fn of_trait(name: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.rust_trait == name && !name.is_empty())
}

/// Whether a symbol's own name in a file is the operator's there.
pub fn is_of(operator: &Operator, own: &str, path: &str) -> bool {
    match path.rsplit_once('.') {
        Some((_, "py" | "pyi")) => own == operator.python,
        Some((_, "rs")) => own == operator.rust,
        _ => own == format!("operator{}", operator.written),
    }
}

/// A query in which operators are the names of their functions, so that a search finds them: `operator==` is
/// `operator __eq__ eq`. Signs are operators in backticks or quotes, alone, or behind the word `operator`: else they are
/// code. None where it has no operator.
pub fn in_names(query: &str) -> Option<String> {
    let pieces: Vec<&str> = query.split_whitespace().collect();
    let mut named: Vec<String> = Vec::new();
    let mut has_any = false;
    for (at, piece) in pieces.iter().enumerate() {
        let bare = piece.trim_end_matches(['?', '.', ',']);
        let core = bare.trim_matches(['`', '"', '\'']);
        let is_marked = core.len() < bare.len() || pieces.len() == 1 || core.starts_with("operator");
        let is_behind = at > 0 && pieces[at - 1] == "operator";
        let found = of_name(core).filter(|_| is_marked || is_behind);
        match found {
            Some(found) => {
                has_any = true;
                named.extend(core.starts_with("operator").then(|| "operator".to_owned()));
                let names = [found.python, found.rust].into_iter().filter(|name| !name.is_empty());
                named.extend(names.map(str::to_owned));
            }
            None => named.push((*piece).to_owned()),
        }
    }
    has_any.then(|| named.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_have_names_in_each_language() {
        let eq = of_name("operator==").unwrap();
        assert_eq!(of_name("=="), Some(eq));
        assert!(is_of(eq, "__eq__", "a.py") && is_of(eq, "eq", "a.rs") && is_of(eq, "operator==", "a.cpp"));
        assert!(!is_of(eq, "eq", "a.py") && !is_of(eq, "equals", "A.java"));
        assert_eq!(of_trait("Add").map(|add| add.written), Some("+"));
        assert!(of_name("equals").is_none() && of_trait("").is_none() && of_name("").is_none());
    }

    #[test]
    fn a_query_names_the_functions_of_its_operators() {
        let named = |query: &str| in_names(query);
        assert_eq!(named("operator==").as_deref(), Some("operator __eq__ eq"));
        assert_eq!(named("where is `+` implemented?").as_deref(), Some("where is __add__ add implemented?"));
        assert_eq!(named("operator + of Vector").as_deref(), Some("operator __add__ add of Vector"));
        assert_eq!(named("==").as_deref(), Some("__eq__ eq"));
        for other in ["a + b", "if x == y", "x -> y", "operators", "list * of", "__eq__"] {
            assert_eq!(named(other), None, "{other}");
        }
    }
}
