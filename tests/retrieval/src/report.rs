//! Tables for people, as Markdown.

use crate::measures::{Estimate, of_ranks};
use crate::queries::SETS;
use crate::run::Ranks;
use crate::systems::NAMES;
use std::fmt::Write;
use std::time::Duration;

/// The ranks of several repositories together.
pub fn together<'r>(all: impl Iterator<Item = &'r Ranks>) -> Ranks {
    let mut sum = Ranks::default();
    for ranks in all {
        for (system, own) in sum.iter_mut().zip(ranks) {
            for (set, own) in system.iter_mut().zip(own) {
                set.extend(own);
            }
        }
    }
    sum
}

/// One row for each set, system and half. `halves`: how each is called and its ranks.
pub fn full(halves: &[(&str, Ranks)]) -> String {
    let mut out =
        "| queries | half | number | system | first | MRR | NDCG@10 |\n|---|---|---:|---|---|---|---|\n".to_owned();
    for (set, name) in SETS.iter().enumerate() {
        for (half, ranks) in halves {
            for (system, sets) in NAMES.iter().zip(ranks) {
                let own = &sets[set];
                if !own.is_empty() {
                    let m = of_ranks(own);
                    let [first, mrr, ndcg] = [m.first, m.reciprocal, m.gain].map(interval);
                    let _ = writeln!(out, "| {name} | {half} | {} | {system} | {first} | {mrr} | {ndcg} |", own.len());
                }
            }
        }
    }
    out
}

fn interval(estimate: Estimate) -> String {
    format!("{} ({} to {})", share(estimate.mean), share(estimate.low), share(estimate.high))
}

/// `.834`, without the zero.
fn share(value: f64) -> String {
    let text = format!("{value:.3}");
    text.strip_prefix('0').map_or(text.clone(), str::to_owned)
}

/// The heads of [`line()`].
pub fn heads() -> String {
    format!("| | {} | mean |\n|---|{}---:|", SETS.join(" | "), "---:|".repeat(SETS.len()))
}

/// This project's search in one line: the share that is first for names, the mean reciprocal rank for doc comments.
pub fn line(label: &str, ranks: &Ranks) -> String {
    let value = |(set, own): (usize, &Vec<Option<usize>>)| {
        let measures = of_ranks(own);
        if set < crate::queries::WITHOUT_DOCS { measures.first.mean } else { measures.reciprocal.mean }
    };
    let values: Vec<f64> = ranks[0].iter().enumerate().map(value).collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let shown: Vec<String> = values.into_iter().chain([mean]).map(share).collect();
    format!("| {label} | {} |", shown.join(" | "))
}

/// The median and the 95th percentile, in milliseconds.
pub fn times(times: &mut [Duration]) -> String {
    times.sort();
    let at = |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or_default().as_secs_f64() * 1e3;
    format!("{:.2} / {:.2}", at(50), at(95))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repositories_are_counted_together() {
        let mut one = Ranks::default();
        one[0][0] = vec![Some(1)];
        let mut two = Ranks::default();
        two[0][0] = vec![None];
        let table = full(&[("all", together([&one, &two].into_iter()))]);
        assert_eq!(table.lines().count(), 3);
        assert!(table.contains("| exact name | all | 2 | Quarry | .500"), "{table}");
    }
}
