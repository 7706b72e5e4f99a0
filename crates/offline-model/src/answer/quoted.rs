//! The places of a text that the request quotes.

use super::markdown::MarkdownBuilder;
use super::sentence::{count, place};
use crate::format_string::makes;
use crate::literal::is_in;
use code_words::path::is_test;
use compact_sort::CompactSort;
use protocol::Evidence;
use source::{Language, RepoPath};

/// Most places that are listed: where they are the answer, and above what else is asked.
const MOST: [usize; 2] = [20, 6];

/// Lists the places that hold the text, or else hold it in other letters, or else those of `made` that make it of a format string: code
/// first, and tests last. False where none does.
pub fn places(
    out: &mut MarkdownBuilder,
    text: &str,
    found: &[&Evidence],
    mut made: Vec<&Evidence>,
    has_topic: bool,
) -> bool {
    let order = |e: &&Evidence| (is_test(&e.path), !is_code(&e.path));
    let most = MOST[usize::from(has_topic)];
    for ignore_case in [false, true] {
        let mut held: Vec<&Evidence> = found.iter().copied().filter(|e| is_in(&e.excerpt, text, ignore_case)).collect();
        held.compact_sort_by_key(order);
        if !held.is_empty() {
            let entries = held.iter().filter_map(|e| place::with_text(e, text));
            let shown = out.list(Some(count::places_with(text, &held, ignore_case)), entries, most);
            out.left_out(held.len(), shown);
            return true;
        }
    }
    made.compact_sort_by_key(order);
    if !made.is_empty() {
        let entries = made.iter().filter_map(|e| place::of_line(e, |line| makes(line, text)));
        let shown = out.list(Some(count::places_making(text, made.len())), entries, most);
        out.left_out(made.len(), shown);
    }
    !made.is_empty()
}

fn is_code(path: &str) -> bool {
    RepoPath::parse(path).is_ok_and(|path| Language::detect(&path).is_parsed())
}
