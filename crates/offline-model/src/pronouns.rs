//! What "it", "its", "them", "that" and "this" refer to.
//!
//! A pronoun whose noun comes before it in the same question refers to that noun; any other refers to the subject of the
//! turn before. Without a grammar of English, a noun is a name of code, or a word that is no stop word and is not in the
//! place of a verb. The noun must be in an earlier clause: "does `Router` call it" is not about `Router` twice.

use super::vocabulary::{BEFORE_VERB, CLAUSE, IMPERSONAL, NOUNS, POLITE, VERBS};
use super::words::Word;

/// Words that mean what was named before, wherever they stand.
pub(super) const PRONOUNS: &[&str] = &["it", "its", "it's", "them", "they", "their"];

/// The words with names in place of pronouns; those that mean no name stay as they are.
pub(super) fn resolved(raw: &[Word], subject: Option<&str>) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut clause = 0;
    let mut at = 0;
    while let Some(word) = raw.get(at) {
        let next = raw.get(at + 1);
        at += 1;
        if is_in(CLAUSE, word) {
            clause = words.len();
        }
        match is_pronoun(word, next).then(|| meaning(word, next, &words, clause, subject)).flatten() {
            Some(name) => {
                words.push(Word::name(&name));
                // "that function" is the name alone.
                at += usize::from(next.is_some_and(|next| NOUNS.contains(&next.lower.as_str())));
            }
            None => words.push(word.clone()),
        }
        if word.ends_clause {
            clause = words.len();
        }
    }
    words
}

fn is_in(list: &[&str], word: &Word) -> bool {
    !word.marked && list.contains(&word.lower.as_str())
}

fn is_pronoun(word: &Word, next: Option<&Word>) -> bool {
    match word.lower.as_str() {
        _ if word.marked => false,
        lower if PRONOUNS.contains(&lower) => true,
        "that" | "this" => next.is_none_or(|next| {
            word.ends_clause || NOUNS.contains(&next.lower.as_str()) || VERBS.contains(&next.lower.as_str())
        }),
        _ => false,
    }
}

/// The name a pronoun means. `before` are the words up to it, those from `clause` on in its own clause.
fn meaning(word: &Word, next: Option<&Word>, before: &[Word], clause: usize, subject: Option<&str>) -> Option<String> {
    if next.is_some_and(|next| is_in(IMPERSONAL, next)) {
        return None;
    }
    let possessive = matches!(word.lower.as_str(), "its" | "their");
    let reach = if possessive { before.len() } else { clause };
    let noun = (0..reach).rev().find(|at| is_noun(before, *at));
    match (noun, subject) {
        (Some(at), _) if before[at].is_name() || before[at].is_path() => Some(before[at].text.clone()),
        // The question says it in plain words already.
        (Some(_), _) => None,
        (None, subject) => subject.map(str::to_owned),
    }
}

fn is_noun(words: &[Word], at: usize) -> bool {
    let word = &words[at];
    if word.is_name() || word.is_path() {
        return true;
    }
    let is_verb = match at.checked_sub(1).map(|before| &words[before]) {
        Some(before) => before.is_name() || is_in(BEFORE_VERB, before),
        // "Summarize how it works", but "Sessions: how do they expire?"
        None => !word.ends_clause,
    };
    !is_verb && !word.is_stop() && !is_in(POLITE, word) && !VERBS.contains(&word.lower.as_str())
}
