//! Anything about a topic in free words: what is left when no other kind fits.

use super::{Kind, Rules};
use crate::answer::topic;
use crate::plan;

pub const RULES: Rules = Rules {
    kind: Kind::Explain,
    patterns: &[],
    missing: |question, known, _| plan::explain(question, known),
    write: |out, question, known, _| topic::explain(out, question, known),
};
