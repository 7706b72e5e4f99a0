//! "More": the rest of the answer before.

use protocol::Turn;

/// What asks for it, in the languages that questions are read in; punctuation and case left out.
#[rustfmt::skip]
const MORE: &[&str] = &[
    "more", "more please", "show more", "show me more", "and more", "show all", "show all of them", "show them all",
    "show the rest", "show me the rest", "the rest", "and the rest", "list the rest", "list more", "list all of them",
    "what else", "see more", "see all", "next page",
    "mehr", "mehr davon", "zeig mehr", "zeige mehr", "zeig den rest", "der rest", "weitere",
    "plus", "la suite", "voir plus", "montre la suite",
    "más", "mas", "ver más", "muestra más", "el resto",
    "更多", "还有呢", "もっと", "もっと見せて", "残り",
];

/// What is asked once "more" is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meant<'a> {
    /// The question whose answer goes on; the question itself where it asks for no more.
    pub question: &'a str,
    /// The turns before that question.
    pub history: &'a [Turn],
    /// Which page of the answer is asked for: 0 is its beginning.
    pub page: usize,
}

/// Whether a question asks for more of the answer before.
pub fn is_more(question: &str) -> bool {
    let letters = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let plain: String = question.to_lowercase().chars().map(letters).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    MORE.contains(&plain.as_str())
}

/// Reads a question for more as the last question that was none, with the page that comes next. Where there is no turn before,
/// it is a question like any other.
pub fn meant<'a>(question: &'a str, history: &'a [Turn]) -> Meant<'a> {
    let asked = history.iter().rposition(|turn| !is_more(&turn.question)).filter(|_| is_more(question));
    match asked {
        Some(at) => Meant { question: &history[at].question, history: &history[..at], page: history.len() - at },
        None => Meant { question, history, page: 0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(question: &str) -> Turn {
        Turn { question: question.into(), answer: String::new(), symbols: Vec::new() }
    }

    #[test]
    fn more_goes_on_with_the_last_question_that_asked_something() {
        let history = [turn("who calls a?"), turn("who calls b?"), turn("More!")];
        let read = meant("show me the rest", &history);
        assert_eq!((read.question, read.history.len(), read.page), ("who calls b?", 1, 2));
        assert_eq!(meant("who calls c?", &history).page, 0);
        assert_eq!(meant("more", &[]), Meant { question: "more", history: &[], page: 0 });
        assert!(is_more("Mehr davon?") && is_more("更多") && !is_more("more than one caller of a?"));
    }
}
