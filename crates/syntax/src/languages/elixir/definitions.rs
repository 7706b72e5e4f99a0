//! Which calls define something.

use super::attributes::Above;
use super::{exunit, functions, modules, word};
use crate::Lowering;
use tree_sitter::Node;

/// Lowers the definition that a sequence begins with; how many of its expressions belong to it. `None` where it begins with
/// something else.
pub(super) fn lower(cx: &mut Lowering<'_>, parts: &[Node<'_>], above: &Above<'_>) -> Option<usize> {
    let node = *parts.first()?;
    match word(cx, node) {
        "defmodule" | "defprotocol" => modules::declaration(cx, node, above)?,
        "defimpl" => modules::implementation(cx, node, above)?,
        "defstruct" | "defexception" => modules::fields(cx, node)?,
        "defdelegate" => functions::delegate(cx, node, above)?,
        "test" | "property" | "feature" => exunit::test(cx, node)?,
        "setup" | "setup_all" => exunit::setup(cx, node)?,
        "describe" => exunit::group(cx, node)?,
        word if functions::DEFINES.contains(&word) => return functions::clauses(cx, parts, above),
        _ => return None,
    }
    Some(1)
}
