//! The results as tables and as JSON.

use super::interval::Share;
use super::score::{Score, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One question with its scored answer.
pub struct Outcome {
    pub repository: &'static str,
    pub kind: String,
    pub question: String,
    /// Whether a place is expected.
    pub has_place: bool,
    pub score: Score,
    /// What the tool answered.
    pub answer: String,
    pub milliseconds: u128,
}

/// The counts and shares of some outcomes.
struct Row {
    counts: [usize; 4],
    right: Option<Share>,
    /// An expected place is among the citations.
    cited: Option<Share>,
    /// It is the first or the second one.
    early: Option<Share>,
}

impl Row {
    fn of(outcomes: &[&Outcome]) -> Self {
        let having = |verdict| outcomes.iter().filter(|it| it.score.verdict == verdict).count();
        let right: Vec<bool> = outcomes.iter().map(|it| it.score.verdict == Verdict::Right).collect();
        let rank_is = |fits: fn(usize) -> bool| {
            let placed = outcomes.iter().filter(|it| it.has_place);
            Share::of(&placed.map(|it| it.score.rank.is_some_and(fits)).collect::<Vec<_>>())
        };
        Self {
            counts: Verdict::ALL.map(having),
            right: Share::of(&right),
            cited: rank_is(|_| true),
            early: rank_is(|rank| rank < 2),
        }
    }

    fn print(&self, name: &str) {
        let [right, partly, wrong, said_so] = self.counts;
        let asked: usize = self.counts.iter().sum();
        let [share, cited, early] = [self.right, self.cited, self.early].map(Share::shown);
        println!("| {name} | {asked} | {right} | {partly} | {wrong} | {said_so} | {share} | {cited} | {early} |");
    }

    fn json(&self) -> Value {
        let share = |share: Option<Share>| share.map(|it| json!({ "share": it.share, "low": it.low, "high": it.high }));
        let [right, partly, wrong, said_so] = self.counts;
        json!({
            "right": right, "partly": partly, "wrong": wrong, "said_so": said_so,
            "right_share": share(self.right), "place_cited": share(self.cited), "place_first_or_second": share(self.early),
        })
    }
}

/// Outcomes under the value of a field, in the order of the values.
fn by<'o>(outcomes: &[&'o Outcome], field: Field) -> BTreeMap<String, Vec<&'o Outcome>> {
    let mut groups: BTreeMap<String, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        groups.entry(field(outcome).to_owned()).or_default().push(outcome);
    }
    groups
}

/// The share of right answers.
pub fn share_right(outcomes: &[Outcome]) -> f64 {
    let right = outcomes.iter().filter(|it| it.score.verdict == Verdict::Right).count();
    right as f64 / outcomes.len().max(1) as f64
}

/// Prints the answers to the questions about one repository.
pub fn print_questions(outcomes: &[Outcome]) {
    println!("| | kind | question | ms | missing |");
    println!("|---|---|---|---:|---|");
    for it in outcomes {
        let missing = it.score.missing.join(", ");
        println!("| {} | {} | {} | {} | {missing} |", it.score.verdict.name(), it.kind, it.question, it.milliseconds);
    }
}

/// Prints a half's tables: by repository, by kind.
pub fn print_half(name: &str, outcomes: &[&Outcome]) {
    for (title, field) in FIELDS {
        println!("\n{name}, by {title}; shares with 95% confidence intervals\n");
        println!("| {title} | questions | right | partly | wrong | said so | right | place cited | first or second |");
        println!("|---|---:|---:|---:|---:|---:|---|---|---|");
        for (value, group) in by(outcomes, field) {
            Row::of(&group).print(&value);
        }
        Row::of(outcomes).print("**all**");
    }
}

/// A text of an outcome by which outcomes are grouped.
type Field = fn(&Outcome) -> &str;

const FIELDS: [(&str, Field); 2] = [("repository", |it| it.repository), ("kind", |it| &it.kind)];

/// The same as one document, with each question, and `with_answers` what the tool answered.
pub fn half_as_json(outcomes: &[&Outcome], with_answers: bool) -> Value {
    let groups = FIELDS.map(|(title, field)| {
        let rows = by(outcomes, field).into_iter().map(|(value, group)| (value, Row::of(&group).json()));
        (title.to_owned(), rows.collect::<serde_json::Map<_, _>>().into())
    });
    let questions = outcomes.iter().map(|it| {
        let answer = with_answers.then_some(&it.answer);
        json!({
            "repository": it.repository, "kind": it.kind, "question": it.question, "score": it.score.verdict.name(),
            "missing": it.score.missing, "place_rank": it.score.rank.map(|rank| rank + 1), "ms": it.milliseconds as u64,
            "answer": answer,
        })
    });
    let questions: Vec<Value> = questions.collect();
    let mut document = serde_json::Map::from_iter(groups);
    document.insert("all".to_owned(), Row::of(outcomes).json());
    document.insert("questions".to_owned(), questions.into());
    document.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_places_are_those_of_questions_that_expect_one() {
        let outcome = |verdict, has_place, rank| Outcome {
            repository: "shop",
            kind: "where".into(),
            question: "?".into(),
            has_place,
            score: Score { verdict, missing: Vec::new(), rank },
            answer: "It is there.".into(),
            milliseconds: 1,
        };
        let outcomes = [
            outcome(Verdict::Right, true, Some(0)),
            outcome(Verdict::Partly, true, Some(2)),
            outcome(Verdict::SaidSo, false, None),
            outcome(Verdict::Wrong, true, None),
        ];
        let document = half_as_json(&outcomes.iter().collect::<Vec<_>>(), false);
        let row = &document["kind"]["where"];
        assert_eq!((row["right"].as_u64(), row["said_so"].as_u64()), (Some(1), Some(1)));
        let cited = row["place_cited"]["share"].as_f64().unwrap();
        let early = row["place_first_or_second"]["share"].as_f64().unwrap();
        assert!((cited - 2.0 / 3.0).abs() < 1e-9 && (early - 1.0 / 3.0).abs() < 1e-9);
        assert_eq!(document["questions"][1]["place_rank"], 3);
        assert!(document["questions"][1]["answer"].is_null());
        assert_eq!(share_right(&outcomes), 0.25);
    }
}
