//! What documentation says happens on a condition: "If an error is returned then the transaction is rolled back."

use super::{documentation, prose};
use crate::known::Known;
use code_words::condition::alike;
use code_words::identifier::{lower_parts, words};
use code_words::path::is_aside;
use code_words::stem::same_word;
use protocol::Evidence;

/// Words that begin a condition.
const CONDITIONS: &[&str] = &["if", "when", "whenever", "unless", "once", "while", "otherwise", "case"];
/// Words that turn a condition into its opposite.
const NEGATIONS: &[&str] =
    &["no", "not", "never", "without", "cannot", "isn", "doesn", "don", "aren", "can't", "nothing", "none"];
/// Of the words of a condition so many in a hundred must be in the sentence, or in the name of what is documented.
const SAID: usize = 66;
/// So many of them in the sentence itself, or all that the name does not have.
const LEAST: usize = 2;
/// Longest sentence that is quoted, in characters.
const WIDTH: usize = 300;

/// The sentence of documentation that has most words of a condition, and what it documents; `None` where none has enough.
pub fn of<'a>(question: &str, condition: &[&str], known: &Known<'a>) -> Option<(&'a Evidence, String)> {
    let is_negated = |text: &str| words(text).any(|word| NEGATIONS.contains(&word.to_lowercase().as_str()));
    let wanted: Vec<String> = condition.iter().map(|word| word.to_lowercase()).collect();
    let mut best: Option<(usize, &Evidence, String)> = None;
    for e in known.evidence().filter(|e| e.symbol.is_some() && !is_aside(&e.path)) {
        let name = lower_parts(e.symbol.as_deref().unwrap_or(""));
        for sentence in documentation::entries(&documentation::of(e)).flat_map(|entry| sentences(&prose::plain(&entry)))
        {
            let own = lower_parts(&sentence);
            if !own.iter().any(|word| CONDITIONS.contains(&word.as_str())) || sentence.chars().count() > WIDTH {
                continue;
            }
            let is_in = |parts: &[String], word: &str| {
                parts.iter().any(|part| same_word(part, word))
                    || alike(word).any(|alike| parts.iter().any(|part| part == alike))
            };
            let said = wanted.iter().filter(|word| is_in(&own, word)).count();
            let count = wanted.iter().filter(|word| is_in(&own, word) || is_in(&name, word)).count();
            let outside = wanted.iter().filter(|word| !is_in(&name, word)).count();
            let is_whole = said > 0 && outside < wanted.len() && said >= outside;
            // What is called otherwise must speak of more.
            let is_about = outside < wanted.len() || said > LEAST;
            let is_enough = is_about && (said >= LEAST || is_whole) && count * 100 >= wanted.len() * SAID;
            // "If no error is returned" says nothing of one that is.
            let fit = (2 * count).saturating_sub(usize::from(is_negated(&sentence) != is_negated(question)));
            if is_enough && best.as_ref().is_none_or(|(most, ..)| fit > *most) {
                best = Some((fit, e, sentence));
            }
        }
    }
    best.map(|(_, e, sentence)| (e, sentence))
}

fn sentences(text: &str) -> Vec<String> {
    let (mut rest, mut found) = (text, Vec::new());
    while !rest.is_empty() {
        let (one, after) = rest.split_at(prose::end_of_sentences(rest, 1));
        found.push(one.trim().to_owned());
        if after.len() == rest.len() {
            break;
        }
        rest = after.trim_start();
    }
    found
}
