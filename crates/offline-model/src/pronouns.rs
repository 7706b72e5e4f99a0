//! What "it", "its", "them", "that" and "this" stand for.
//!
//! A pronoun whose noun was named before it in the same question means that noun; any other means what the turn before
//! was about. Without a grammar of English, a noun is a name of code, or a word that says something and does not stand
//! where a verb does; and it was named before where a clause lies between, because "does `Router` call it" is not about
//! `Router` twice.

use super::question::{NOUNS, VERBS};
use super::words::Word;

/// Words that begin a clause.
const CLAUSE: &str = "and but or so then when where why how what who which if while because once after before whether";
/// After these comes a verb rather than a noun.
const BEFORE_VERB: &str = "i you we me us they it to that this not please let";
/// Said for politeness.
const POLITE: &str = "thanks thank ok okay great good nice cool yes no right sure hi hello well now";
/// "Is it possible to": nothing is meant.
const IMPERSONAL: &str = "possible true correct right safe ok okay fine necessary needed better worth allowed easy hard \
    clear intended";

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

fn is_in(list: &str, word: &Word) -> bool {
    !word.marked && list.split_ascii_whitespace().any(|known| known == word.lower)
}

fn is_pronoun(word: &Word, next: Option<&Word>) -> bool {
    match word.lower.as_str() {
        _ if word.marked => false,
        "it" | "its" | "it's" | "them" | "they" | "their" => true,
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
