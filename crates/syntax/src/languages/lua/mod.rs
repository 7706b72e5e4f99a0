//! Lua.
//!
//! - A table that functions are written into (`function T.f()`, `function T:m()`) or that is its own `__index` is a class;
//!   its functions are methods outside of it, whose owner it is. `setmetatable(x, T)` is a value of `T`, and
//!   `setmetatable(T, {__index = B})` says that `B` is a base of `T`.
//! - `require` names a module; what a file returns is what the module is.
//! - Names without `local` are the file's, whatever function assigns them.
//!
//! Start at [`statements`].

mod calls;
mod expressions;
mod highlighting;
mod statements;
mod tables;
#[cfg(test)]
mod tests;

use super::comments;
use super::uncommented::children;
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// Lua, 5.1 to 5.4, and LuaJIT.
pub struct Lua;

impl LanguageSupport for Lua {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_lua::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        statements::file(cx, root);
        cx.settle_assignments();
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// The text of comments without their marks.
fn doc(cx: &Lowering<'_>, comments: &[Node<'_>]) -> Option<String> {
    let (first, last) = (comments.first()?, comments.last()?);
    // The same comments may be above several names.
    cx.spend(comments.len() + last.end_byte() - first.start_byte());
    let mut lines: Vec<&str> = Vec::new();
    for comment in comments {
        let text = cx.text(*comment).trim_start_matches('-');
        match text.strip_prefix("[[") {
            Some(block) => lines.extend(block.trim_end_matches("]]").lines().map(str::trim)),
            None => lines.push(text.trim()),
        }
    }
    let text = lines.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}
