//! The typed form of what a prompt asks, for a model that does not read prose.

use crate::{PlanStep, Step, ToolSpec};
use protocol::{Evidence, Turn};
use serde::{Deserialize, Serialize};

/// The result of one step of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// `step_{index}: {sentence of the step}`.
    pub key: String,
    /// Tool results and summaries, joined by `\n---\n`.
    pub text: String,
    /// The spans in the text.
    pub evidence: Vec<Evidence>,
    /// The typed step, if the plan had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
}

impl Finding {
    /// The step that found it; if it was stored without one, the step that its sentence describes.
    pub fn step(&self) -> Step {
        let sentence = || self.key.split_once(": ").map_or(self.key.as_str(), |(_, sentence)| sentence);
        self.step.clone().unwrap_or_else(|| PlanStep::from(sentence().to_owned()).step())
    }
}

/// What is known at every model call of a run. Borrowed from the state of the run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Context<'a> {
    /// The question, unchanged.
    pub question: &'a str,
    /// Earlier turns, oldest first.
    pub history: &'a [Turn],
    /// Findings of earlier steps, in order.
    pub findings: &'a [Finding],
}

/// What is known of a step without asking a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepFacts<'a> {
    /// The error of its last tool call, if that failed.
    pub failure: Option<&'a str>,
    /// Files that its calls changed.
    pub changed_files: u32,
    /// Whether the step is one that has to change something.
    pub wants_change: bool,
    /// Sentences of its report that claim what no call did.
    pub unmatched_claims: u32,
}

/// The purpose of a model call. The response must have the form that the prompt of that call asks a language model for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Task<'a> {
    /// Make a plan: answer with a JSON array of sentences, and with the typed steps if they are known
    /// ([`ChatResponse::plan`](crate::ChatResponse::plan)).
    Plan(Context<'a>),
    /// Do the next part of a step: answer with tool calls, or with a summary when the step is done. The request's
    /// messages hold the tool results so far, with their evidence.
    Act {
        /// What is known so far.
        context: Context<'a>,
        /// The step of the plan.
        step: &'a PlanStep,
        /// Number of this model call within the step, from 1.
        call: u32,
    },
    /// Judge whether the evidence suffices. Answer with `{"decision": "CONTINUE" | "FINISH", "reason": ".."}`.
    Judge {
        /// What is known so far.
        context: Context<'a>,
        /// Planning round, from 1.
        iteration: u32,
    },
    /// Write the answer: markdown that cites spans as `[[id]]`.
    Answer(Context<'a>),
    /// Plan the steps that are left to reach a goal: answer with `{"plan": ["step", ..]}`, empty if there is none.
    Steps {
        /// The goal, as the person wrote it.
        goal: &'a str,
        /// The steps that are done.
        done: &'a [&'a str],
        /// What went wrong before.
        feedback: Option<&'a str>,
    },
    /// Do the next part of a step: answer with tool calls, or with `{"success": bool, "output": ".."}` when it is over. The
    /// request's messages hold the results of tools since the last message of a user.
    StepAct {
        /// The goal, as the person wrote it.
        goal: &'a str,
        /// The step.
        step: &'a str,
    },
    /// Judge a step that is said to be done: answer with `{"verdict": "continue" | "retry" | "replan" | "finish", "reason":
    /// "..", "fix_suggestion": ".."}`.
    Review {
        /// Whether it is the last step of the plan.
        is_last: bool,
        /// How many reviews before it in a row wanted something else.
        rejections: u32,
        /// What is known of the step.
        facts: StepFacts<'a>,
    },
    /// Score from 0 to 100 how far the request is about the repository. Answer with `{"score": .., "reasoning": "..",
    /// "in_scope": bool}`.
    Scope {
        /// The request.
        context: Context<'a>,
        /// Where the repository has words of the request, best first.
        matches: &'a [Evidence],
    },
    /// Choose the next tools, or the answer. Answer with `{"action": "execute_tool" | "generate", "tool_calls": [{"tool_name":
    /// "..", "tool_args": {..}}], "reasoning": ".."}`.
    Route {
        /// The request; the findings are the calls so far, one each.
        context: Context<'a>,
        /// The tools that may be called.
        tools: &'a [ToolSpec],
    },
    /// Judge which spans help to answer the request. Answer with `{"grades": [{"id": "..", "relevant": bool, "reasoning":
    /// ".."}]}`.
    Grade {
        /// The request.
        context: Context<'a>,
        /// The spans.
        chunks: &'a [Evidence],
    },
    /// Decline a request that is not about the repository, in two or three sentences.
    Reply(Context<'a>),
    /// Any other purpose, which only the messages describe. The offline model refuses it.
    Free,
}
