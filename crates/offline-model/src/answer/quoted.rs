//! The places of a text that the request quotes.

use super::markdown::MarkdownBuilder;
use super::sentence::{count, place};
use protocol::Evidence;

/// Most places that are listed.
const MOST: usize = 20;

/// Lists the places that hold the text. False where none does.
pub fn places(out: &mut MarkdownBuilder, text: &str, evidence: &[&Evidence]) -> bool {
    let held: Vec<&Evidence> = evidence.iter().copied().filter(|e| e.excerpt.contains(text)).collect();
    if held.is_empty() {
        return false;
    }
    let entries = held.iter().filter_map(|e| place::with_text(e, text));
    let shown = out.list(Some(count::places_with(text, &held)), entries, MOST);
    out.left_out(held.len(), shown);
    true
}
