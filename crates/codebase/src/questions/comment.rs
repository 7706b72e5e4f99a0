//! The comment above a definition that has no documentation of its own.

use call_graph::Symbol;

/// The lines of comment above a symbol in the text of its file, in their order, with at most one blank line between.
pub(super) fn above<'t>(symbol: &Symbol, text: &'t str) -> Vec<&'t str> {
    let above: Vec<&str> =
        text.lines().take(symbol.span.start_line.saturating_sub(1) as usize).map(str::trim).collect();
    let end = above.iter().rposition(|line| !line.is_empty()).map_or(0, |at| at + 1);
    if above.len() - end > 1 {
        return Vec::new();
    }
    let is_comment = |line: &&&str| line.starts_with(['*', '#']) || line.starts_with("/*") || line.starts_with("//");
    let mut comment: Vec<&str> = above[..end].iter().rev().take_while(is_comment).copied().collect();
    comment.reverse();
    comment
}
