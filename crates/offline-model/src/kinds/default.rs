//! "What is the default of X?", "where is X configured?": the value itself is the answer.

use super::{Kind, Rules};
use crate::answer::default;
use crate::query::search_words;
use crate::usage;
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
        "^ value|values of {1}",
        "what|what's is|are value|values of {1}",
        "{1} default|defaults",
        "^ default value|values|setting|of|for",
        "which|what * is|are used by default",
        "^ is|are {1} by default",
        "^ is|are {1} on|off|enabled|disabled|active|allowed|set|true|false by default",
        "^ does|do {1} * by default",
        "^ does|do {1} * * by default",
        "what|which * does|do|is|are {1} use|have|used by default",
        "where|how is|are|can|do|does i|you|we|one configure|set|change {1}",
        "where|how is|are {1} configured|specified|controlled|configurable",
        "where|how is|are [1] set",
        "where is|are {1} set",
        "where is default {1} set|defined|configured|declared|specified",
        "where is default * set|defined|configured|declared|specified",
        "where is default * * set|defined|configured|declared|specified",
        "where|how * * configured",
        "where|how * * * configured",
        "how long|many|much|large|big is|are {1} by default",
        "how many|much|long|large {1} is|are the default",
        "how many|much|long|large * * is|are the default",
        "how many|often * by default",
        "how many|often * * by default",
        "how many|often * * * by default",
        "how long|large|big|high|deep is|are {1}",
        "how long|large|big|high|deep is|are * {1}",
        "what|which port|address|interface|host is|are|does|do {1} listen|listening|bind|bound|run|running|served on|to|at",
        "what|which port|address|interface|host is|are|does|do * {1} listen|listening|bind|bound|run|running|served on|to|at",
        "what is|are {1} set to",
        "which setting|settings|option|options|parameter|parameters|flag|environment controls|control|sets|configures|variable",
        "how do|can|to i|you|we configure|set|change default",
    ],
    missing: |question, known, _| {
        let asked = default::asked(question);
        let mut names: Vec<String> = asked.query().into_iter().collect();
        // What the owner states of its parameters and fields, and the symbol that has the setting's name.
        names.extend([asked.owner, asked.setting].into_iter().filter(|name| !name.is_empty() && !name.contains(' ')));
        let is_done = |name: &String| {
            known.steps().iter().any(|step| matches!(step, Step::Describe(done) if done.contains(name)))
        };
        names.retain(|name| !is_done(name));
        if !names.is_empty() {
            return vec![Step::Describe(names)];
        }
        if default::is_found(question, known) {
            // A value may name the class that is taken.
            let named = default::named(question, known).map(|path| Step::Find(vec![path]));
            return named.into_iter().collect();
        }
        // Manuals and help texts state what the code has no name for.
        let words = search_words(question);
        let of_documents = usage::in_documents(&format!("{words} default"));
        if words.is_empty() { Vec::new() } else { vec![Step::Search(words), of_documents] }
    },
    write: |out, question, known, _| default::write(out, question, known),
};
