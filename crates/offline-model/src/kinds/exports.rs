//! "Which functions does index.js export?": what a file of JavaScript or TypeScript gives to others. Recognised by
//! [`exports::asked`].

use super::{Kind, Rules};
use crate::answer::{self, topic};
use crate::exports;

pub const RULES: Rules = Rules {
    kind: Kind::Exports,
    patterns: &[],
    missing: |question, known, _| {
        let steps = exports::missing(question, known);
        steps.into_iter().filter(|step| !known.steps().contains(step)).collect()
    },
    write: |out, question, known, _| {
        answer::exports::write(out, question, known) || topic::explain(out, question, known)
    },
};
