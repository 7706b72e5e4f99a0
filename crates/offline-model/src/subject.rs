//! The thing that a question asks about, apart from what is done with it: "where are **sessions** stored?". Code has many words for
//! what is done (store, save, put, write), and mostly the question's own for the thing.

use super::asked::Question;
use super::symbol::last;
use super::vocabulary::carries_meaning;
use super::words::{self, Word};
use code_words::identifier::normalise;
use code_words::stem::same_noun;

/// Participles that do not end in "ed".
#[rustfmt::skip]
const PARTICIPLES: &[&str] = &[
    "bound", "built", "caught", "chosen", "drawn", "found", "given", "held", "kept", "known", "laid", "left", "lost", "made", "put",
    "read", "run", "sent", "set", "shown", "shut", "split", "spent", "thrown", "torn", "won", "written",
];
/// A longer subject is a description of something.
const MOST: usize = 3;

/// The words of the thing of which a question asks where, how or when something is done with it; empty where it asks otherwise.
pub fn asked(question: &str) -> Vec<String> {
    let words = words::split(question);
    let lower = |at: usize| words.get(at).map_or("", |word: &Word| word.lower.as_str());
    if !matches!(lower(0), "where" | "how" | "when") || !matches!(lower(1), "is" | "are" | "was" | "were") {
        return Vec::new();
    }
    let is_done =
        |word: &Word| !word.marked && (word.lower.ends_with("ed") || PARTICIPLES.contains(&word.lower.as_str()));
    // "Made" carries no topic, and ends the thing all the same.
    let rest: Vec<usize> = (2..words.len()).filter(|at| !words[*at].is_stop() || is_done(&words[*at])).collect();
    // "Where are nested blocks parsed?": what stands right before a noun describes it.
    let describes = |at: usize| rest.get(at + 1).is_some_and(|next| *next == rest[at] + 1);
    let Some(verb) = (1..rest.len()).find(|at| is_done(&words[rest[*at]]) && !describes(*at)) else {
        return Vec::new();
    };
    let thing = rest[..verb].iter().map(|at| words[*at].lower.clone());
    let thing: Vec<String> = thing.filter(|word| carries_meaning(word)).collect();
    if thing.len() > MOST { Vec::new() } else { thing }
}

/// True where a symbol is called as the thing that is asked about, in the singular or the plural, if that has several words: "where is
/// the download speed computed?" of `downloadSpeed`. Where the question has no such thing two or three of its words that follow each
/// other may be one.
pub fn is_called(symbol: &str, question: &Question) -> bool {
    let own = normalise(last(symbol));
    let is_own = |words: &[String]| {
        let joined: String = words.iter().map(|word| normalise(word)).collect();
        words.len() > 1 && same_noun(&own, &joined)
    };
    let thing = asked(&question.asked);
    match thing.is_empty() {
        true => [2, 3].into_iter().any(|many| question.terms.windows(many).any(is_own)),
        false => is_own(&thing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;

    #[test]
    fn what_has_several_words_is_called_by_them_as_one() {
        let is_it = |symbol: &str, question: &str| is_called(symbol, &understand(question, &[]));
        assert!(is_it("a.Torrent.downloadSpeed", "Where is the download speed computed?"));
        assert!(is_it("a.RequestItems", "What are request items like key=value told apart by?"));
        assert!(!is_it("a.Option.usageHelp", "Where is the usage help message made?"), "the message is asked about");
        assert!(!is_it("a.items", "How are request items parsed?"));
    }

    #[test]
    fn the_thing_is_read_from_what_is_done_with_it() {
        assert_eq!(asked("Where are sessions stored?"), ["sessions"]);
        assert_eq!(asked("How are background tasks run?"), ["background", "tasks"]);
        assert_eq!(asked("Where is the retry delay computed for a request?"), ["retry", "delay"]);
        assert_eq!(asked("How are nested blocks parsed?"), ["nested", "blocks"]);
        for other in ["How does routing work?", "Where is the router?", "What is stored?", "Where is it stored?"] {
            assert!(asked(other).is_empty(), "{other}");
        }
    }
}
