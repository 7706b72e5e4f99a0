//! "Who calls it?"

use super::{Kind, Rules};
use crate::answer::calls;
use crate::plan;

pub const RULES: Rules = Rules {
    kind: Kind::Callers,
    patterns: &[
        "who|what|which|whatever calls|call|invokes|invoke|uses|use|triggers|needs {1}",
        "who|what|which * calls|call|invokes|invoke|uses|use {1}",
        "callers|usages|usage|invocations|users of|to|for {1}",
        "calls|uses of|to {1}",
        "call sites|site of|for|to {1}",
        "callers {1}",
        "{1} callers|usages",
        "where|when|how|from is|are|was|gets|'s {1} called|used|invoked",
        "where|when does|do * call|calls|use|invoke {1}",
        "where|when {1} is called|used|invoked",
        "who|what depends|depend|relies on {1}",
        "is|are {1} used|called|invoked",
        "who is {1} called|used by",
    ],
    missing: |question, known, _| plan::about_names(question, known),
    write: |out, question, known, _| calls::callers(out, question, known),
};
