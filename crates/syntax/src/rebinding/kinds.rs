//! What the nodes of all grammars mean here, by their names. A kind that is not known here decides nothing.

use crate::lowering::Fields;
use tree_sitter::Node;

/// Its children are statements that run one after the other.
pub(super) fn is_block(kind: &str) -> bool {
    matches!(
        kind,
        "module"
            | "block"
            | "program"
            | "source_file"
            | "statement_block"
            | "statement_list"
            | "constructor_body"
            | "translation_unit"
            | "compilation_unit"
            | "compound_statement"
            | "body_statement"
            | "block_body"
            | "then"
            | "else"
            | "do"
            | "begin"
            | "statements"
            | "indented_block"
            | "chunk"
            | "source"
            | "do_block"
            | "else_block"
            | "body"
    )
}

/// What is in it may run again before what follows it.
pub(super) fn is_loop(kind: &str) -> bool {
    ["for", "while", "until", "loop", "repeat", "do_statement"].iter().any(|word| kind.contains(word))
}

/// What is in it runs later than where it is written.
pub(super) fn is_late(kind: &str) -> bool {
    ["generator", "defer", "lazy"].iter().any(|word| kind.contains(word))
}

/// It runs where the statements before it in the same block did not all run.
pub(super) fn is_handler(kind: &str) -> bool {
    ["rescue", "ensure", "catch", "except", "finally", "after_block"].iter().any(|word| kind.contains(word))
}

/// A node on the way from a statement to a name that it writes to, as far as that name is written to whenever the statement runs.
pub(super) fn is_plain(node: Node<'_>) -> bool {
    let kind = node.kind();
    let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    if kind == "binary_operator" {
        return node.kind_of("operator") == "=";
    }
    if kind.ends_with("_expression") {
        return has(&["assign"]);
    }
    if has(&["function", "method", "class", "interface", "import", "argument", "is_pattern"]) {
        return false;
    }
    const PLAIN: [&str; 13] = [
        "assign",
        "declarat",
        "pattern",
        "expression_statement",
        "global_statement",
        "expression_list",
        "variable",
        "identifier",
        "val_definition",
        "var_definition",
        "var_spec",
        "tuple",
        "list",
    ];
    has(&PLAIN)
}

/// It assigns, and is no pattern.
pub(super) fn assigns(kind: &str) -> bool {
    kind.contains("assign") && !kind.contains("pattern")
}

/// A variable that it declares has nothing to do with what had the name before.
pub(super) fn declares_anew(kind: &str) -> bool {
    kind == "let_declaration"
}

/// An assignment inside of it runs only sometimes.
pub(super) fn is_conditional(kind: &str) -> bool {
    ["augment", "operator_assignment", "compound", "pattern"].iter().any(|word| kind.contains(word))
}
