//! What a condition says of the type of a variable: `x is T`, alone or among conditions that all hold.

use super::expressions::peel;
use super::{child, parts, types};
use crate::Lowering;
use crate::lowering::Narrowed;
use tree_sitter::Node;

/// The types that are known where the condition holds.
pub(super) fn known(cx: &mut Lowering<'_>, condition: Node<'_>) -> Vec<Narrowed> {
    let mut found = Vec::new();
    let mut at = peel(condition);
    // `a && b && c` holds `a && b` on its left.
    while at.kind() == "logical_and_expression" {
        let all = parts(at);
        let (Some(first), Some(last)) = (all.first(), all.last()) else { return found };
        found.extend(tested(cx, peel(*last)));
        at = peel(*first);
    }
    found.extend(tested(cx, at));
    found
}

/// `x is T`, not `x is! T`.
fn tested(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<Narrowed> {
    if node.kind() != "type_test_expression" {
        return None;
    }
    let subject = parts(node).into_iter().next().filter(|subject| subject.kind() == "identifier")?;
    let test = child(node, &["type_test"])?;
    if child(test, &["is_operator"]).is_some_and(|operator| cx.text(operator).contains('!')) {
        return None;
    }
    let written = parts(test).into_iter().find(|part| part.kind() != "is_operator")?;
    let path = cx.text(subject).to_owned();
    Some(Narrowed { path, to: types::lower(cx, written) })
}
