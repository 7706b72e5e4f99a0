//! Which values of a language's own types may be given where another type is written, by their names: what tells overloads apart.
//! A constant has the name of its kind (`literal_name`).

use crate::language_rules::{CONTAINER, INSTANCE, TypedOverloads};
use crate::solver::value::literal_kind;
use facts::LiteralKind;

/// Languages whose types of numbers and texts are keywords.
pub static KEYWORDS: TypedOverloads = TypedOverloads { takes_constant: takes_keyword, takes_own: takes_same };

/// Languages of the Java virtual machine: primitive types are boxed, and everything is an object.
pub static BOXED: TypedOverloads = TypedOverloads { takes_constant: takes_boxed, takes_own: is_family };

fn takes_keyword(kind: LiteralKind, name: &str) -> bool {
    const NUMBERS: [&str; 13] = [
        "byte", "decimal", "double", "float", "int", "long", "nint", "nuint", "sbyte", "short", "uint", "ulong",
        "ushort",
    ];
    match kind {
        LiteralKind::Text => name == "string",
        LiteralKind::Boolean => name == "bool",
        LiteralKind::Number => name == "char" || NUMBERS.contains(&name),
        LiteralKind::Null => name != "bool" && !NUMBERS.contains(&name),
    }
}

fn takes_same(given: &str, to: &str) -> bool {
    match given {
        INSTANCE => matches!(to, "Any" | "AnyObject" | "AnyRef" | "object"),
        CONTAINER => false,
        _ => given == to || literal_kind(given).is_some() && literal_kind(to).is_none(),
    }
}

fn takes_boxed(kind: LiteralKind, name: &str) -> bool {
    kind == LiteralKind::Null
        || is_general(name)
        || name == "CharSequence" && kind == LiteralKind::Text
        || family(name).is_some_and(|family| family == Family::of(kind))
}

/// Types whose values are not told apart here: what can be given for one of them can be for all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Number,
    Boolean,
    Text,
    TextBuilder,
    Failure,
    Class,
    Null,
}

impl Family {
    fn of(kind: LiteralKind) -> Self {
        match kind {
            LiteralKind::Text => Self::Text,
            LiteralKind::Number => Self::Number,
            LiteralKind::Boolean => Self::Boolean,
            LiteralKind::Null => Self::Null,
        }
    }
}

fn family(name: &str) -> Option<Family> {
    if let Some(kind) = literal_kind(name) {
        return Some(Family::of(kind));
    }
    Some(match name {
        "Byte" | "Character" | "Char" | "Double" | "Float" | "Integer" | "Int" | "Long" | "Number" | "Short" => {
            Family::Number
        }
        "Boolean" => Family::Boolean,
        "String" => Family::Text,
        "StringBuffer" | "StringBuilder" => Family::TextBuilder,
        "Class" | "KClass" => Family::Class,
        name if ["Error", "Exception", "Throwable"].iter().any(|end| name.ends_with(end)) => Family::Failure,
        _ => return None,
    })
}

/// What most values are.
fn is_general(name: &str) -> bool {
    matches!(name, "Any" | "Comparable" | "Object" | "Serializable")
}

fn is_family(given: &str, to: &str) -> bool {
    let is_text = || matches!(family(given), Some(Family::Text | Family::TextBuilder));
    match (family(given), family(to)) {
        _ if given == INSTANCE => matches!(to, "Any" | "Object"),
        _ if given == to || is_general(to) => true,
        (None, Some(_)) if given == CONTAINER => false,
        _ if to == "CharSequence" => is_text() || family(given).is_none() && given != CONTAINER,
        (Some(own), Some(other)) => own == other,
        // What is not in the table may be a subtype of anything.
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_fit_boxes_and_what_everything_is() {
        use LiteralKind::{Boolean, Null, Number, Text};
        assert!(takes_boxed(Text, "Object") && takes_boxed(Text, "CharSequence") && !takes_boxed(Text, "Integer"));
        assert!(takes_boxed(Number, "Long") && !takes_boxed(Number, "String") && !takes_boxed(Number, "Runnable"));
        assert!(takes_boxed(Boolean, "Boolean") && !takes_boxed(Boolean, "Number") && takes_boxed(Null, "Runnable"));
        assert!(is_family("Integer", "<number>") && !is_family("Integer", "<text>") && is_family("Error", "Throwable"));
        assert!(is_family("StringBuilder", "CharSequence") && !is_family("Integer", "CharSequence"));
        assert!(is_family("Thread", "Runnable"));
        assert!(is_family(INSTANCE, "Object") && !is_family(INSTANCE, "String"));
        assert!(is_family(CONTAINER, "Iterable") && !is_family(CONTAINER, "String"));
    }
}
