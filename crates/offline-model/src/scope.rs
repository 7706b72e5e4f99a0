//! How far a request is about the repository, by the words that a search has found in it.

use super::asked::Question;
use super::known::Known;
use super::relevance::{self, mentions};
use super::vocabulary::{ABOUT_ALL, CODE_WORDS, GREETINGS, POLITE};
use super::words;
use code_words::everyday::is_common;
use code_words::identifier::lower_parts;
use model::Finding;
use protocol::Evidence;

/// Names or words of the request are in the repository.
const FOUND: u32 = 100;
/// Its words are those of programming.
const CODE: u32 = 80;
const GREETING: u32 = 60;
const ELSEWHERE: u32 = 20;

/// The score, and why.
pub fn score(asked: &str, question: &Question, matches: &[Evidence]) -> (u32, String) {
    let raw = words::split(asked);
    let said = |list: &[&str]| raw.iter().any(|word| list.contains(&word.lower.as_str()));
    if said(ABOUT_ALL) || !question.paths.is_empty() {
        return (FOUND, "It names this repository, or a file.".to_owned());
    }
    if question.survey.is_some() {
        return (FOUND, "It asks for what this repository has.".to_owned());
    }
    // A name alone may be anything's: "who wrote Hamlet?"
    if question.history.as_ref().is_some_and(|asked| asked.name().is_none()) {
        return (FOUND, "It asks about the history of this repository.".to_owned());
    }
    let found = [Finding { key: String::new(), text: String::new(), evidence: matches.to_vec(), step: None }];
    let known = Known::of(&found);
    if let Some(name) = question.names.iter().find(|name| !known.definitions(name).is_empty()) {
        return (FOUND, format!("`{name}` is defined in the repository."));
    }
    let wanted: Vec<String> = relevance::wanted(question)
        .into_iter()
        .filter(|word| !is_common(word) && !GREETINGS.contains(&word.as_str()))
        .collect();
    let held: Vec<&String> = wanted.iter().filter(|word| matches.iter().any(|found| holds(found, word))).collect();
    if !held.is_empty() && held.len() * 2 >= wanted.len() {
        let held: Vec<String> = held.iter().map(|word| format!("\"{word}\"")).collect();
        return (FOUND, format!("The repository has its words: {}.", held.join(", ")));
    }
    if raw.iter().any(words::Word::is_name) || raw.iter().any(|word| is_of_code(&word.lower)) {
        return (CODE, "It is about code.".to_owned());
    }
    if !raw.is_empty() && raw.iter().all(is_polite) {
        return (GREETING, "It is a greeting.".to_owned());
    }
    (ELSEWHERE, "The repository has none of its words.".to_owned())
}

fn is_of_code(word: &str) -> bool {
    lower_parts(word).iter().any(|part| CODE_WORDS.contains(&part.as_str()))
}

fn is_polite(word: &words::Word) -> bool {
    word.is_stop() || GREETINGS.contains(&word.lower.as_str()) || POLITE.contains(&word.lower.as_str())
}

fn holds(found: &Evidence, word: &str) -> bool {
    let texts = [found.symbol.as_deref(), found.doc.as_deref(), Some(&found.path), Some(&found.excerpt)];
    texts.into_iter().flatten().any(|text| mentions(text, word))
}
