//! The sentences the offline model knows, as patterns.
//!
//! A pattern is words between spaces: `a|b` is either word, `*` any one word, `{1}` and `{2}` a name, `[1]` and `[2]`
//! a name that is written as code, `...` words of which one at least is no stop word (a pattern with it has no names), `<1>` and `<2>` any word but an article or a pronoun: where the words around leave no doubt. A pattern that begins with `^ ` fits only at the beginning, one with `= ` fits the words as
//! they are written, [fillers](super::vocabulary::FILLERS) included. A plain word counts as a name only where the sentence ends after the pattern or
//! continues with a preposition: "where is dispatch" names `dispatch`, "where is session data kept" names nothing.

use super::kind::Kind;
use super::kinds;
use super::vocabulary::PREPOSITIONS;
use super::words::Word;
use code_words::irregular::is_participle;
use compact_sort::CompactSort;

/// Words that name nothing, whatever is around them.
#[rustfmt::skip]
const NEVER: &[&str] = &[
    "the", "a", "an", "it", "its", "this", "that", "these", "those", "they", "them", "he", "she", "i", "you", "we", "one",
    "all", "both", "each", "any", "what", "which", "who", "and", "or", "of", "there",
];

/// Finds the first pattern that fits anywhere in the words; its kind and the names in the order of their numbers. `written`
/// are the words with their fillers.
pub fn fit(words: &[Word], written: &[Word]) -> Option<(Kind, Vec<String>)> {
    kinds::TABLE.iter().find_map(|rules| {
        let mut fits = rules.patterns.iter().filter_map(|pattern| fit_anywhere(pattern, words, written));
        fits.next().map(|names| (rules.kind, names))
    })
}

fn fit_anywhere(pattern: &str, words: &[Word], written: &[Word]) -> Option<Vec<String>> {
    if let Some(pattern) = pattern.strip_prefix("^ ") {
        return fit_at(pattern, words);
    }
    let (pattern, words) = pattern.strip_prefix("= ").map_or((pattern, words), |pattern| (pattern, written));
    (0..words.len()).find_map(|start| fit_at(pattern, &words[start..]))
}

fn fit_at(pattern: &str, words: &[Word]) -> Option<Vec<String>> {
    if let Some((before, after)) = pattern.split_once(" ... ") {
        let used = before.split(' ').count();
        fit_at(before, words)?;
        let has_topic = |start: &usize| words[used..*start].iter().any(|word| !word.is_stop());
        return (used + 1..words.len()).filter(has_topic).find_map(|start| fit_at(after, &words[start..]));
    }
    let mut slots: Vec<(char, &Word)> = Vec::new();
    let mut used = 0;
    for part in pattern.split(' ') {
        let word = words.get(used)?;
        let bytes = part.as_bytes();
        match bytes[0] {
            b'<' if !word.is_path() && (word.is_name() || !NEVER.contains(&word.lower.as_str())) => {
                slots.push((bytes[1] as char, word));
            }
            b'{' if !word.is_stop() && !word.is_path() => slots.push((bytes[1] as char, word)),
            b'[' if word.is_name() => slots.push((bytes[1] as char, word)),
            b'{' | b'[' | b'<' => return None,
            b'*' => {}
            _ if part.split('|').any(|option| option == word.lower) => {}
            _ => return None,
        }
        used += 1;
    }
    let ends = words.get(used).is_none_or(|word| PREPOSITIONS.contains(&word.lower.as_str()));
    if !ends && slots.iter().any(|(_, word)| !word.is_name()) {
        return None;
    }
    // "What is stored in an index?" asks for what is done to something there, and not for a definition called `stored`.
    let is_done = |at: usize| {
        let (before, word) = (&words[at - 1].lower, &words[at]);
        matches!(before.as_str(), "is" | "are" | "was" | "were") && !word.is_name() && is_participle(&word.lower)
    };
    if used > 1 && words.get(used).is_some() && pattern.ends_with('}') && is_done(used - 1) {
        return None;
    }
    slots.compact_sort_by_key(|(number, _)| *number);
    let mut names: Vec<String> = slots.into_iter().map(|(_, word)| word.text.clone()).collect();
    // "who calls `a` and `b`?"
    if names.len() == 1 {
        names.extend(
            words[used..]
                .iter()
                .take_while(|w| w.is_name() || w.lower == "and" || w.lower == "or")
                .filter(|w| w.is_name())
                .map(|w| w.text.clone()),
        );
    }
    Some(names)
}
