//! "Which tests cover X?"

use super::{Kind, Rules};
use crate::answer::tests_of;
use crate::plan;

pub const RULES: Rules = Rules {
    kind: Kind::TestsOf,
    patterns: &[
        "which|what tests|test|specs|spec cover|covers|exercise|exercises|check|checks|use|uses|call|calls|hit|reach|touch|run {1}",
        "which|what * tests|test|specs {1}",
        "which|what|who tests {1}",
        "tests|test|specs that|which cover|covers|exercise|call|use|check|reach {1}",
        "is|are|where|how|does {1} tested|covered",
        "where|how|is is|are|there {1} tested|covered",
        "test|tests|specs|coverage for|of|covering {1}",
        "does|do|has|have {1} have|has|any tests|test|coverage",
        "does|do {1} have tests|test|coverage",
        "unit|integration tests|test for|of {1}",
        "test file|files|coverage for|of {1}",
        "[1] tests|specs",
        "tests|specs [1]",
    ],
    missing: |question, known, findings| {
        let steps = plan::described(question, known, 2);
        if !steps.is_empty() || tests_of::is_reached(question, known) {
            return steps;
        }
        // By its name, then by the folder that it is in.
        let of = tests_of::names(question, known);
        let next = of.into_iter().map(tests_of::step).find(|step| !findings.iter().any(|done| done.step() == *step));
        next.filter(|_| !tests_of::is_listed(findings)).into_iter().collect()
    },
    write: |out, question, known, findings| tests_of::write(out, question, known, findings),
};
