//! What a question is about that nothing found holds: the answer says so before it shows what is nearest.

use super::relevance;
use super::vocabulary::{ABOUT_ALL, EVERYDAY, GENERAL};
use code_words::identifier::lower_parts;
use protocol::{Evidence, EvidenceKind};

/// The words that carry the question's meaning and are in nothing that was found, where the best find has no more than half of
/// such words; none where it answers well enough.
pub fn words(terms: &[String], best: &Evidence, found: &[&Evidence]) -> Vec<String> {
    let heads: Vec<&String> = terms.iter().filter(|term| carries_meaning(term)).collect();
    let missing: Vec<String> =
        heads.iter().filter(|term| !found.iter().any(|e| holds(e, term))).map(|term| (*term).clone()).collect();
    let held = heads.iter().filter(|term| holds(best, term)).count();
    if held * 2 > heads.len() { Vec::new() } else { missing }
}

/// Not what any question may have, whatever it is about.
pub fn carries_meaning(term: &str) -> bool {
    let lower = term.to_lowercase();
    let is_short = lower.chars().count() < 3 && lower == term;
    let is_general =
        |list: &[&str]| list.iter().any(|word| *word == lower || code_words::stem::same_word(word, &lower));
    !is_short && !ABOUT_ALL.contains(&lower.as_str()) && !is_general(EVERYDAY) && !is_general(GENERAL)
}

fn holds(e: &Evidence, term: &str) -> bool {
    // What a variable is set to is not about every word in it.
    let body = Some(e.excerpt.as_str()).filter(|_| !matches!(e.kind, EvidenceKind::Variable | EvidenceKind::Field));
    let texts =
        || [e.symbol.as_deref(), e.doc.as_deref(), e.signature.as_deref(), Some(&e.path), body].into_iter().flatten();
    // `HTTP/3` is one word to a person.
    if term.contains(|c: char| c.is_ascii_punctuation() && c != '_' && c != '-') {
        let lower = term.to_lowercase();
        return texts().any(|text| text.to_lowercase().contains(&lower));
    }
    lower_parts(term).iter().all(|part| texts().any(|text| relevance::mentions(text, part)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::found;

    #[track_caller]
    fn check(terms: &str, expected: &[&str]) {
        let best = found("net.Client.connect", "src/net/client.rs", 1, "fn connect() { http() }");
        let other = found("net.limit", "src/net/limit.rs", 1, "fn limit(rate: u32)");
        let terms: Vec<String> = terms.split(' ').map(str::to_owned).collect();
        assert_eq!(words(&terms, &best, &[&best, &other]), expected, "{terms:?}");
    }

    #[test]
    fn what_nothing_holds_is_absent() {
        check("HTTP/3 client", &["HTTP/3"]);
        check("GraphQL schema", &["GraphQL", "schema"]);
        check("rate limiter", &[]);
    }

    #[test]
    fn what_the_best_find_holds_for_the_most_part_is_not() {
        check("net client connect timeout", &[]);
        check("client computed", &[]);
    }
}
