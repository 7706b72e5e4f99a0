//! The words that a question is searched by.

use super::asked::Question;
use super::literal;
use super::words::quoted_text;
use code_words::condition::of_situation;
use code_words::everyday::is_everyday;
use code_words::identifier::lower_parts;

/// What to search for where names lead nowhere: the question's words, names taken apart, without everyday words beside others, and
/// with the words that code has for its situation, and a text in quotes as it is.
pub fn search_words(question: &Question) -> String {
    let terms = if question.terms.is_empty() { &question.names } else { &question.terms };
    let is_said = |term: &String| {
        let lower = term.to_lowercase();
        !question.names.contains(term) && is_everyday(&lower)
    };
    let heads: Vec<&String> = terms.iter().filter(|term| !is_said(term)).collect();
    let heads = if heads.is_empty() { terms.iter().collect() } else { heads };
    let apart = |term: &String| {
        if question.names.contains(term) { lower_parts(term).join(" ") } else { term.replace('`', "") }
    };
    let words = heads.into_iter().map(apart).chain(of_situation(&question.asked).map(str::to_owned));
    let quoted =
        quoted_text(&question.asked).filter(|_| literal::may_answer(question)).map(|text| format!("\"{text}\""));
    words.chain(quoted).collect::<Vec<_>>().join(" ")
}
