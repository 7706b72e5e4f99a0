//! Questions for a default that do not ask for it by that word alone: "how many redirects does it follow if I don't say?", "is
//! caching on unless I change it?", "which formats are allowed by default?"

use crate::words::Word;

/// Words that begin a clause which says that nothing is given.
const STARTS: &[&str] = &["if", "when", "unless", "without", "where", "as", "until"];
#[rustfmt::skip]
const NEGATIONS: &[&str] = &[
    "don't", "dont", "doesn't", "didn't", "not", "nothing", "no", "none", "nobody", "never", "isn't", "aren't", "wasn't", "long",
];
#[rustfmt::skip]
const GIVING: &[&str] = &[
    "set", "sets", "setting", "say", "says", "saying", "give", "gives", "given", "giving", "specify", "specifies", "specified",
    "specifying", "pass", "passes", "passed", "passing", "provide", "provided", "providing", "configure", "configured", "configuring",
    "change", "changed", "changing", "tell", "told", "override", "overridden", "mention", "choose", "chosen", "ask", "asked", "do",
    "done", "otherwise", "turn", "turned", "disable", "disabled", "enable", "enabled", "else",
];
/// Longest clause, in words.
const LONGEST: usize = 9;
/// Words behind "how" that ask for a number.
#[rustfmt::skip]
const AMOUNTS: &[&str] = &[
    "many", "much", "long", "large", "big", "often", "deep", "wide", "high", "far", "fast", "small",
];

/// The words without the clause that says that nothing is given, and without "by default".
pub fn main_clause(words: &[Word]) -> &[Word] {
    let words = clause(words).map_or(words, |at| &words[..at]);
    match words {
        [rest @ .., by, default] if by.lower == "by" && default.lower == "default" => rest,
        _ => words,
    }
}

/// Where the clause begins that says that nothing is given: "unless I turn it off", "if I don't say".
fn clause(words: &[Word]) -> Option<usize> {
    let says = |rest: &[Word], list: &[&str]| rest.iter().any(|word| list.contains(&word.lower.as_str()));
    (2..words.len()).rev().find(|at| {
        let (start, rest) = (words[*at].lower.as_str(), &words[*at + 1..]);
        let negates = matches!(start, "unless" | "without") || says(rest, NEGATIONS);
        STARTS.contains(&start) && rest.len() <= LONGEST && negates && says(rest, GIVING)
    })
}

/// Words in front of a question word.
pub const PREPOSITIONS: &[&str] = &["at", "after", "below", "above", "for", "with", "under"];

/// "which", "what"
pub fn is_which(word: &Word) -> bool {
    matches!(word.lower.as_str(), "which" | "what")
}

/// What so many things go into: "batch" of "how many calls go into one batch at most".
pub fn filled(words: &[Word]) -> Option<&[Word]> {
    let [how, many, rest @ ..] = words else { return None };
    let at = rest.windows(2).position(|two| {
        matches!(two[0].lower.as_str(), "go" | "fit" | "come") && matches!(two[1].lower.as_str(), "into" | "in")
    })?;
    let of = &rest[at + 2..];
    let end = of.iter().position(|word| matches!(word.lower.as_str(), "at" | "by" | "if")).unwrap_or(of.len());
    let of = of[..end]
        .iter()
        .position(|word| !matches!(word.lower.as_str(), "one" | "a" | "an" | "the"))
        .map(|first| &of[first..end])?;
    (how.lower == "how" && many.lower == "many" && at > 0).then_some(of)
}

/// What shape the question has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// A number, or whether something is on: no list is asked for.
    Value,
    /// What there is by default, which may be a list of its own.
    Any,
}

/// Whether a default is asked for; `None` for other questions, and for what happens, or how, when nothing is given.
pub fn asked(words: &[Word]) -> Option<Asks> {
    let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    let says_default = lower.windows(2).any(|two| two == ["by", "default"]);
    if largest(words).is_some() {
        return Some(Asks::Value);
    }
    if !says_default && clause(words).is_none() {
        return None;
    }
    match lower.as_slice() {
        ["how", amount, ..] if AMOUNTS.contains(amount) => Some(Asks::Value),
        // "Does it copy if I give it nothing but an object?" is about what it does.
        ["does" | "do", ..] if !says_default => None,
        ["is" | "are" | "does" | "do", ..] => Some(Asks::Value),
        [before, "what" | "which" | "how", ..] if PREPOSITIONS.contains(before) => Some(Asks::Value),
        ["what" | "which" | "what's", second, ..] if !matches!(*second, "happens" | "does" | "do" | "occurs") => {
            Some(Asks::Any)
        }
        _ => None,
    }
}

/// Whether a number is asked for.
pub fn is_amount(words: &[Word]) -> bool {
    words.windows(2).any(|two| two[0].lower == "how" && AMOUNTS.contains(&two[1].lower.as_str()))
        || words.windows(2).any(|two| matches!(two[0].lower.as_str(), "which" | "what") && two[1].lower == "size")
}

/// Whether the number of something is asked for: "the default number of workers".
pub fn is_number(words: &[Word]) -> bool {
    words.windows(2).any(|two| matches!(two[0].lower.as_str(), "number" | "amount" | "count") && two[1].lower == "of")
}

/// The noun that is counted, and what is said of it: "redirects" and "HTTP client follow" of "how many redirects does the HTTP
/// client follow".
pub fn counted(words: &[Word]) -> Option<(&[Word], &[Word])> {
    const AUXILIARIES: &[&str] =
        &["is", "are", "does", "do", "will", "can", "may", "should", "must", "has", "have", "was", "were", "would"];
    let [how, amount, rest @ ..] = words else { return None };
    let at = rest.iter().position(|word| AUXILIARIES.contains(&word.lower.as_str())).filter(|at| *at > 0)?;
    (how.lower == "how" && AMOUNTS.contains(&amount.lower.as_str())).then(|| (&rest[..at], &rest[at + 1..]))
}

/// What is done so many times, and to what: "retried" and "job" of "how many times is a job retried".
pub fn repeated(words: &[Word]) -> Option<(&Word, &[Word])> {
    let rest = match words {
        [how, many, times, rest @ ..] if many.lower == "many" && times.lower == "times" => (how, rest),
        [how, often, rest @ ..] if often.lower == "often" => (how, rest),
        _ => return None,
    };
    let (how, [_auxiliary, of @ .., verb]) = rest else { return None };
    (how.lower == "how" && !verb.is_stop()).then_some((verb, of))
}

/// The noun that is chosen, and what is said of it: "port" and "the server listen on" of "which port does the server listen on".
pub fn chosen(words: &[Word]) -> Option<(&[Word], &[Word])> {
    const AUXILIARIES: &[&str] = &["is", "are", "does", "do", "will", "gets", "get"];
    let [which, rest @ ..] = words else { return None };
    let at =
        rest.iter().position(|word| AUXILIARIES.contains(&word.lower.as_str())).filter(|at| (1..4).contains(at))?;
    let asks = matches!(which.lower.as_str(), "which" | "what") && rest[..at].iter().all(|word| !word.ends_clause);
    asks.then(|| (&rest[..at], &rest[at + 1..]))
}

/// How long something lives, lasts or waits, how deep it is: what the question has for the setting, and the words for what has it.
pub fn measured(words: &[Word]) -> Option<(&str, Vec<&str>)> {
    /// Verbs of time, which names of code have as `timeout` or `max_age`.
    const LASTS: &[&str] = &["live", "last", "wait", "kept", "valid", "alive"];
    let [how, amount, rest @ ..] = words else { return None };
    let content = |word: &&Word| !word.is_stop() || LASTS.contains(&word.lower.as_str());
    let setting = match amount.lower.as_str() {
        "long" => rest.iter().map(|word| word.lower.as_str()).find(|word| LASTS.contains(word))?,
        "deep" => "depth",
        _ => return None,
    };
    let owner = rest.iter().filter(content).filter(|word| word.lower != setting).map(|word| word.text.as_str());
    (how.lower == "how").then(|| (setting, owner.collect()))
}

/// What may be so large and no larger, and what such a bound is called: "key" and "maximum size" of "how large may a key be", also
/// where it says before what: "before it is cut".
pub fn largest(words: &[Word]) -> Option<(&'static str, &[Word])> {
    let before = |word: &Word| matches!(word.lower.as_str(), "before" | "until" | "till" | "without");
    let words = words.iter().position(before).filter(|at| *at > 4).map_or(words, |at| &words[..at]);
    let [how, amount, may, of @ .., be] = words else { return None };
    let measure = match amount.lower.as_str() {
        "large" | "big" => "maximum size",
        "long" => "maximum length",
        "deep" => "maximum depth",
        _ => return None,
    };
    let asks = how.lower == "how"
        && matches!(may.lower.as_str(), "may" | "can" | "could" | "should" | "must")
        && matches!(be.lower.as_str(), "be" | "get" | "become" | "grow" | "go");
    (asks && of.iter().any(|word| !word.is_stop())).then_some((measure, of))
}

/// Verbs by which a number of things is the size of what holds them.
pub fn holds(word: &Word) -> bool {
    matches!(word.lower.as_str(), "hold" | "holds" | "keep" | "keeps" | "cache" | "caches" | "remember" | "remembers")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::split;

    #[test]
    fn a_default_is_asked_for_in_many_words() {
        let read = |question: &str| asked(&split(question));
        for question in [
            "How many redirects does the client follow if I don't say?",
            "Is caching on by default?",
            "Are results frozen unless I turn that off?",
            "After how many seconds does it give up when nothing is set?",
        ] {
            assert_eq!(read(question), Some(Asks::Value), "{question}");
        }
        assert_eq!(read("How large may a key be?"), Some(Asks::Value));
        assert_eq!(read("How big can it be?"), None, "nothing is named");
        assert_eq!(read("Which schemes are allowed by default?"), Some(Asks::Any));
        for question in [
            "What happens if I don't set a timeout?",
            "How does it work when nothing is cached?",
            "Where is the default set?",
            "Is there a cache when it is closed?",
            "Does it copy if I give it nothing but an object?",
        ] {
            assert_eq!(read(question), None, "{question}");
        }
        assert_eq!(read("With which permissions are files written by default?"), Some(Asks::Value));
        let of =
            |question: &str| filled(&split(question)).map(|of| of.iter().map(|w| w.lower.clone()).collect::<Vec<_>>());
        assert_eq!(of("How many calls go into one batch at most?"), Some(vec!["batch".to_owned()]));
        assert_eq!(of("How many calls are there in a batch?"), None);
        let done = |question: &str| repeated(&split(question)).map(|(verb, _)| verb.lower.clone());
        assert_eq!(done("How many times is a job retried?").as_deref(), Some("retried"));
        assert_eq!(done("How often does it poll?").as_deref(), Some("poll"));
        assert_eq!(done("How many jobs are retried?"), None);
        let left = |question: &str| {
            main_clause(&split(question)).iter().map(|word| word.lower.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(left("How many redirects will it follow if I don't say?"), "how many redirects will it follow");
        assert_eq!(left("Is strict copying on by default?"), "is strict copying on");
    }
}
