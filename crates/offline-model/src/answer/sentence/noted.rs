//! What a function does on a condition without raising an error.

use super::Sentence;
use crate::answer::markdown::name;
use crate::known::Known;
use protocol::Evidence;

/// Above a call that logs.
pub fn logs(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::below(format!("{} logs this:", name(known, e)))
}

/// Above a statement that returns.
pub fn returns(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::below(format!("{} returns this:", name(known, e)))
}
