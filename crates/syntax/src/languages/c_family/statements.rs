//! Statements.

use super::expressions::value;
use super::{c_like, declarations};
use crate::Lowering;
use crate::lowering::children;
use facts::{ReturnKind, ScopeKind};
use tree_sitter::Node;

/// The statements in a node.
pub(super) fn inside(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        statement(cx, child);
    }
}

/// One statement, declaration or list of them.
pub(super) fn statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    cx.deeper(|cx| plain(cx, node));
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) {
    match node.kind() {
        "compound_statement" | "for_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| inside(cx, node));
        }
        "if_statement" => c_like::if_statement(cx, node, statement),
        "return_statement" => {
            if let Some(returned) = children(node).into_iter().next() {
                let result = value(cx, returned);
                cx.returns(result, ReturnKind::Return);
            }
        }
        "expression_statement"
        | "while_statement"
        | "do_statement"
        | "switch_statement"
        | "case_statement"
        | "labeled_statement"
        | "attributed_statement"
        | "else_clause"
        | "seh_try_statement"
        | "seh_except_clause"
        | "seh_finally_clause"
        | "ERROR" => inside(cx, node),
        "break_statement"
        | "continue_statement"
        | "goto_statement"
        | "statement_identifier"
        | "attribute_specifier"
        | "attribute_declaration"
        | "comment" => {}
        _ if declarations::declaration(cx, node, &[]) => {}
        _ => {
            value(cx, node);
        }
    }
}
