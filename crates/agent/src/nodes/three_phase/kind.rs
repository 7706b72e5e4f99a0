//! What is to be judged: what a request is, by its words and by what ran for it.

use super::{tool, words};
use crate::ThreePhaseState;
use crate::states::three_phase::TOOLS;

/// What is to be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A change of code, which is checked.
    Change,
    /// An operation that the person asked for in plain words.
    Operation,
    /// Something that the person asked to see.
    Look,
    /// Anything that is to be answered.
    Question,
}

/// What the request is, by its words and by what ran for it.
pub(super) fn kind(state: &ThreePhaseState) -> Kind {
    let in_plain_words = state.by_person && state.agent_outcome.agent == TOOLS;
    if in_plain_words && tool::of_now(state).any(|call| !call.reads) {
        Kind::Operation
    } else if words::wants_change(&state.input) || state.has_changed() {
        Kind::Change
    } else if in_plain_words && !words::asks_to_explain(&state.input) {
        Kind::Look
    } else {
        Kind::Question
    }
}
