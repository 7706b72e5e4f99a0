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

/// What the words of a request say of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RequestKind<'a> {
    /// `greeting`, `file_operation`, `explanation`, `code_fix`, `code_generation`, `complex_refactor` or `unknown`.
    pub kind: &'a str,
    /// How sure that is, from 0 to 1.
    pub confidence: f64,
    /// The existing files that it names.
    pub files: &'a [String],
    /// Which of its words say so: a sentence.
    pub reasoning: &'a str,
}

/// What is known of the work on a request without asking a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorkFacts<'a> {
    /// Whether the request wants something changed.
    pub wants_change: bool,
    /// How the last attempt ended, in the words of who made it; `None` before the first.
    pub outcome: Option<&'a str>,
    /// The last error or failed check.
    pub failure: Option<&'a str>,
}

/// A file with its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceFile<'a> {
    /// Its path.
    pub path: &'a str,
    /// Its whole text.
    pub text: &'a str,
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
    /// Say what kind of request it is. Answer with `{"task_type": "..", "confidence": 0..1, "files": [".."], "action": "..",
    /// "reasoning": ".."}`.
    Classify {
        /// What the words of the request say of it.
        by_words: RequestKind<'a>,
    },
    /// Decide what to do about a request. Answer with `{"action": "delegate" | "tool" | "respond" | "done", "agent": "..",
    /// "reasoning": "..", "response": "..", "tool_calls": [{"tool": "..", "args": {..}}]}`.
    PlanAction {
        /// The request; the findings are the calls so far, one each.
        context: Context<'a>,
        /// The tools that may be called.
        tools: &'a [ToolSpec],
        /// What is known of the work on it.
        work: WorkFacts<'a>,
    },
    /// Carry out a request: answer with tool calls, or in words when it is done or cannot be. The request's messages hold the
    /// results of tools since the last message of a user.
    Delegated {
        /// The request; the findings are the calls so far, one each.
        context: Context<'a>,
        /// Whether the request wants something changed.
        wants_change: bool,
    },
    /// Say what a request is for. Answer with `{"intent": "read" | "edit" | "run_command" | "profile" | "undo", "preferences":
    /// {"name": bool}, "reason": ".."}`.
    Intent(Context<'a>),
    /// Choose the files to read for an answer: answer with a JSON array of paths.
    PickFiles {
        /// The question.
        context: Context<'a>,
        /// Where the repository has words of the question, best first.
        matches: &'a [Evidence],
    },
    /// Change files: answer with tool calls that edit, with `[{"file": "..", "edits": [{"line": 1, "old": "..", "new": ".."}]}]`,
    /// or with `{"reason": ".."}` where nothing is to be changed.
    Edits {
        /// The request.
        request: &'a str,
        /// The files that the prompt shows.
        files: &'a [SourceFile<'a>],
        /// Where the repository has words of the request, best first.
        matches: &'a [Evidence],
        /// The failure of the check after the last edits.
        failure: Option<&'a str>,
    },
    /// Name the program that a request asks to run: answer with a JSON array of the program and its arguments, or an empty one.
    Argv {
        /// The request.
        request: &'a str,
    },
    /// Any other purpose, which only the messages describe. The offline model refuses it.
    Free,
}
