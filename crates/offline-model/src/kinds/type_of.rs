//! "What type is X?", "what does X return?"

use super::{Kind, Rules};
use crate::answer::type_of;
use crate::plan;
use model::Step;

pub const RULES: Rules = Rules {
    kind: Kind::TypeOf,
    patterns: &[
        "= what|which type|types is|are|has the error|exception of|from {1}",
        "= what|what's is the error|exception type of|from {1}",
        "what does <1> return|returns|yield",
        "= what|which type|types is|are|has|of {1}",
        "= what|which type|types does|do {1} return|have|has|give|yield|produce",
        "= what|what's is|are the type|types of {1}",
        "= what|what's is|are the return|result|returned type|value of {1}",
        "= what|what's is|are type|types of {1}",
        "= what|which kind|sort|type of value|object|thing does|do|is {1} return|returned|give",
        "= type|types of {1}",
        "= return|result type|value of {1}",
        "what does|do {1} return|returns|yield",
        "what is|are returned|yielded by|from {1}",
        "what {1} returns|yields",
        "^ does|do|can {1} return",
        "signature of|for {1}",
        "what|which arguments|parameters|args|params does|do {1} take|accept|have|expect",
        "arguments|parameters|args|params of|to|for {1}",
    ],
    missing: |question, known, _| {
        // An attribute that a method sets is no definition, and is not found as one.
        let is_attribute = |name: &&String| name.contains(['.', '#', ':']) && known.definitions(name).is_empty();
        let attributes: Vec<String> = question.names.iter().filter(is_attribute).cloned().collect();
        let step = Step::Describe(attributes.clone());
        let looked = known.steps().iter().any(|step| matches!(step, Step::Find(_)));
        if looked && !attributes.is_empty() && !known.steps().contains(&step) {
            return vec![step];
        }
        plan::described(question, known, 2)
    },
    write: |out, question, known, _| type_of::write(out, question, known),
};
