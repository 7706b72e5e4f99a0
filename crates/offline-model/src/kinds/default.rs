//! "What is the default of X?", "where is X configured?": the value itself is the answer.

use super::{Kind, Rules};
use crate::answer::default;
use crate::plan;
use model::Step;

pub const RULES: Rules = Rules {
    kind: Kind::Default,
    patterns: &[
        "default value|values|setting of|for|in {1}",
        "default of|for {1}",
        "defaults of|for|in {1}",
        "what|what's|which is|are default",
        "what|what's is|are {1} by default",
        "what|what's|whats default",
        "what|which does|do {1} default to",
        "what value does|do|is {1} have|has|get|set",
        "value|values of {1}",
        "{1} default|defaults",
        "where|how is|are|can|do|does i|you|we|one configure|set|change {1}",
        "where|how is|are {1} configured|set|specified|controlled|configurable",
        "where|how * * configured",
        "where|how * * * configured",
        "how long|many|much|large|big is|are {1} by default",
        "what is|are {1} set to",
        "which setting|settings|option|options|parameter|parameters|flag|environment controls|control|sets|configures|variable",
        "how do|can|to i|you|we configure|set|change default",
    ],
    missing: |question, known, _| {
        let (setting, owner) = default::asked(question);
        let mut steps = Vec::new();
        let described = |name: &str| {
            known
                .steps()
                .iter()
                .any(|step| matches!(step, Step::Describe(names) if names.iter().any(|other| other == name)))
        };
        // The owner's parameters and fields first, then whatever has the setting's words as its name.
        for name in owner.iter().chain(&setting) {
            if !name.is_empty() && !described(name) {
                steps.push(Step::Describe(vec![name.clone()]));
            }
        }
        if steps.is_empty() && !default::is_found(question, known) {
            steps.push(Step::Search(plan::search_words(question)));
        }
        steps
    },
    write: |out, question, known, _| default::write(out, question, known),
};
