//! What a question is about that nothing found holds: the answer says so before it shows what is nearest.

use super::relevance;
use super::symbol::last;
use super::vocabulary::carries_meaning;
use super::word_places::joined;
use code_words::abbreviations::is_short_for;
use code_words::identifier::lower_parts;
use code_words::path::is_test;
use code_words::stem::root;
use code_words::synonyms;
use protocol::{Evidence, EvidenceKind};

/// A shorter part of what is written with punctuation is in any text: the `3` of `HTTP/3`.
const SHORTEST_PART: usize = 3;

/// What speaks against the best find being what the question is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    None,
    /// Nothing that was found has these words, and the best find has no more than half of those that carry meaning.
    Absent(Vec<String>),
    /// Nothing that was found has these words; the best find has most of the others.
    Missing(Vec<String>),
    /// Each word is somewhere, yet the best find lacks a third of them or more: these.
    Apart(Vec<String>),
}

/// Weighs the words of a question that carry meaning: which of them nothing that was found has, and how many the best find
/// has. What only tests have is not what the code has.
pub fn doubt(terms: &[String], best: &Evidence, found: &[&Evidence]) -> Doubt {
    let heads: Vec<&String> = terms.iter().filter(|term| carries_meaning(term)).collect();
    let about_tests = terms.iter().any(|term| is_test_word(term));
    let counts = |e: &&&Evidence| about_tests || !is_test(&e.path) || is_test(&best.path);
    let lacks = |holds_it: &dyn Fn(&String) -> bool| -> Vec<String> {
        heads.iter().filter(|term| !holds_it(term)).map(|term| (*term).clone()).collect()
    };
    let holds = |e: &Evidence, term: &String| holds(e, term) || holds_joined(e, terms, term);
    let missing = lacks(&|term| found.iter().filter(counts).any(|e| holds(e, term)));
    // A long definition is found in pieces.
    let is_of_best = |e: &&&Evidence| e.symbol.is_some() && e.symbol == best.symbol && e.path == best.path;
    let apart = lacks(&|term| holds(best, term) || found.iter().filter(is_of_best).any(|e| holds(e, term)));
    let is_covered = apart.len() * 2 < heads.len();
    match (missing.is_empty(), is_covered) {
        (false, false) => Doubt::Absent(missing),
        (false, true) => Doubt::Missing(missing),
        (true, _) if !apart.is_empty() && apart.len() * 3 >= heads.len() => Doubt::Apart(apart),
        (true, _) => Doubt::None,
    }
}

fn is_test_word(term: &str) -> bool {
    code_words::stem::same_word("test", &term.to_lowercase())
}

fn holds(e: &Evidence, term: &str) -> bool {
    // What a variable is set to is not about every word in it.
    let body = Some(e.excerpt.as_str()).filter(|_| !matches!(e.kind, EvidenceKind::Variable | EvidenceKind::Field));
    let texts =
        || [e.symbol.as_deref(), e.doc.as_deref(), e.signature.as_deref(), Some(&e.path), body].into_iter().flatten();
    // What is called by the code's own word for it, or says so of itself, is what the word says.
    let name = last(e.symbol.as_deref().unwrap_or(""));
    let own = || [Some(name), e.doc.as_deref()].into_iter().flatten();
    let is_in_other_words = |part: &str| {
        synonyms::of(part).any(|other| own().any(|text| relevance::mentions(text, other)))
            || lower_parts(name).iter().any(|own| is_short_for(own, part))
    };
    let says = |part: &String| texts().any(|text| relevance::mentions(text, part)) || is_in_other_words(part);
    let parts = lower_parts(term);
    // `HTTP/3` is one word to a person, and `key=value` is two.
    if term.contains(|c: char| c.is_ascii_punctuation() && c != '_' && c != '-') {
        let lower = term.to_lowercase();
        let is_word = |part: &String| part.chars().filter(|c| c.is_alphabetic()).count() >= SHORTEST_PART;
        return texts().any(|text| text.to_lowercase().contains(&lower) || has_in_a_row(text, &parts))
            || !parts.is_empty() && parts.iter().all(|part| is_word(part) && says(part));
    }
    parts.iter().all(says)
}

/// Whether the text has the parts one behind the other, however they are joined: `HTTP_3`, `http3`.
fn has_in_a_row(text: &str, parts: &[String]) -> bool {
    let own = lower_parts(text);
    let joined = parts.concat();
    parts.len() > 1 && (own.contains(&joined) || own.windows(parts.len()).any(|row| row == parts))
}

/// Whether it has the term and its neighbour in the question as one word: `hostname` for "host name".
fn holds_joined(e: &Evidence, terms: &[String], term: &String) -> bool {
    let Some(at) = terms.iter().position(|other| other == term) else { return false };
    let lower: Vec<String> = terms.iter().map(|term| term.to_lowercase()).collect();
    let joined = joined(&lower, at);
    let texts = [e.symbol.as_deref(), e.doc.as_deref(), e.signature.as_deref(), Some(e.excerpt.as_str())];
    texts
        .into_iter()
        .flatten()
        .any(|text| lower_parts(text).iter().any(|part| joined.iter().any(|word| word == root(part))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::found;

    fn doubted(terms: &str) -> Doubt {
        let best = found("net.Client.connect", "src/net/client.rs", 1, "fn connect() { http() }");
        let other = found("net.limit", "src/net/limit.rs", 1, "fn limit(rate: u32)");
        let test = found("net.test_proxy", "tests/net.rs", 1, "fn test_proxy() { mocked() }");
        let terms: Vec<String> = terms.split(' ').map(str::to_owned).collect();
        doubt(&terms, &best, &[&best, &other, &test])
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn what_nothing_holds_is_absent() {
        assert_eq!(doubted("HTTP/3 client"), Doubt::Absent(words(&["HTTP/3"])));
        assert_eq!(doubted("GraphQL schema"), Doubt::Absent(words(&["GraphQL", "schema"])));
        assert_eq!(doubted("mocked client"), Doubt::Absent(words(&["mocked"])), "only a test has it");
    }

    #[test]
    fn a_word_that_nothing_holds_is_named_where_the_best_find_has_the_others() {
        assert_eq!(doubted("net client connect websocket"), Doubt::Missing(words(&["websocket"])));
        assert_eq!(doubted("net client connect over"), Doubt::None, "a stop word says nothing");
        assert_eq!(doubted("net client connect"), Doubt::None);
    }

    #[test]
    fn words_that_are_in_different_finds_are_apart() {
        assert_eq!(doubted("client rate"), Doubt::Apart(words(&["rate"])));
        assert_eq!(doubted("client connect rate"), Doubt::Apart(words(&["rate"])));
        assert_eq!(doubted("client connect http rate"), Doubt::None, "most of them are its own");
    }

    #[test]
    fn words_with_punctuation_are_held_by_their_parts() {
        let best = found("net.Pool.parse", "src/net/pool.rs", 1, "fn parse(key: &str, value: &str) { HTTP_2 }");
        let doubted = |term: &str| doubt(&[term.to_owned(), "pool".to_owned()], &best, &[&best]);
        for term in ["key=value", "value/key", "HTTP/2"] {
            assert_eq!(doubted(term), Doubt::None, "{term}");
        }
        for term in ["key=token", "HTTP/3", "C++"] {
            assert_eq!(doubted(term), Doubt::Absent(words(&[term])), "{term}");
        }
    }

    #[test]
    fn another_word_for_it_is_no_lack_of_a_word() {
        let doc = Some("Writes the pages to the file system.".to_owned());
        let best = Evidence { doc, ..found("net.Cache.flushConn", "src/net/cache.rs", 1, "fn flush(hostname: &str)") };
        let doubted = |terms: &str| {
            let terms: Vec<String> = terms.split(' ').map(str::to_owned).collect();
            doubt(&terms, &best, &[&best])
        };
        assert_eq!(doubted("cache saved"), Doubt::None, "its documentation says that it writes");
        assert_eq!(doubted("connection cache"), Doubt::None, "`conn`");
        assert_eq!(doubted("host name cache"), Doubt::None, "`hostname`");
        assert_eq!(doubted("cache rotated"), Doubt::Absent(words(&["rotated"])));
    }
}
