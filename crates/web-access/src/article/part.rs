//! Which part of a page is the main one.

use super::tree::{Kind, Tree};

/// Characters of prose from which on a part that is marked as the main one counts.
const ENOUGH: usize = 140;
/// Characters of a paragraph that counts as prose.
const PARAGRAPH: usize = 25;

/// Characters of text in an element, and those of them in links.
#[derive(Clone, Copy, Default)]
struct Measure {
    text: usize,
    links: usize,
}

/// The element with the main part: of those that are marked as such the one with most prose; else the one whose paragraphs
/// hold most; else the whole page.
pub(super) fn main_part(tree: &Tree) -> usize {
    let measures = measured(tree);
    let prose = |at: &usize| measures[*at].text - measures[*at].links;
    let is_main = |at: &usize| matches!(tree.node(*at).kind, Kind::Element { is_main: true, .. });
    let marked = (0..tree.len()).filter(is_main).max_by_key(prose);
    if let Some(marked) = marked.filter(|at| prose(at) >= ENOUGH) {
        return marked;
    }
    let mut scores = vec![0; tree.len()];
    for at in 1..tree.len() {
        if !matches!(tree.node(at).tag(), Some("p" | "pre" | "td" | "blockquote")) || prose(&at) < PARAGRAPH {
            continue;
        }
        let parent = tree.node(at).parent;
        scores[parent] += 2 * prose(&at);
        scores[tree.node(parent).parent] += prose(&at);
    }
    // Of several the outermost, which comes first.
    let best = (0..tree.len()).rev().max_by_key(|at| scores[*at] * (100 - links_percent(measures[*at])));
    best.filter(|at| scores[*at] >= 2 * ENOUGH).unwrap_or(0)
}

fn links_percent(measure: Measure) -> usize {
    (measure.links * 100).checked_div(measure.text).unwrap_or(0).min(100)
}

/// Children come after their parents, so one pass from the end suffices.
fn measured(tree: &Tree) -> Vec<Measure> {
    let mut measures = vec![Measure::default(); tree.len()];
    for at in (0..tree.len()).rev() {
        let node = tree.node(at);
        let mut own = node.children.iter().fold(Measure::default(), |sum, child| Measure {
            text: sum.text + measures[*child].text,
            links: sum.links + measures[*child].links,
        });
        if let Some(text) = node.text() {
            own.text = text.split_whitespace().map(|word| word.chars().count() + 1).sum();
        }
        if node.tag() == Some("a") {
            own.links = own.text;
        }
        measures[at] = own;
    }
    measures
}
