//! The patterns of one `.gitignore`, found by what they begin with, end in or hold.
//!
//! The last pattern that matches decides, so each look-up asks for the highest number. Comparing every path with every
//! pattern would cost their product; here a pattern is compared only with paths that share its longest part without a
//! wildcard, and most patterns (`name`, `*.ext`, `prefix*`, `**/name/**`) are nothing but such a part and stars.

use super::prefixes::Prefixes;
use crate::glob::{Fuel, Literals, Pattern, Subject, name_of};
use std::collections::{BTreeMap, BTreeSet};

/// Patterns in order, with their indexes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RuleList {
    rules: Vec<Pattern>,
    by_name: Index,
    by_path: Index,
}

/// Numbers of patterns that are compared with one kind of subject, each in one place, the highest number first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Index {
    /// Without a wildcard. An ordered map, as whoever wrote the patterns could make hashes collide.
    whole: BTreeMap<Box<str>, Vec<u32>>,
    heads: Prefixes,
    /// Tails, read backwards.
    tails: Prefixes,
    /// What is somewhere within.
    inner: Prefixes,
    /// Nothing is certain of what they match.
    rest: Vec<u32>,
}

impl RuleList {
    /// The patterns of a text; lines that are none are left out, as git does. None where there are more than `most`.
    pub(crate) fn parse(text: &str, most: u64) -> Option<Self> {
        let mut seen = BTreeSet::new();
        let mut rules = Vec::new();
        // Of equal lines the last decides.
        for line in text.trim_start_matches('\u{feff}').lines().rev() {
            if seen.insert(line)
                && let Some(pattern) = Pattern::parse(line)
            {
                if rules.len() as u64 == most {
                    return None;
                }
                rules.push(pattern);
            }
        }
        rules.reverse();
        Some(Self::new(rules))
    }

    pub(crate) fn new(rules: Vec<Pattern>) -> Self {
        let (mut names, mut paths) = (Collected::default(), Collected::default());
        for (number, rule) in rules.iter().enumerate().rev() {
            let collected = if rule.subject() == Subject::Name { &mut names } else { &mut paths };
            // A pattern that is broken matches nothing.
            if let Some(literals) = rule.literals() {
                collected.add(rule.text(), literals, number as u32);
            }
        }
        Self { rules, by_name: names.index(), by_path: paths.index() }
    }

    /// How many patterns there are.
    pub(crate) fn len(&self) -> usize {
        self.rules.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Pattern> {
        self.rules.iter()
    }

    /// The pattern that decides about this very path. Means nothing where the fuel is out.
    pub(crate) fn last_match(&self, path: &str, is_folder: bool, fuel: &mut Fuel) -> Option<&Pattern> {
        let mut best = None;
        for (index, subject) in [(&self.by_name, name_of(path)), (&self.by_path, path)] {
            index.candidates(subject, fuel, &mut |numbers, fuel| {
                for &number in numbers.iter().take_while(|number| best.is_none_or(|best| **number > best)) {
                    if self.rules[number as usize].matches(path, is_folder, fuel) {
                        best = Some(number);
                        break;
                    }
                    if !fuel.burn(1) {
                        break;
                    }
                }
            });
        }
        best.map(|number| &self.rules[number as usize])
    }
}

impl Index {
    /// Calls `on` with each group of patterns that may match.
    fn candidates(&self, subject: &str, fuel: &mut Fuel, on: &mut dyn FnMut(&[u32], &mut Fuel)) {
        if let Some(numbers) = self.whole.get(subject) {
            on(numbers, fuel);
        }
        self.heads.of(subject.as_bytes(), fuel, on);
        if !self.tails.is_empty() {
            let backwards: Vec<u8> = subject.bytes().rev().collect();
            self.tails.of(&backwards, fuel, on);
        }
        if !self.inner.is_empty() {
            (0..subject.len()).for_each(|at| self.inner.of(&subject.as_bytes()[at..], fuel, on));
        }
        on(&self.rest, fuel);
    }
}

/// Patterns by their literals, while they are collected.
#[derive(Default)]
struct Collected {
    whole: BTreeMap<Box<str>, Vec<u32>>,
    heads: BTreeMap<Box<[u8]>, Vec<u32>>,
    tails: BTreeMap<Box<[u8]>, Vec<u32>>,
    inner: BTreeMap<Box<[u8]>, Vec<u32>>,
    rest: Vec<u32>,
}

impl Collected {
    fn add(&mut self, text: &str, literals: Literals<'_>, number: u32) {
        let Literals { head, tail, longest } = literals;
        let numbers = if head.len() == text.len() {
            self.whole.entry(text.into()).or_default()
        } else if longest.is_empty() {
            &mut self.rest
        } else if longest.len() == head.len() {
            self.heads.entry(head.as_bytes().into()).or_default()
        } else if longest.len() == tail.len() {
            self.tails.entry(tail.bytes().rev().collect()).or_default()
        } else {
            self.inner.entry(longest.as_bytes().into()).or_default()
        };
        numbers.push(number);
    }

    fn index(self) -> Index {
        Index {
            whole: self.whole,
            heads: Prefixes::new(self.heads),
            tails: Prefixes::new(self.tails),
            inner: Prefixes::new(self.inner),
            rest: self.rest,
        }
    }
}
