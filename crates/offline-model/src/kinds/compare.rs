//! "What is the difference between A and B?"

use super::{Kind, Rules};
use crate::answer::compare;
use crate::asked::Question;
use crate::known::Known;
use crate::pair;
use crate::plan;
use crate::siblings;
use crate::symbol::last;
use crate::usage;
use model::Step;
use std::collections::BTreeSet;

pub const RULES: Rules = Rules {
    kind: Kind::Compare,
    patterns: &[
        "difference|differences|distinction|similarities between <1> and <2>",
        "differences|difference of|in {1} and|from|to {2}",
        "^ compare|contrast|comparing <1> and|with|to|against|vs|versus <2>",
        "compare|contrast|comparing {1} and|with|to|against|vs|versus {2}",
        "<1> vs|versus|vs. <2>",
        "{1} compared to|with {2}",
        "comparison of|between {1} and|with {2}",
        "how|where does|do|is|are {1} differ|differs|different|differing from|to|than {2}",
        "how|where do|does {1} and {2} differ|differs|compare",
        "what do {1} and {2} have|share",
        "how is|are {1} and {2} different|related",
        "what|what's is|are different between {1} and {2}",
        "when use|to use {1} or|instead|over {2}",
    ],
    missing: |question, known, _| {
        let names = described(question, known);
        let is_open = names.len() < 2 || question.names.iter().any(|name| pair::is_phrase(question, name));
        // What the documents say of two things that are no names of code.
        if plan::has_looked_for(question, known) && is_open {
            let of_documents = question.names.iter().map(|name| usage::in_documents(name));
            let open: Vec<Step> = of_documents.filter(|step| !known.steps().contains(step)).collect();
            if !open.is_empty() {
                return open;
            }
        }
        let mut steps = plan::described_as(question, known, names.clone());
        // What each calls that the other does not.
        let unasked: Vec<String> =
            names.into_iter().filter(|name| !known.has_asked_callees(&known.resolve(name))).collect();
        if steps.is_empty() && !unasked.is_empty() {
            steps.push(Step::Callees(unasked));
        }
        if steps.is_empty() {
            steps = of_siblings(question, known);
        }
        steps
    },
    write: |out, question, known, _| compare::write(out, question, known),
};

/// Of two types of one base: the methods that both define, and where each is made.
fn of_siblings(question: &Question, known: &Known<'_>) -> Vec<Step> {
    let [a, b, ..] = question.names.as_slice() else { return Vec::new() };
    let (Some(left), Some(right)) = pair::meant(known, question, [a, b]) else { return Vec::new() };
    if siblings::bases(known, left, right).is_empty() {
        return Vec::new();
    }
    let methods = siblings::methods(known, left, right);
    let open = |name: &String| !known.has_described(&known.resolve(name));
    let methods = plan::handles(known, methods.into_iter().flat_map(|(own, other)| [own, other]));
    let methods: Vec<String> = methods.into_iter().filter(open).collect();
    let made = plan::handles(known, [left, right].into_iter());
    let made: Vec<String> = made.into_iter().filter(|name| !known.has_asked_callers(&known.resolve(name))).collect();
    let steps =
        [(!methods.is_empty()).then_some(Step::Describe(methods)), (!made.is_empty()).then_some(Step::Callers(made))];
    steps.into_iter().flatten().collect()
}

/// The symbols that are compared.
fn described(question: &Question, known: &Known<'_>) -> Vec<String> {
    // Of `Client` and `blocking::Client` one name may mean both.
    let is_phrase = |name: &String| pair::is_phrase(question, name);
    if !question.names.iter().any(is_phrase)
        && question.names.iter().map(|name| last(name)).collect::<BTreeSet<_>>().len() == 1
    {
        return plan::described_names(question, known, 2);
    }
    let [a, b, ..] = question.names.as_slice() else { return plan::described_names(question, known, 1) };
    let (left, right) = pair::meant(known, question, [a, b]);
    plan::handles(known, left.into_iter().chain(right))
}
