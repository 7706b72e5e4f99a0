//! The names of a graph's nodes, and what is wrong with those that aren't.

use std::collections::BTreeSet;

use super::compiled::{Exits, Target};
use super::problem::Problem;
use crate::node::{END, NodeIx, START};

/// The node names, sorted; a name's index is the node's place.
pub(crate) struct Names(pub(crate) Vec<String>);

impl Names {
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str>, problems: &mut Vec<Problem>) -> Self {
        let mut seen = BTreeSet::new();
        for name in names {
            if name.is_empty() || name == START || name == END {
                problems.push(Problem::BadName(name.to_owned()));
            } else if !seen.insert(name) {
                problems.push(Problem::TwoNodes(name.to_owned()));
            }
        }
        Self(seen.into_iter().map(str::to_owned).collect())
    }

    pub(crate) fn place(&self, name: &str) -> Option<NodeIx> {
        self.0.binary_search_by(|other| other.as_str().cmp(name)).ok().and_then(|place| NodeIx::try_from(place).ok())
    }

    pub(crate) fn target(&self, what: &str, name: &str, problems: &mut Vec<Problem>) -> Option<Target> {
        if name == END {
            return Some(Target::End);
        }
        if name == START {
            problems.push(Problem::IntoStart(what.to_owned()));
            return None;
        }
        let place = self.place(name);
        if place.is_none() {
            let (what, to, hint) = (what.to_owned(), name.to_owned(), self.nearest(name));
            problems.push(Problem::MissingTarget { what, to, hint });
        }
        place.map(Target::Node)
    }

    pub(crate) fn source(&self, what: &str, name: &str, problems: &mut Vec<Problem>) -> Option<NodeIx> {
        if name == START || name == END {
            let problem = if name == START { Problem::IntoStart } else { Problem::OutOfEnd };
            problems.push(problem(what.to_owned()));
            return None;
        }
        let place = self.place(name);
        if place.is_none() {
            let (what, from, hint) = (what.to_owned(), name.to_owned(), self.nearest(name));
            problems.push(Problem::MissingSource { what, from, hint });
        }
        place
    }

    pub(crate) fn exits<'e, 'a, S>(
        &self,
        what: &str,
        from: &str,
        start: &'e mut Exits<'a, S>,
        exits: &'e mut [Exits<'a, S>],
        problems: &mut Vec<Problem>,
    ) -> Option<&'e mut Exits<'a, S>> {
        if from == START {
            return Some(start);
        }
        self.source(what, from, problems).map(|place| &mut exits[place as usize])
    }

    /// The node whose name is at most a third of its letters away.
    fn nearest(&self, name: &str) -> Option<String> {
        let distance = |other: &str| edit_distance(name, other);
        let nearest = self.0.iter().min_by_key(|other| distance(other))?;
        (distance(nearest) * 3 <= name.chars().count()).then(|| nearest.clone())
    }
}

/// Levenshtein distance in characters, one row at a time.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in b.iter().enumerate() {
            let change = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
