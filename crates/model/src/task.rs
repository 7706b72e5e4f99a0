//! What is asked, typed: the same content as a request's messages, for a model that does not read prose.

use protocol::{Evidence, Turn};

/// A finding as the agent keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct FindingNote {
    /// `step_{index}: {description}`.
    pub key: String,
    /// The evidence as text.
    pub text: String,
    /// Its spans.
    pub evidence: Vec<Evidence>,
}

/// What a call is for. The response's text must be what the prompt of that call asks a language model for.
#[derive(Debug, Clone, PartialEq)]
pub enum Task {
    /// A plan: answer with a JSON array of step descriptions.
    Plan {
        /// As asked.
        question: String,
        /// Earlier turns, oldest first.
        history: Vec<Turn>,
        /// What is known; empty in the first round.
        findings: Vec<FindingNote>,
        /// Planning round, from 1.
        iteration: u32,
    },
    /// One move within a step: answer with tool calls, or with a summary when the step is done. The request's
    /// messages hold the tool results so far, with their evidence.
    Act {
        /// As asked.
        question: String,
        /// Earlier turns, oldest first.
        history: Vec<Turn>,
        /// The step's description, as planned.
        step: String,
        /// What earlier steps found.
        findings: Vec<FindingNote>,
        /// Which model call of this step, from 1.
        call: u32,
    },
    /// Does the evidence suffice? Answer with `{"decision": "CONTINUE" | "FINISH", "reason": ".."}`.
    Judge {
        /// As asked.
        question: String,
        /// Earlier turns, oldest first.
        history: Vec<Turn>,
        /// The plan.
        plan: Vec<String>,
        /// Steps done.
        done: u32,
        /// What was found.
        findings: Vec<FindingNote>,
        /// Planning round, from 1.
        iteration: u32,
    },
    /// The answer: markdown that cites spans as `[[id]]`.
    Answer {
        /// As asked.
        question: String,
        /// Earlier turns, oldest first.
        history: Vec<Turn>,
        /// All that was found.
        findings: Vec<FindingNote>,
    },
    /// Anything else: only the messages say what. The offline model declines it.
    Free,
}
