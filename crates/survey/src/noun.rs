//! The nouns by which a question means a family: "synchronization primitive under sync", "kind of observer".

use code_words::abbreviations::is_short_for;
use code_words::identifier::lower_parts;
use code_words::stem::{same_noun, same_word};

/// Words that say that something is one of a kind, and not of which.
const GENERIC: &[&str] = &[
    "kind",
    "type",
    "class",
    "sort",
    "scheme",
    "primitive",
    "object",
    "method",
    "function",
    "implementation",
    "instance",
    "custom",
    "module",
    "one",
    "variant",
    "strategy",
    "support",
    "own",
    "case",
    "assertion",
];
/// How much less one word of several counts: the last one, and the others.
const OF_HEAD: u32 = 25;
const OF_OTHERS: u32 = 60;
/// How much less what follows "for" counts, which is rather what it is for than what it is.
pub const OF_PURPOSE: u32 = 8;
/// Shortest abbreviation: `auth` of "authentication". Shorter ones are those of the table of abbreviations.
const SHORTEST: usize = 4;
/// Verbs by which functions that take a new one are called.
pub const REGISTERING: &[&str] = &["add", "register", "use", "set", "define", "install", "append", "push", "attach"];
/// Words behind which nothing says what it is: a "message between nodes" is no node.
const ASIDE: &[&str] = &[" between ", " among ", " across ", " from ", " with ", " through ", " via "];

/// What to look for, the fullest phrase first, each with how much less it counts: the phrase, without generic words, its single
/// words; what follows "under" or "for" is a place or a purpose of its own.
pub fn phrases(of: &str) -> Vec<(u32, String)> {
    let mut found: Vec<(u32, String)> = Vec::new();
    let mut add = |less: u32, phrase: String| {
        if !phrase.is_empty() && !found.iter().any(|(_, other)| *other == phrase) {
            found.push((less, phrase));
        }
    };
    let lower = of.to_lowercase();
    let end = ASIDE.iter().filter_map(|word| lower.find(word)).min().unwrap_or(of.len());
    let (of, lower) = (of.get(..end).unwrap_or(of), lower.get(..end).unwrap_or(&lower));
    let split =
        [" under ", " in ", " inside ", " for ", " to "].iter().find_map(|word| lower.find(word).map(|at| (at, word)));
    let (noun, place) = match split {
        Some((at, word)) => (of[..at].trim(), Some((*word, of[at + word.len()..].trim()))),
        None => (of.trim(), None),
    };
    if let Some((" under " | " in " | " inside ", place)) = place {
        add(0, place.trim_matches('/').rsplit('/').next().unwrap_or(place).to_owned());
    }
    add(0, noun.to_owned());
    let words: Vec<&str> = noun.split_whitespace().collect();
    let is_generic = |word: &str| GENERIC.iter().any(|own| same_noun(own, &word.to_lowercase()));
    let kept: Vec<&str> = words.iter().copied().filter(|word| !is_generic(word)).collect();
    add(5, kept.join(" "));
    if let Some((" for " | " to ", purpose)) = place {
        add(OF_PURPOSE, purpose.to_owned());
        // "An option for the http transport" is one of `HttpTransportOptions`.
        add(3, format!("{purpose} {noun}"));
    }
    // The last word says what it is: a "key exchange group" is a group, and no key.
    if let [others @ .., head] = kept.as_slice()
        && !others.is_empty()
    {
        add(OF_HEAD, (*head).to_owned());
        others.iter().rev().for_each(|word| add(OF_OTHERS, (*word).to_owned()));
    }
    found
}

/// Whether a part of a name is the word, a form of it or its abbreviation.
pub fn means(part: &str, word: &str) -> bool {
    // A "statement" is no "state".
    let is_cut = |rest: &str| rest.len() >= 3 && !matches!(rest, "ment" | "ments");
    same_word(part, word)
        || is_short_for(part, word)
        || (part.len() >= SHORTEST && word.strip_prefix(part).is_some_and(is_cut))
}

/// Whether a part of a name is the noun itself, in the singular or the plural, or its abbreviation.
pub fn is_called(part: &str, noun: &str) -> bool {
    same_noun(part, noun) || is_short_for(part, noun)
}

/// Whether a text has each of the words.
pub fn has_all(text: &str, words: &[String]) -> bool {
    let own = lower_parts(text);
    !words.is_empty() && words.iter().all(|word| own.iter().any(|part| means(part, word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_looked_for_in_several_forms() {
        let phrases = |of: &str| phrases(of).into_iter().map(|(_, phrase)| phrase).collect::<Vec<_>>();
        assert_eq!(phrases("kind observer"), ["kind observer", "observer"]);
        assert_eq!(phrases("link types"), ["link types", "link"]);
        assert_eq!(phrases("lock under src/sync"), ["sync", "lock"]);
        assert_eq!(phrases("shell for completions"), ["shell", "completions", "completions shell"]);
        assert_eq!(phrases("pseudo selector"), ["pseudo selector", "selector", "pseudo"]);
        assert_eq!(phrases("wire message between nodes"), ["wire message", "message", "wire"]);
        assert!(
            means("alg", "algorithm")
                && means("auth", "authentication")
                && means("parsers", "parser")
                && !means("art", "article")
        );
        assert!(means("stmt", "statements") && !means("state", "statement"));
    }
}
