//! A run of an agent as the page shows it: built from its events, one at a time, by a pure reducer.

mod locality;
mod marks;
mod record;
mod reducer;
mod row;
mod words;

pub use locality::{Origin, locality};
pub use marks::marks;
pub use row::{Row, RowKind, RowState};
pub use words::{status, why_suspended};

use protocol::{
    CheckpointSummary, Citation, Decision, Evidence, ModelChoice, ModelInfo, NodeRun, ProposedCall, RunOrigin,
    RunSummary, SpanCheck, Turn,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct RunView {
    /// Names the run; empty until it has started.
    pub run: String,
    pub question: String,
    pub agent: String,
    /// The current or last model of the run; known once the run has started.
    pub model: Option<ModelInfo>,
    /// The model that the page has it answered by; `None` where the page has not asked it to work.
    pub answering: Option<ModelChoice>,
    /// Hosts that answered in it, and so were sent something; in order of their first call.
    pub hosts: Vec<String>,
    /// It came from a file: what it holds is unverified.
    pub is_imported: bool,
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
    pub state: RunState,
    /// Milliseconds: since the run began, or in all once it is over.
    pub ms: f64,
    /// Its checkpoints, oldest first.
    pub checkpoints: Vec<CheckpointSummary>,
    /// The checkpoint that the next one follows.
    tip: Option<u64>,
    /// Nodes that have ended since the last checkpoint.
    since: Vec<NodeRun>,
    /// Tool calls that wait for a person.
    pub proposed: Vec<ProposedCall>,
    /// Set where it is a fork.
    pub forked_from: Option<RunOrigin>,
    /// True while a stored run is read; its events are what was recorded.
    pub is_recorded: bool,
    /// True from the wish to pause until the superstep is over.
    pub is_pausing: bool,
    /// Its state before it was asked to resume.
    held: Option<RunState>,
    /// Lines made so far.
    made: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RunState {
    #[default]
    Running,
    Done,
    /// The person stopped it.
    Cancelled,
    /// The person paused it.
    Paused,
    /// It waits for a person's approval of tool calls.
    AwaitingApproval,
    /// Its tab was closed while it ran.
    Interrupted,
    /// Another tab works on it.
    Elsewhere,
    /// It could not go on.
    Failed {
        message: String,
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
            Self::Paused => "paused",
            Self::AwaitingApproval => "awaiting-approval",
            Self::Interrupted => "interrupted",
            Self::Elsewhere => "elsewhere",
            Self::Failed { .. } => "failed",
        }
    }
}

/// How far a step of the plan is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepState {
    /// Not started.
    Waiting,
    /// Being worked on.
    Running,
    /// Over.
    Done,
    /// The run ended before it did.
    Stopped,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PlanStep {
    pub text: String,
    pub state: StepState,
    /// When it began, milliseconds since the run began.
    pub began_ms: f64,
    pub ms: Option<f64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// `step_{index}: {description}`.
    pub key: String,
    pub text: String,
    pub evidence: Vec<Arc<Evidence>>,
}

impl RunView {
    /// A run that was requested and has not started.
    pub fn new(question: String, agent: String) -> Self {
        Self { question, agent, ..Self::default() }
    }

    /// The same, answered by this model from here on.
    pub fn answered_with(mut self, model: ModelChoice) -> Self {
        self.answering = Some(model);
        self
    }

    /// A stored run that is about to be read.
    pub fn recorded(stored: RunSummary) -> Self {
        let RunSummary { id: run, question, agent, imported: is_imported, .. } = stored;
        Self { run, is_imported, is_recorded: true, ..Self::new(question, agent) }
    }

    pub fn is_running(&self) -> bool {
        self.state == RunState::Running && !self.is_recorded
    }

    /// True where it is suspended: not ended, and not stopped for good.
    pub fn is_waiting(&self) -> bool {
        matches!(self.state, RunState::Paused | RunState::AwaitingApproval | RunState::Interrupted)
    }

    /// True where it can be resumed without an approval of tool calls; where it failed, that is to try again.
    pub fn can_resume(&self) -> bool {
        match self.state {
            RunState::Paused | RunState::Interrupted => true,
            RunState::Cancelled | RunState::Failed { .. } => !self.next().is_empty(),
            _ => false,
        }
    }

    pub fn next(&self) -> &[String] {
        self.tip().map_or(&[], |tip| &tip.next)
    }

    /// The nodes where it is, or was last.
    pub fn tip(&self) -> Option<&CheckpointSummary> {
        self.tip.and_then(|id| self.checkpoint_called(id))
    }

    /// The checkpoint called `id`.
    pub fn checkpoint_called(&self, id: u64) -> Option<&CheckpointSummary> {
        self.checkpoints.iter().find(|known| known.id == id)
    }

    /// The run as an earlier turn of the conversation; `None` without an answer.
    pub fn turn(&self) -> Option<Turn> {
        let mut symbols: Vec<String> = Vec::new();
        let verified = self.citations.iter().filter(|citation| citation.check == SpanCheck::Verified);
        for symbol in verified.filter_map(|citation| citation.symbol.as_ref()) {
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

    pub fn citation(&self, number: u32) -> Option<&Citation> {
        self.citations.iter().find(|citation| citation.number == number)
    }

    /// The lines of a citation, where a tool returned them: for a verified one the lines themselves, and what the run
    /// says they were for another.
    pub fn evidence_of(&self, citation: &Citation) -> Option<Arc<Evidence>> {
        let is_it = |it: &&Arc<Evidence>| citation.check != SpanCheck::Verified || it.check == SpanCheck::Verified;
        self.evidence.get(&citation.id).filter(is_it).cloned()
    }

    /// How many citations are not as the repository has it.
    pub fn stale(&self) -> usize {
        self.citations.iter().filter(|citation| citation.check == SpanCheck::Stale).count()
    }
}
