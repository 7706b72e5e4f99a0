//! "Which tests cover X?"

use super::{Kind, Rules};
use crate::answer::tests_of;
use crate::plan;

pub const RULES: Rules = Rules {
    kind: Kind::TestsOf,
    patterns: &[
        "which|what tests|test cover|covers|exercise|exercises|check|checks|use|uses|call|calls|hit|reach|touch|run {1}",
        "which|what * tests|test {1}",
        "which|what|who tests {1}",
        "tests|test that|which cover|covers|exercise|call|use|check|reach {1}",
        "is|are|where|how|does {1} tested|covered",
        "where|how|is is|are|there {1} tested|covered",
        "test|tests|coverage for|of|covering {1}",
        "does|do|has|have {1} have|has|any tests|test|coverage",
        "does|do {1} have tests|test|coverage",
        "unit|integration tests|test for|of {1}",
        "test file|files|coverage for|of {1}",
        "[1] tests",
        "tests [1]",
    ],
    missing: |question, known, _| plan::described(question, known, 2),
    write: |out, question, known, _| tests_of::write(out, question, known),
};
