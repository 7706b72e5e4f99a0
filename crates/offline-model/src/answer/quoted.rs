//! The places of a text that the request quotes.

use super::markdown::{MarkdownBuilder, cite, place};
use protocol::Evidence;

/// Most places that are listed.
const MOST: usize = 20;

/// Lists the places that hold the text. False where none does.
pub fn places(out: &mut MarkdownBuilder, text: &str, evidence: &[&Evidence]) -> bool {
    let holding = |e: &&&Evidence| e.excerpt.contains(text);
    let held: Vec<&&Evidence> = evidence.iter().filter(holding).collect();
    if held.is_empty() {
        return false;
    }
    let plural = if held.len() == 1 { "1 place has".to_owned() } else { format!("{} places have", held.len()) };
    out.line(&format!("{plural} the text \"{text}\":"));
    for e in held.iter().take(MOST) {
        let line = e.excerpt.lines().find(|line| line.contains(text)).unwrap_or_default().trim();
        out.item(&format!("{}: `{}` {}", place(e), line.replace('`', "'"), cite(e)));
    }
    if held.len() > MOST {
        out.item(&format!("and {} more", held.len() - MOST));
    }
    true
}
