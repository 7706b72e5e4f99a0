//! Retrieved spans and results of tools as prompts show them.

use crate::outputs::Excerpt;
use crate::{ToolRouterState, secrets};
use protocol::Evidence;

/// Characters of the results of tools that an answer is written from.
const RESULTS_CHARS: usize = 30_000;

/// A retrieved span with at most so many characters of its text, without secrets.
pub(super) fn chunk(found: &Evidence, chars: usize) -> String {
    let mut text = format!("[[{}]] {}", found.id, found.place());
    for line in [&found.symbol, &found.signature, &found.doc].into_iter().flatten() {
        text += &format!("\n{line}");
    }
    let excerpt: String = found.excerpt.chars().take(chars).collect();
    text += &format!("\n{excerpt}");
    // Calls mask what they return; the state of an imported run may hold anything.
    secrets::mask(&text).text.into_owned()
}

/// The spans one after another, as many as fit into `budget` characters; the first `least` whatever they take.
pub(super) fn chunks(found: &[&Evidence], chars: usize, least: usize, budget: usize) -> String {
    let (mut shown, mut used) = (Vec::new(), 0);
    for (at, found) in found.iter().enumerate() {
        let text = chunk(found, chars);
        used += text.chars().count();
        if at >= least && used > budget {
            break;
        }
        shown.push(text);
    }
    let left = found.len() - shown.len();
    if left > 0 {
        shown.push(format!("[{left} more are left out]"));
    }
    if shown.is_empty() { "None.".to_owned() } else { shown.join("\n\n") }
}

/// What the other tools of the run have returned, the newest whole first; outputs that came from other servers are shown
/// elsewhere.
pub(super) fn results(state: &ToolRouterState, is_shown: impl Fn(&str) -> bool) -> String {
    let (mut left, mut shown) = (RESULTS_CHARS, Vec::new());
    for ran in state.tool_history.iter().rev().filter(|ran| !ran.cached && is_shown(&ran.tool)) {
        let text = match state.outputs.get(&ran.output) {
            Some(output) => output.shown(&Excerpt::default()),
            None => ran.summary.clone(),
        };
        let part = format!("## `{}` {}\n{text}", ran.tool, ran.args);
        let chars = part.chars().count();
        if chars > left {
            shown.push(format!("## `{}` {}\n{} [left out]", ran.tool, ran.args, ran.summary));
            break;
        }
        left -= chars;
        shown.push(part);
    }
    shown.reverse();
    if shown.is_empty() { "None.".to_owned() } else { shown.join("\n\n") }
}
