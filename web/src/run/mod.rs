//! A run of an agent as the page shows it: built from its events, one at a time, by a pure reducer.

mod reducer;

use protocol::{Citation, Decision, Evidence, ModelInfo, Turn};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Everything shown of one question.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RunView {
    /// As asked.
    pub question: String,
    /// The agent's name.
    pub agent: String,
    /// Who answers; known once the run has begun.
    pub model: Option<ModelInfo>,
    /// The plan of this planning round.
    pub plan: Vec<PlanStep>,
    /// Planning round, from 1; 0 before the first plan.
    pub iteration: u32,
    /// Why the model's plan was not used.
    pub fallback: Option<String>,
    /// What was done, oldest first.
    pub rows: Vec<Arc<Row>>,
    /// What was found, oldest first.
    pub findings: Vec<Arc<Finding>>,
    /// The answer so far, as markdown.
    pub answer: String,
    /// Its verified citations.
    pub citations: Vec<Citation>,
    /// Citations that were taken out.
    pub dropped: u32,
    /// The last judgement of the evidence.
    pub decision: Option<(Decision, String)>,
    /// A model call that is being tried again: what happened, in words.
    pub retrying: Option<String>,
    /// The node that runs now.
    pub node: Option<String>,
    /// Nodes that have run.
    pub visited: BTreeSet<String>,
    /// Every span a tool returned, by id.
    pub evidence: BTreeMap<String, Arc<Evidence>>,
    /// How far it is.
    pub state: RunState,
    /// Milliseconds: since the run began, or in all once it is over.
    pub ms: f64,
}

/// How far a run is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RunState {
    /// Working.
    #[default]
    Running,
    /// Answered.
    Done,
    /// The person stopped it.
    Cancelled,
    /// It could not go on.
    Failed {
        /// What happened.
        message: String,
        /// What to do.
        advice: Option<String>,
    },
}

impl RunState {
    /// The name used in `data-state`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Running => "streaming",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
            Self::Failed { .. } => "failed",
        }
    }
}

/// How far a step of the plan is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepState {
    /// Not begun.
    Waiting,
    /// Being worked on.
    Running,
    /// Over.
    Done,
    /// The run ended before it did.
    Stopped,
}

/// A step of the plan.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanStep {
    /// What is to be done.
    pub text: String,
    /// How far it is.
    pub state: StepState,
    /// When it began, milliseconds since the run began.
    pub began_ms: f64,
    /// How long it took.
    pub ms: Option<f64>,
}

/// One line of the timeline.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Sequence number of the event that made it.
    pub id: u32,
    /// The node it belongs to.
    pub node: String,
    /// When, milliseconds since the run began.
    pub at_ms: f64,
    /// How long it took; `None` while it lasts.
    pub ms: Option<f64>,
    /// False where it failed.
    pub ok: bool,
    /// What it is.
    pub kind: RowKind,
}

/// What a line of the timeline is.
#[derive(Debug, Clone, PartialEq)]
pub enum RowKind {
    /// A node of the graph.
    Node {
        /// Superstep, from 1.
        step: u32,
        /// State fields it wrote.
        wrote: Vec<String>,
        /// Tokens its model calls read and wrote, where known.
        tokens: Option<(u32, u32)>,
        /// Text of its model calls.
        text: String,
    },
    /// A tool call.
    Tool {
        /// The call's id.
        call: String,
        /// The tool.
        name: String,
        /// JSON text.
        arguments: String,
        /// One line; empty while it lasts.
        summary: String,
        /// What the model was given.
        output: String,
        /// Spans it returned.
        evidence: Vec<Arc<Evidence>>,
    },
    /// The refinery's judgement.
    Decision {
        /// What.
        decision: Decision,
        /// Why.
        reason: String,
    },
    /// A model call that failed and is tried again.
    Retry {
        /// What happened.
        why: String,
    },
}

/// What a step found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// `step_{index}: {description}`.
    pub key: String,
    /// As text.
    pub text: String,
    /// Its spans.
    pub evidence: Vec<Arc<Evidence>>,
}

impl RunView {
    /// A run that has been asked for and not begun.
    pub fn new(question: String, agent: String) -> Self {
        Self { question, agent, ..Self::default() }
    }

    /// True while it works.
    pub fn is_running(&self) -> bool {
        self.state == RunState::Running
    }

    /// The run as an earlier turn of the conversation; `None` without an answer.
    pub fn turn(&self) -> Option<Turn> {
        let mut symbols: Vec<String> = Vec::new();
        for symbol in self.citations.iter().filter_map(|citation| citation.symbol.as_ref()) {
            if !symbols.contains(symbol) {
                symbols.push(symbol.clone());
            }
        }
        (self.state == RunState::Done).then(|| Turn {
            question: self.question.clone(),
            answer: self.answer.clone(),
            symbols,
        })
    }

    /// The citation with this number.
    pub fn citation(&self, number: u32) -> Option<&Citation> {
        self.citations.iter().find(|citation| citation.number == number)
    }
}
