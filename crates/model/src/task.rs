//! What a request asks for, typed: the same content as its messages, for a model that does not read prose.

use crate::{PlanStep, Step};
use protocol::{Evidence, Turn};
use serde::{Deserialize, Serialize};

/// What one step of a plan found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// `step_{index}: {sentence of the step}`.
    pub key: String,
    /// Tool results and summaries, joined by `\n---\n`.
    pub text: String,
    /// The spans in it.
    pub evidence: Vec<Evidence>,
    /// The step, where the plan had it typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
}

impl Finding {
    /// The step that found it; of one stored without it, what its sentence means.
    pub fn step(&self) -> Step {
        let sentence = || self.key.split_once(": ").map_or(self.key.as_str(), |(_, sentence)| sentence);
        self.step.clone().unwrap_or_else(|| PlanStep::from(sentence().to_owned()).step())
    }
}

/// What every call about a question knows. Borrowed from the state of the run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Context<'a> {
    /// As asked.
    pub question: &'a str,
    /// Earlier turns, oldest first.
    pub history: &'a [Turn],
    /// What earlier steps found, in their order.
    pub findings: &'a [Finding],
}

/// What a call is for. The response must have what the prompt of that call asks a language model for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Task<'a> {
    /// A plan: answer with a JSON array of sentences, and with the typed steps where they are known
    /// ([`ChatResponse::plan`](crate::ChatResponse::plan)).
    Plan(Context<'a>),
    /// One move within a step: answer with tool calls, or with a summary when the step is done. The request's
    /// messages hold the tool results so far, with their evidence.
    Act {
        /// What is known.
        context: Context<'a>,
        /// The step of the plan.
        step: &'a PlanStep,
        /// Which model call of this step, from 1.
        call: u32,
    },
    /// Does the evidence suffice? Answer with `{"decision": "CONTINUE" | "FINISH", "reason": ".."}`.
    Judge {
        /// What is known.
        context: Context<'a>,
        /// Planning round, from 1.
        iteration: u32,
    },
    /// The answer: markdown that cites spans as `[[id]]`.
    Answer(Context<'a>),
    /// Anything else: only the messages describe it. The offline model refuses it.
    Free,
}
