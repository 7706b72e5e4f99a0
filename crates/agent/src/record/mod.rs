//! Reads stored runs: a run's log as the types of `protocol`. Needs no model and no tools, and a repository only to
//! check citations: see [`recheck()`].

mod checkpoints;
mod conversation_file;
mod events;
mod fields;
mod recheck;
mod recorded;
mod timeline;
pub(crate) mod used;

pub use conversation_file::{ConversationFile, ConversationFileError};
pub(crate) use events::{events, wrapped};
pub use recheck::{cites, recheck, recheck_over};
pub(crate) use recorded::Recorded;

use crate::graphs::{AgentKind, with_state};
use change_set::ChangeSet;
use limits::run::{MAX_IMPORTED_EXECUTOR_STEPS, MAX_IMPORTED_ITERATIONS, MAX_IMPORTED_SUPERSTEPS};
use protocol::{
    AskOptions, Asked, Event, Interrupt, ModelInfo, ProposedCall, RunOrigin, RunStatus, RunSummary, TimedEvent,
};
use serde::{Deserialize, Serialize};
use state_graph::log::{Outline, StopReason};
use state_graph::{History, LogError};

/// The header of the log of a run: enough to list the run, and to resume it with the same agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The id of the run.
    pub run: String,
    /// The question, unchanged.
    pub question: String,
    /// Agent, model and limits.
    pub options: AskOptions,
    /// Provider and model, for display.
    pub answered_by: ModelInfo,
    /// Name of the repository that the run is about.
    pub repository: String,
    /// When it began, milliseconds since 1970.
    pub started_at: f64,
    /// It, or the run it was forked from, was imported from a file, which anybody can have written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imported: bool,
    /// The origin of a fork; `None` for any other run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<RunOrigin>,
    /// The conversation, where it is not one that begins with this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
    /// The run whose question it asks again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<String>,
    /// How many earlier turns of the conversation it did not take over, because not all fit.
    #[serde(default, skip_serializing_if = "is_none")]
    pub turns_left_out: u32,
    /// Of how many it took over the beginning alone.
    #[serde(default, skip_serializing_if = "is_none")]
    pub turns_shortened: u32,
}

fn is_none(count: &u32) -> bool {
    *count == 0
}

impl About {
    /// The id of the conversation that the run belongs to: that of its first run.
    pub fn conversation(&self) -> &str {
        self.conversation.as_deref().unwrap_or(&self.run)
    }

    /// The event about what of the conversation did not fit; `None` where all did.
    pub(crate) fn earlier_turns(&self) -> Option<Event> {
        let (left_out, shortened) = (self.turns_left_out, self.turns_shortened);
        (left_out > 0 || shortened > 0).then_some(Event::EarlierTurns { left_out, shortened })
    }

    /// The event about the folder that the run is limited to; `None` where it is not.
    pub(crate) fn limited(&self) -> Option<Event> {
        self.options.folder.clone().map(|folder| Event::Limited { folder })
    }

    fn of(header: &serde_json::Value) -> Result<Self, LogError> {
        Self::deserialize(header).map_err(|error| LogError::NotALog(error.to_string()))
    }

    /// The header as it is stored for an imported run: limits are lowered to those of imported runs.
    #[must_use]
    pub fn imported(mut self) -> Self {
        let options = &mut self.options;
        let lowered = |limit: Option<u32>, most: u32| limit.map(|limit| limit.min(most));
        options.max_iterations = lowered(options.max_iterations, MAX_IMPORTED_ITERATIONS);
        options.max_executor_steps = lowered(options.max_executor_steps, MAX_IMPORTED_EXECUTOR_STEPS);
        options.recursion_limit = lowered(options.recursion_limit, MAX_IMPORTED_SUPERSTEPS);
        // Who wrote the file has no say in which models are asked, and what they are said to cost.
        options.profiles.clear();
        options.prices.clear();
        // Nor in which conversation the run takes part.
        self.conversation = None;
        self.instead_of = None;
        self.imported = true;
        self
    }

    /// Reads the first line of a log.
    ///
    /// # Errors
    /// If it is not the log of a run of this crate, or is of a later format.
    pub fn peek(log: &[u8]) -> Result<Self, LogError> {
        Self::of(&state_graph::log::Header::peek(log)?.about)
    }
}

/// The summary of a run for lists, from its log. `active`: whether it is running at this moment.
///
/// # Errors
/// If the log is damaged, is not the log of a run of this crate, or is of a later format.
pub fn summarise(log: &[u8], active: bool) -> Result<RunSummary, LogError> {
    let outline = Outline::read(log)?;
    let about = About::of(&outline.header.about)?;
    let status = if active {
        RunStatus::Running
    } else if let Some(message) = outline.failed {
        RunStatus::Failed { message }
    } else if outline.done {
        RunStatus::Answered
    } else if !outline.questions.is_empty() {
        RunStatus::AwaitingApproval
    } else {
        match outline.stopped {
            Some(StopReason::Cancelled) => RunStatus::Cancelled,
            Some(StopReason::Paused) => RunStatus::Paused,
            None => RunStatus::Interrupted,
        }
    };
    Ok(RunSummary {
        conversation: about.conversation().to_owned(),
        instead_of: about.instead_of,
        id: about.run,
        question: about.question,
        agent: about.options.agent,
        model: about.options.model,
        imported: about.imported,
        status,
        started_at: about.started_at,
        ms: outline.at.unwrap_or(0.0),
        steps: outline.steps,
        bytes: log.len() as u64,
        forked_from: about.forked_from,
        not_stored: false,
    })
}

/// A stored run, read from its log.
pub struct StoredRun {
    /// The header of the log.
    pub about: About,
    history: Box<dyn Recorded>,
    events: Vec<TimedEvent>,
}

impl StoredRun {
    /// Reads a log, which is not changed.
    ///
    /// # Errors
    /// If it is damaged, is not the log of a run of this crate, or is of a later format.
    pub fn read(log: &[u8]) -> Result<Self, LogError> {
        let about = About::peek(log)?;
        let kind = AgentKind::from_name(&about.options.agent);
        let kind = kind.ok_or_else(|| LogError::NotALog(format!("its agent `{}` is unknown", about.options.agent)))?;
        with_state!(kind, S => Self::of(about, Box::new(History::<S>::read(log)?)))
    }

    /// A run whose log was read.
    pub(crate) fn of(about: About, history: Box<dyn Recorded>) -> Result<Self, LogError> {
        let events = events(&about, &*history)?;
        Ok(Self { about, history, events })
    }

    /// Whether the run is at its end.
    pub fn is_done(&self) -> bool {
        self.history.is_done()
    }

    /// What the run proposes to change, less what was accepted or taken back.
    ///
    /// # Errors
    /// If the state cannot be read.
    pub fn proposed_changes(&self) -> Result<ChangeSet, LogError> {
        self.history.changes()
    }

    /// The tool calls that await approval.
    pub fn proposed_calls(&self) -> Vec<ProposedCall> {
        let calls = |interrupt: Interrupt| match interrupt.asked {
            Asked::Calls { calls } => calls,
            Asked::Question { .. } => Vec::new(),
        };
        self.asked().into_iter().flat_map(calls).collect()
    }

    /// What the run asks a person.
    pub fn asked(&self) -> Vec<Interrupt> {
        self.history.questions().into_iter().filter_map(|(id, value)| asked(id, value)).collect()
    }
}

/// What a stored run proposes to change: nothing for an agent that only reads.
///
/// # Errors
/// As [`StoredRun::read`].
pub fn proposed_changes(log: &[u8]) -> Result<ChangeSet, LogError> {
    StoredRun::read(log)?.proposed_changes()
}

/// What an interrupt asks. None where this version does not know it: a log can hold any interrupt.
pub(crate) fn asked(id: &str, value: &serde_json::Value) -> Option<Interrupt> {
    let asked = Asked::deserialize(value).or_else(|_| Vec::deserialize(value).map(|calls| Asked::Calls { calls }));
    Some(Interrupt { id: id.to_owned(), asked: asked.ok()? })
}

/// The event of a run that is suspended.
pub(crate) fn asking(interrupt: Interrupt) -> Event {
    match interrupt.asked {
        Asked::Calls { calls } => Event::ApprovalAsked { calls, interrupt: Some(interrupt.id) },
        Asked::Question { question, options } => Event::QuestionAsked { question, options, interrupt: interrupt.id },
    }
}
