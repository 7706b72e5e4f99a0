//! What each agent is shown with: a request about the bundled sample, Quarry's own source, that needs no language model.

use super::AgentKind;
use crate::policy::Mode;
use protocol::Demo;

/// The sample's name.
const SAMPLE: &str = "quarry";

impl AgentKind {
    /// The request that shows this agent at work on the bundled sample. What it names is in the sample, and a test of the
    /// command line asks all of them: where a symbol gets another name, another request is to be written here.
    pub fn demo(self) -> Demo {
        let (request, mode) = match self {
            Self::PlanReact => ("How does CallRunner.step reach Policy.decide?", Mode::LookOnly),
            Self::ThreePhase => ("Explain crates/agent/src/policy/mod.rs", Mode::LookOnly),
            Self::IntentRouter => ("What does CallRunner.step do?", Mode::LookOnly),
            Self::PlanReview => ("Rename lower_parts to lower_case_parts", Mode::AskBeforeEdits),
            Self::ToolRouter => ("How is a run resumed after its process ended?", Mode::LookOnly),
        };
        Demo { request: request.to_owned(), mode, repository: SAMPLE.to_owned() }
    }
}
