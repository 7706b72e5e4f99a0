//! "Which methods does it have?"

use super::{Kind, Rules};
use crate::answer::members;
use crate::plan;

pub const RULES: Rules = Rules {
    kind: Kind::Members,
    patterns: &[
        "= what|which functions|methods|fields|members|attributes|properties|variants does|do {1} have|has|define|offer|provide|own",
        "= what|which functions|methods|fields|members|attributes|properties|variants has|have {1}",
        "= functions|methods|fields|members|attributes|properties|variants of {1}",
        "= functions|methods|fields|members|attributes|properties|variants of the {1}",
        "= functions|methods|fields|members|attributes|properties|variants of the class|struct|trait|interface|enum|type {1}",
    ],
    missing: |question, known, _| plan::described(question, known, 2),
    write: |out, question, known, _| members::write(out, question, known),
};
