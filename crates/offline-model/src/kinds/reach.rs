//! "How does A reach B?"

use super::{Kind, Rules};
use crate::answer::reach;
use crate::plan;

pub const RULES: Rules = Rules {
    kind: Kind::Reach,
    patterns: &[
        "how does|do|can|could|would|did {1} reach|reaches|call|calls|invoke|trigger {2}",
        "how does|do|can|could|would|did [1] use|hit [2]",
        "how does|do|can|could|would|did [1] get|lead|come|go|connect|relate|flow to [2]",
        "how does|do|can|could|did [1] end up in|at|calling [2]",
        "how {1} reaches|calls {2}",
        "how is|are|does {2} reached|called|invoked from|by|in|via {1}",
        "how {2} is reached|called|invoked from|by {1}",
        "path|chain|route|way|link from {1} to {2}",
        "does|do|can|could {1} call|reach|invoke {2}",
        "between [1] and [2]",
        "from [1] to [2]",
    ],
    missing: |question, known, _| plan::reach(question, known),
    write: |out, question, known, _| reach::chain(out, question, known),
};
