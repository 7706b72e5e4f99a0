//! The places of a text that the request quotes.

use super::markdown::MarkdownBuilder;
use super::sentence::{count, place};
use crate::literal::is_in;
use code_words::path::is_test;
use compact_sort::CompactSort;
use protocol::Evidence;
use source::{Language, RepoPath};

/// Most places that are listed: where they are the answer, and above what else is asked.
const MOST: [usize; 2] = [20, 6];

/// Lists the places that hold the text, or else hold it in other letters: code first, and tests last. False where none does.
pub fn places(out: &mut MarkdownBuilder, text: &str, evidence: &[&Evidence], has_topic: bool) -> bool {
    let holding = |ignore_case: bool| -> Vec<&Evidence> {
        evidence.iter().copied().filter(|e| is_in(&e.excerpt, text, ignore_case)).collect()
    };
    let as_written = holding(false);
    let ignore_case = as_written.is_empty();
    let mut held = if ignore_case { holding(true) } else { as_written };
    if held.is_empty() {
        return false;
    }
    held.compact_sort_by_key(|e| (is_test(&e.path), !is_code(&e.path)));
    let entries = held.iter().filter_map(|e| place::with_text(e, text));
    let shown = out.list(Some(count::places_with(text, &held, ignore_case)), entries, MOST[usize::from(has_topic)]);
    out.left_out(held.len(), shown);
    true
}

fn is_code(path: &str) -> bool {
    RepoPath::parse(path).is_ok_and(|path| Language::detect(&path).is_parsed())
}
