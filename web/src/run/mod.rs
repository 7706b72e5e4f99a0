//! A run of an agent as the page shows it, reduced from its events.

mod command;
mod conversation_markdown;
mod earlier;
mod inside;
mod locality;
mod marks;
mod messages;
mod next_questions;
mod open;
mod parts;
mod people;
mod record;
mod reducer;
mod row;
mod spent;
mod words;

pub use conversation_markdown::conversation_markdown;
pub use earlier::{Recalled, each_once};
pub use locality::{Origin, locality};
pub use marks::marks;
pub use messages::{Message, MessageState};
pub use next_questions::next_questions;
pub use open::OpenInterrupt;
pub use parts::{Excerpt, Part, parts};
pub use people::{Found, Words, node_words, row_words};
pub use row::{CommandRow, Row, RowKind, RowState};
pub use spent::{Spent, Thought};
pub use words::{asks, status, status_name, why_suspended};

use protocol::{
    CheckpointSummary, Citation, Decision, Evidence, Grounds, ModelChoice, ModelInfo, NodeRun, RunOrigin, RunSummary,
    SpanCheck, Turn,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct RunView {
    /// The run's id; empty until it has started.
    pub run: String,
    pub question: String,
    pub agent: String,
    /// The current or last model of the run; `None` before it has started.
    pub model: Option<ModelInfo>,
    /// The model that this page started or resumed it with; `None` for a stored run that was only read.
    pub answering: Option<ModelChoice>,
    /// Hosts that its model calls went to, in order of the first call.
    pub hosts: Vec<String>,
    /// True where it was imported from a file: its content is unverified.
    pub is_imported: bool,
    /// The plan of the current planning round.
    pub plan: Vec<PlanStep>,
    /// Planning round, from 1; 0 before the first plan.
    pub iteration: u32,
    /// Why a fallback plan is used in place of the model's.
    pub fallback: Option<String>,
    /// The timeline, oldest first.
    pub rows: Vec<Arc<Row>>,
    pub findings: Vec<Arc<Finding>>,
    /// The answer so far, as markdown.
    pub answer: String,
    pub citations: Vec<Citation>,
    /// How many citations were removed because they could not be verified.
    pub dropped: u32,
    /// What it rests on beside them.
    pub grounds: Grounds,
    /// The last decision whether the evidence suffices, with its reason.
    pub decision: Option<(Decision, String)>,
    /// What its model calls used.
    pub spent: Spent,
    /// What models wrote while they thought, oldest first.
    pub thoughts: Vec<Thought>,
    /// Why a model call is being retried, and when.
    pub retrying: Option<String>,
    /// What is loaded for it the first time, and how far that is.
    pub loading: Option<String>,
    /// The node that runs now, as `outer / inner` if it is inside of another.
    pub node: Option<String>,
    pub visited: BTreeSet<String>,
    /// Every span a tool returned, by id.
    pub evidence: BTreeMap<String, Arc<Evidence>>,
    pub state: RunState,
    /// Milliseconds since the run began; once it has ended, of the whole run.
    pub ms: f64,
    pub checkpoints: Vec<CheckpointSummary>,
    /// The checkpoint that becomes the parent of the next one.
    tip: Option<u64>,
    /// Nodes that have finished since the last checkpoint.
    since: Vec<NodeRun>,
    /// What it asks the person, while it waits for the answers.
    pub open: Vec<OpenInterrupt>,
    /// What the person typed while it worked, oldest first.
    pub messages: Vec<Message>,
    /// How many changes of files it has proposed.
    pub changed: u32,
    pub forked_from: Option<RunOrigin>,
    /// The run whose question it asks again.
    pub instead_of: Option<String>,
    /// The folder that it is limited to.
    pub folder: Option<String>,
    /// What of the conversation it did not take over: a sentence.
    pub earlier: Option<String>,
    /// True while the recorded events of a stored run are read.
    pub is_recorded: bool,
    /// True from the request to pause until the superstep has ended.
    pub is_pausing: bool,
    /// Its state before the request to resume it.
    held: Option<RunState>,
    /// Rows made so far; the next row's id.
    made: u32,
}

impl RunView {
    /// Whether a person brought what it proposes: no agent worked, and no model was asked.
    pub fn is_of_person(&self) -> bool {
        self.model.as_ref().is_some_and(ModelInfo::is_person)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RunState {
    #[default]
    Running,
    Done,
    Cancelled,
    Paused {
        /// A sentence, where the run did it because of its budget.
        why: Option<String>,
    },
    /// It waits for a person's approval of tool calls.
    AwaitingApproval,
    /// Its tab was closed while it ran.
    Interrupted,
    /// Another tab works on it.
    Elsewhere,
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
            Self::Paused { .. } => "paused",
            Self::AwaitingApproval => "awaiting-approval",
            Self::Interrupted => "interrupted",
            Self::Elsewhere => "elsewhere",
            Self::Failed { .. } => "failed",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepState {
    Waiting,
    Running,
    Done,
    /// It failed, or the run ended before it did.
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

    /// Sets the model that this page starts it with.
    pub fn answered_with(mut self, model: ModelChoice) -> Self {
        self.answering = Some(model);
        self
    }

    /// A stored run whose events are about to be read.
    pub fn recorded(stored: RunSummary) -> Self {
        let RunSummary { id: run, question, agent, imported: is_imported, instead_of, .. } = stored;
        Self { run, is_imported, instead_of, is_recorded: true, ..Self::new(question, agent) }
    }

    pub fn is_running(&self) -> bool {
        self.state == RunState::Running && !self.is_recorded
    }

    /// True where it is suspended and waits to be resumed.
    pub fn is_waiting(&self) -> bool {
        matches!(self.state, RunState::Paused { .. } | RunState::AwaitingApproval | RunState::Interrupted)
    }

    /// True where it can be resumed without an approval of tool calls; resuming a failed run retries its failed step.
    pub fn can_resume(&self) -> bool {
        match self.state {
            RunState::Paused { .. } | RunState::Interrupted => true,
            RunState::Cancelled | RunState::Failed { .. } => !self.next().is_empty(),
            _ => false,
        }
    }

    pub fn next(&self) -> &[String] {
        self.tip().map_or(&[], |tip| &tip.next)
    }

    /// The latest checkpoint of the current branch.
    pub fn tip(&self) -> Option<&CheckpointSummary> {
        self.tip.and_then(|id| self.checkpoint_called(id))
    }

    pub fn checkpoint_called(&self, id: u64) -> Option<&CheckpointSummary> {
        self.checkpoints.iter().find(|known| known.id == id)
    }

    /// The run as an earlier turn of the conversation; `None` unless it has an answer.
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

    /// The evidence of a citation, where a tool returned it: for a verified citation only verified evidence, for others what
    /// the run recorded.
    pub fn evidence_of(&self, citation: &Citation) -> Option<Arc<Evidence>> {
        let is_it = |it: &&Arc<Evidence>| citation.check != SpanCheck::Verified || it.check == SpanCheck::Verified;
        self.evidence.get(&citation.id).filter(is_it).cloned()
    }

    /// How many citations the repository no longer holds.
    pub fn stale(&self) -> usize {
        self.citations.iter().filter(|citation| citation.check == SpanCheck::Stale).count()
    }
}

#[cfg(test)]
mod tests;
