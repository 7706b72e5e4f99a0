//! The thing that a question asks about, apart from what is done with it: "where are **sessions** stored?". Code has many words for
//! what is done (store, save, put, write), and mostly the question's own for the thing.

use super::vocabulary::carries_meaning;
use super::words::{self, Word};

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
    let rest: Vec<usize> = (2..words.len()).filter(|at| !words[*at].is_stop()).collect();
    let is_done =
        |word: &Word| !word.marked && (word.lower.ends_with("ed") || PARTICIPLES.contains(&word.lower.as_str()));
    // "Where are nested blocks parsed?": what stands right before a noun describes it.
    let describes = |at: usize| rest.get(at + 1).is_some_and(|next| *next == rest[at] + 1);
    let Some(verb) = (1..rest.len()).find(|at| is_done(&words[rest[*at]]) && !describes(*at)) else {
        return Vec::new();
    };
    let thing = rest[..verb].iter().map(|at| words[*at].lower.clone());
    let thing: Vec<String> = thing.filter(|word| carries_meaning(word)).collect();
    if thing.len() > MOST { Vec::new() } else { thing }
}

#[cfg(test)]
mod tests {
    use super::*;

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
