//! Scoring an answer by place and by claims.

use super::answer::Answer;
use super::name::{ends_with, holds, is_named_in, states, without_citations};
use super::question::{Files, Question};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Every expected place is cited, every expected claim is made.
    Right,
    /// An expected place is cited, or half of the expected claims are made.
    Partly,
    /// Neither, and the answer does not say so.
    Wrong,
    /// Neither, and the answer says that it found nothing or does not know.
    SaidSo,
}

impl Verdict {
    pub const ALL: [Self; 4] = [Self::Right, Self::Partly, Self::Wrong, Self::SaidSo];

    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Partly => "partly",
            Self::Wrong => "wrong",
            Self::SaidSo => "said so",
        }
    }
}

#[derive(Debug)]
pub struct Score {
    pub verdict: Verdict,
    /// What the answer lacks of a right one.
    pub missing: Vec<String>,
    /// Which citation, from 0, is the first of an expected place.
    pub rank: Option<usize>,
}

pub fn score(question: &Question, answer: &Answer, files: &Files) -> Score {
    // Where the elements, the value or the type of something is asked for, a member of it is the place.
    let members = matches!(question.kind.as_str(), "list" | "default" | "type");
    let rank = |place| answer.rank_of(place, files, members);
    let mut missing: Vec<String> =
        question.cites.iter().filter(|place| rank(place).is_none()).map(|place| place.shown().to_owned()).collect();
    let any = &question.cites_any;
    if !any.is_empty() && any.iter().all(|place| rank(place).is_none()) {
        missing.push(any.iter().map(|place| place.shown()).collect::<Vec<_>>().join(" or "));
    }
    let unmade = unmade_claims(question, answer);
    let claims = question.names.len() + question.values.len() + usize::from(question.count.is_some());
    let best = question.places().filter_map(rank).min();
    let half = claims > 0 && unmade.len() * 2 <= claims;
    missing.extend(unmade);
    let says_so = says_not_found(&answer.markdown);
    if question.unknown && !says_so {
        missing.push("that it was not found".to_owned());
    }
    let verdict = match () {
        () if missing.is_empty() => Verdict::Right,
        () if best.is_some() || half => Verdict::Partly,
        () if says_so => Verdict::SaidSo,
        () => Verdict::Wrong,
    };
    Score { verdict, missing, rank: best }
}

fn unmade_claims(question: &Question, answer: &Answer) -> Vec<String> {
    let text = without_citations(&answer.markdown);
    let is_named = |name: &str| {
        answer.citations.iter().any(|citation| ends_with(&citation.symbol, name)) || is_named_in(&answer.markdown, name)
    };
    let names = question.names.iter().filter(|name| !is_named(name)).map(|name| format!("the name {name}"));
    let is_stated = |value: &str| match value.parse() {
        // A line number is not a value.
        Ok(number) => states(&text, number),
        Err(_) => holds(&text, value),
    };
    let values = question.values.iter().filter(|value| !is_stated(value));
    let count = question.count.filter(|count| !states(&text, *count));
    let counts = count.into_iter().map(|count| format!("the count {count}"));
    names.chain(values.map(|value| format!("{value:?}"))).chain(counts).collect()
}

/// Whether the answer's first paragraph says that something was not found or is not known. What an answer adds below,
/// such as the nearest thing that was found, takes nothing back; a remark at its end is not yet such a sentence.
fn says_not_found(markdown: &str) -> bool {
    let first = markdown.trim().split("\n\n").next().unwrap_or("").to_lowercase();
    // "No call of `x` was found", "Nothing that fits was found".
    let denied = ["no ", "nothing ", "none ", "neither "].iter().any(|start| {
        first.starts_with(start) || first.contains(&format!(". {start}")) || first.contains(&format!(": {start}"))
    });
    // Not "No definition fits it better than ...", which offers a place.
    let found = ["found", "is proven", "defined", "matches", "is named", "holds"];
    NOT_FOUND.iter().any(|phrase| first.contains(phrase)) || (denied && found.iter().any(|word| first.contains(word)))
}

const NOT_FOUND: [&str; 12] = [
    "not found",
    "not known",
    "found nothing",
    "found no ",
    "names nothing",
    "there is no ",
    "has no ",
    "does not hold",
    "does not have",
    "is not defined",
    "could not find",
    "needs a language model",
];

#[cfg(test)]
mod tests {
    use super::super::answer::Citation;
    use super::super::question::{Lines, Place};
    use super::*;

    fn answer(markdown: &str) -> Answer {
        let cited = |path: &str, symbol: &str| Citation { path: path.into(), symbol: symbol.into(), lines: (1, 9) };
        Answer {
            run: String::new(),
            markdown: markdown.to_owned(),
            citations: vec![cited("src/cli.py", "cli.main"), cited("src/app.py", "app.Flask.wsgi_app")],
        }
    }

    fn place(symbol: &str) -> Place {
        Place { path: "src/app.py".into(), symbol: Some(symbol.into()), text: None }
    }

    fn verdict(question: &Question, markdown: &str) -> (Verdict, Vec<String>) {
        let score = score(question, &answer(markdown), &Files::of(&[]));
        (score.verdict, score.missing)
    }

    #[test]
    fn right_needs_every_place_and_every_claim() {
        let question = Question {
            cites: vec![place("Flask.wsgi_app")],
            names: vec!["full_dispatch".into()],
            values: vec!["SESSION_COOKIE".into()],
            count: Some(3),
            counted: Some(Lines { under: String::new(), with: String::new() }),
            ..Question::default()
        };
        let (right, missing) = verdict(&question, "`full_dispatch` and 3 more read `session_cookie` [[1]].");
        assert_eq!((right, missing.len()), (Verdict::Right, 0));
        let (partly, missing) = verdict(&question, "`x` [[1]].");
        assert_eq!(partly, Verdict::Partly);
        assert_eq!(missing, ["the name full_dispatch", "\"SESSION_COOKIE\"", "the count 3"]);
    }

    #[test]
    fn one_of_several_places_may_do_and_its_rank_is_known() {
        let any = |places: Vec<Place>| Question { cites_any: places, ..Question::default() };
        let several = any(vec![place("other"), place("wsgi_app")]);
        let scored = score(&several, &answer("It is there."), &Files::of(&[]));
        assert_eq!((scored.verdict, scored.rank), (Verdict::Right, Some(1)));
        let neither = any(vec![place("other"), place("another")]);
        assert_eq!(verdict(&neither, "It is there."), (Verdict::Wrong, vec!["other or another".to_owned()]));
    }

    #[test]
    fn an_answer_that_says_so_is_not_wrong() {
        let question = Question { cites: vec![place("other")], ..Question::default() };
        assert_eq!(verdict(&question, "No call of `x` was found in this repository.").0, Verdict::SaidSo);
        assert_eq!(verdict(&question, "It is there.\n\nTests of it were not found.").0, Verdict::Wrong);
        let absent = Question { unknown: true, ..Question::default() };
        assert_eq!(verdict(&absent, "`Blockchain` was not found.").0, Verdict::Right);
        assert_eq!(verdict(&absent, "It is found by `main`.").0, Verdict::Wrong);
        assert_eq!(verdict(&absent, "No definition fits \"x\" better than the text of `a.md:1`.").0, Verdict::Wrong);
    }
}
