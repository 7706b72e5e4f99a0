//! Words of conditions, and those of code that say the same.

use crate::stem::same_word;
use crate::{http_status, particle_verbs};
use std::sync::LazyLock;

#[rustfmt::skip]
const SAME: &[(&str, &[&str])] = &[
    ("found", &["missing", "notfound", "unknown", "404", "nosuch", "lookup"]),
    ("exist", &["missing", "notfound", "nosuch", "exists", "found", "unknown"]),
    ("missing", &["none", "null", "notfound", "required", "empty", "keyerror", "missing", "absent", "undefined"]),
    ("without", &["least", "missing", "required", "none", "null", "empty", "must", "needs", "no"]),
    ("lack", &["missing", "required", "none", "null", "without"]),
    ("forget", &["missing", "required", "must", "never"]),
    ("another", &["mismatch", "different", "other", "foreign", "match", "matches", "equal"]),
    ("different", &["mismatch", "another", "foreign", "match", "matches", "equal"]),
    ("both", &["either", "exclusive", "and", "together"]),
    ("invalid", &["bad", "invalid", "value", "valueerror", "parse", "malformed"]),
    ("wrong", &["invalid", "bad", "mismatch"]),
    ("timeout", &["timeout", "timed", "deadline", "expired", "elapsed"]),
    ("slow", &["timeout", "deadline"]),
    ("expire", &["expired", "expires", "timeout", "maxage"]),
    ("empty", &["empty", "none", "len", "zero", "least", "nothing", "without"]),
    ("fail", &["error", "failed", "exception"]),
    ("large", &["limit", "max", "maximum", "exceeded", "exceeds", "greater", "bigger", "size", "toolarge"]),
    ("larger", &["large", "limit", "max", "maximum", "exceeded", "exceeds", "greater", "toolarge"]),
    ("big", &["limit", "max", "maximum", "exceeded", "exceeds", "greater", "large", "size", "toolarge"]),
    ("exceeds", &["limit", "max", "maximum", "exceeded", "greater", "larger", "toolarge", "toomany"]),
    ("exceed", &["limit", "max", "maximum", "exceeded", "greater", "larger", "toolarge", "toomany"]),
    ("high", &["limit", "max", "maximum", "exceeded", "exceeds", "greater", "range"]),
    ("many", &["limit", "max", "maximum", "exceeded", "exceeds", "toomany", "unused", "excess"]),
    ("more", &["unused", "excess", "extra", "toomany", "exceeded", "greater", "unexpected"]),
    ("few", &["least", "missing", "fewer", "required", "enough", "toofew"]),
    ("deep", &["depth", "limit", "max", "maximum", "exceeded", "exceeds", "toodeep", "recursion"]),
    ("long", &["limit", "max", "maximum", "exceeded", "exceeds", "toolong", "length"]),
    ("full", &["capacity", "full", "exceeded", "overflow", "overflowed"]),
    ("closed", &["closed", "shutdown", "disconnected", "dropped"]),
    ("dropped", &["closed", "disconnected", "gone"]),
    ("twice", &["already", "duplicate", "exists", "again", "once", "multiple"]),
    ("frozen", &["immutable", "readonly", "mutate", "mutated", "modify"]),
    ("nested", &["recursive", "inside", "within", "already"]),
    ("itself", &["cycle", "cyclic", "circular", "recursion", "recursive"]),
    ("malformed", &["invalid", "bad", "parse", "malformed", "unexpected"]),
    ("denied", &["forbidden", "unauthorized", "403", "401", "permission"]),
    ("longer", &["timeout", "timed", "exceeded", "greater", "elapsed"]),
    ("duplicate", &["already", "twice", "exists"]),
    ("panics", &["panic", "panicked"]),
    ("cancelled", &["cancel", "canceled", "aborted", "abort"]),
    ("gives", &["gave", "give", "quit"]),
    ("stopped", &["stop", "closed", "shutdown"]),
    ("unsupported", &["unhandled", "unknown", "notsupported"]),
];

/// Nouns for what is raised: every error has one in its name, or is said with it.
const ERRORS: &[&str] = &["error", "errors", "exception", "exceptions"];
/// Forms of the verb for what every error says: that something fails.
const FAILS: &[&str] = &["fail", "failed", "failing", "fails", "failure", "failures"];

/// What people say of a situation in several words, and the words of code that is about it.
static SITUATIONS: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let rows = include_str!("situations.txt").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| line.split_once(": ")).map(|(said, words)| (said, words.split(' ').collect())).collect()
});

/// True if a text has the words of a phrase one behind the other. Both are in lower case, with one space between words.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric();
    text.match_indices(phrase)
        .any(|(at, _)| !text[..at].ends_with(is_word) && !text[at + phrase.len()..].starts_with(is_word))
}

/// What a text says of what happens for which code has other words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Situation {
    /// In lower case, the words between a verb and its particle left out.
    pub said: String,
    /// Words of code, the likeliest first.
    pub words: Vec<&'static str>,
}

impl Situation {
    /// Whether it is that something is not so: its own words in code do not say that.
    pub fn is_negated(&self) -> bool {
        self.said.split(' ').any(|word| is_none(&word) || is_not(word))
    }
}

/// Says that there is nothing of what follows, or that nothing does it.
fn is_none(word: &&str) -> bool {
    matches!(*word, "no" | "none" | "nothing")
}

/// True for a lower-case word that says that what was named does not do what follows.
pub fn is_not(word: &str) -> bool {
    word.ends_with("n't") || matches!(word, "not" | "never" | "cannot")
}

/// Words of code for what nothing matches, and for two things that do not match.
const UNMATCHED: &[&str] = &["notfound", "404", "unmatched"];
const MISMATCHED: &[&str] = &["mismatch"];
/// How many words before "matches" are looked at for one that negates it.
const BEFORE_MATCH: usize = 4;

/// "No route matches", "does not match any rule", "matches nothing"; "the checksums do not match".
fn unmatched(text: &str) -> Option<Situation> {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).collect();
    let at = words.iter().position(|word| matches!(*word, "match" | "matches" | "matched"))?;
    let first = at.saturating_sub(BEFORE_MATCH);
    let before = |is: fn(&&str) -> bool| words[first..at].iter().rposition(is).map(|from| first + from);
    let next = words.get(at + 1);
    let (from, to, of) = match (before(is_none), before(|word| is_not(word))) {
        (Some(none), _) => (none, at, UNMATCHED),
        (None, Some(not)) if next == Some(&"any") => (not, at + 1, UNMATCHED),
        (None, Some(not)) => (not, at, MISMATCHED),
        (None, None) => next.filter(|word| is_none(word)).map(|_| (at, at + 1, UNMATCHED))?,
    };
    Some(Situation { said: words[from..=to].join(" "), words: of.to_vec() })
}

/// The situations that a text speaks of, and its verbs with particles.
pub fn situations(text: &str) -> Vec<Situation> {
    let text = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let rows = SITUATIONS.iter().filter(|(said, _)| has_phrase(&text, said));
    let phrases = rows.map(|(said, words)| Situation { said: (*said).to_owned(), words: words.clone() });
    let verbs = particle_verbs::said(&text)
        .into_iter()
        .map(|verb| Situation { said: format!("{} {}", verb.verb, verb.particle), words: verb.words.to_vec() });
    let states = http_status::of(&text)
        .into_iter()
        .map(|(number, name)| Situation { said: number.to_owned(), words: vec![name] });
    phrases.chain(unmatched(&text)).chain(states).chain(verbs).collect()
}

/// Words of code for the situations that a text speaks of, each once.
pub fn of_situation(text: &str) -> impl Iterator<Item = &'static str> + use<> {
    let mut words: Vec<&'static str> = Vec::new();
    for word in situations(text).into_iter().flat_map(|situation| situation.words) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.into_iter()
}

/// Words of code that may stand for a word of a condition.
pub fn alike(word: &str) -> impl Iterator<Item = &'static str> {
    let rows = SAME.iter().filter(|(of, _)| *of == word || same_word(of, word)).collect::<Vec<_>>();
    rows.into_iter().flat_map(|(_, alike)| alike.iter().copied())
}

/// The same of the lines of an error. What is failing is not known by them: each has a word for that.
pub fn alike_of_error(word: &str) -> impl Iterator<Item = &'static str> {
    let is_known_by = !is_failing(word);
    alike(word).filter(move |_| is_known_by)
}

/// Whether a word in lower case is a noun for what is raised.
pub fn is_error(word: &str) -> bool {
    ERRORS.contains(&word)
}

/// Whether a word in lower case is a form of "fail".
pub fn is_fail(word: &str) -> bool {
    FAILS.contains(&word)
}

/// Whether a word in lower case says that something fails, and nothing of what fails or why.
pub fn is_failing(word: &str) -> bool {
    is_error(word) || is_fail(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_something_fails_says_nothing_of_an_error() {
        assert!(is_failing("fails") && is_failing("exception") && !is_failing("invalid"));
        assert!(alike("fails").any(|alike| alike == "error"), "documentation may say so");
        assert!(alike_of_error("fails").next().is_none());
        assert!(alike_of_error("invalid").any(|alike| alike == "malformed"));
        assert!(alike_of_error("full").any(|alike| alike == "overflowed"));
    }

    #[test]
    fn a_situation_has_the_words_of_its_code() {
        let of = |text: &str| of_situation(text).collect::<Vec<_>>();
        assert_eq!(of("What happens when a guard goes out of scope?"), ["drop"]);
        assert_eq!(of("What happens if the output is piped to less?"), ["terminal", "tty", "hidden"]);
        assert_eq!(of("Where are connections that nobody has used for a while closed?"), ["idle"]);
        assert_eq!(of("Where is a cron expression taken apart?"), ["parse", "split"]);
        assert_eq!(of("How do I change the level without restarting?"), ["reload"]);
        assert_eq!(of("Where is Ctrl-C handled while it waits?"), ["sigint", "interrupt"]);
        assert_eq!(of("What happens when a client hangs up?"), ["disconnect", "close"]);
        assert!(of("What happens when the file is missing?").is_empty());
        for text in
            ["What happens when no route matches?", "if a path does not match any rule", "When it matches nothing"]
        {
            assert!(of(text).contains(&"notfound"), "{text}");
        }
        assert_eq!(of("What happens when the checksums don't match?"), ["mismatch"]);
        assert!(of("How does it match a path?").is_empty());
    }

    #[test]
    fn a_phrase_has_one_row_of_few_words_and_is_matched_word_by_word() {
        let mut seen = std::collections::BTreeSet::new();
        for (said, words) in SITUATIONS.iter() {
            assert!(seen.insert(said), "{said} has two rows");
            assert!((1..=4).contains(&words.len()), "{said}");
            assert!(
                words.iter().all(|word| word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())),
                "{said}"
            );
        }
        let lines = include_str!("situations.txt").lines();
        assert_eq!(lines.filter(|line| !line.is_empty() && !line.starts_with('#')).count(), seen.len());
        let of = |text: &str| of_situation(text).collect::<Vec<_>>();
        assert_eq!(of("What if the server does not answer in time?"), ["timeout", "deadline", "unreachable"]);
        assert!(of("How is it written in timezones?").is_empty(), "another word");
    }

    #[test]
    fn more_than_allowed_is_said_in_many_ways() {
        for word in ["large", "larger", "big", "exceeds", "high"] {
            assert!(alike(word).any(|alike| alike == "greater"), "{word}");
        }
        assert!(alike("without").any(|alike| alike == "least"), "at least one is required");
    }
}
