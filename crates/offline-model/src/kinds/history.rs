//! When something was changed, by whom and why. Recognised by [`history::asked`].

use super::{Kind, Rules};
use crate::{answer, history};

pub const RULES: Rules = Rules {
    kind: Kind::History,
    patterns: &[],
    missing: |question, known, _| history::missing(question.history.as_ref(), known),
    write: |out, question, known, findings| answer::history::write(out, question, known, findings),
};
