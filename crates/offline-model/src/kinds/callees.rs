//! "What does it call?"

use super::{Kind, Rules};
use crate::answer::calls;
use crate::plan;

pub const RULES: Rules = Rules {
    kind: Kind::Callees,
    patterns: &[
        "what|which|who does|do|did {1} call|calls|invoke|use|need",
        "what|which * does|do|did {1} call|invoke",
        // "Which permission does it use" asks for a value.
        "= what|which functions|methods|helpers|classes|modules|symbols|types|utilities|apis does|do|did {1} use",
        "what|which does|do {1} depend|rely on",
        "callees of|for {1}",
        "callees {1}",
        "{1} callees",
        "called|invoked|used by {1}",
        "calls made|done by|in {1}",
        "calls by|in|from {1}",
        "dependencies of {1}",
        "what {1} calls|invokes|uses",
    ],
    missing: |question, known, _| plan::about_names(question, known),
    write: |out, question, known, _| calls::callees(out, question, known),
};
