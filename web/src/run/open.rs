//! What a suspended run asks, with the ids to answer by.

use super::RunView;
use protocol::{Asked, ProposedCall};

/// An interrupt that the person has not answered.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenInterrupt {
    /// The id to answer by; `None` in a run of a version that recorded none, which has no other open.
    pub interrupt: Option<String>,
    pub asked: Asked,
}

impl RunView {
    /// The tool calls that await approval.
    pub fn proposed(&self) -> impl Iterator<Item = &ProposedCall> {
        self.open.iter().flat_map(|open| match &open.asked {
            Asked::Calls { calls } => calls.as_slice(),
            Asked::Question { .. } => &[],
        })
    }

    /// The questions that await an answer.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        self.open.iter().filter_map(|open| match &open.asked {
            Asked::Calls { .. } => None,
            Asked::Question { question, .. } => Some(question.as_str()),
        })
    }

    pub(super) fn ask(&mut self, interrupt: Option<String>, asked: Asked) {
        self.open.retain(|open| open.interrupt != interrupt);
        self.open.push(OpenInterrupt { interrupt, asked });
    }
}
