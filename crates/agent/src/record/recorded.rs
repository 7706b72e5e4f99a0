//! The log of a run without the type of its agent's state: what readers of stored runs need of it.

use crate::RunState;
use change_set::ChangeSet;
use protocol::{CheckpointSource, Event, NodeRun, UnnumberedEvent};
use serde_json::Value;
use state_graph::log::StopReason;
use state_graph::{ChannelInfo, Checkpoint, FieldChange, History, Inside, LogError, RanTask, Update};

/// A finished task of any agent.
pub(crate) struct Task<'h> {
    pub(crate) node: &'h str,
    pub(crate) events: &'h [UnnumberedEvent],
    /// The fields that it wrote.
    pub(crate) wrote: Vec<&'static str>,
    /// Logs of runs without a clock have no times.
    pub(crate) at: f64,
    pub(crate) ms: f64,
    /// What ran inside it, where the node is a graph.
    pub(crate) inside: Inside<'h>,
}

impl Task<'_> {
    pub(crate) fn run(&self) -> NodeRun {
        let wrote = self.wrote.iter().map(|&field| field.to_owned()).collect();
        NodeRun { node: self.node.to_owned(), ms: self.ms, wrote }
    }
}

/// A checkpoint of any agent.
pub(crate) struct Entry<'h> {
    pub(crate) id: u64,
    pub(crate) parent: Option<u64>,
    pub(crate) source: CheckpointSource,
    pub(crate) step: u32,
    pub(crate) at: f64,
    pub(crate) ran: Vec<Task<'h>>,
    pub(crate) next: Vec<String>,
    /// The fields that an input or a change from outside wrote.
    pub(crate) edited: Vec<&'static str>,
}

/// The history of a run of any agent. As [`History`], with states as JSON.
pub(crate) trait Recorded {
    fn is_done(&self) -> bool;
    fn failure(&self) -> Option<(Option<&str>, &str)>;
    fn stopped(&self) -> Option<StopReason>;
    fn questions(&self) -> Vec<(&str, &Value)>;
    /// The checkpoints that lead to the head, oldest first.
    fn line(&self) -> Vec<Entry<'_>>;
    fn entries(&self) -> Vec<Entry<'_>>;
    fn entry(&self, id: u64) -> Result<Entry<'_>, LogError>;
    /// Tasks that finished after the head.
    fn finished(&self) -> Vec<Task<'_>>;
    /// Nodes that are graphs and were at work after the head.
    fn under_way(&self) -> Vec<(&str, Inside<'_>)>;
    fn channels(&self) -> &'static [ChannelInfo];
    fn state(&self, id: u64) -> Result<Value, LogError>;
    fn diff(&self, from: u64, to: u64) -> Result<Vec<FieldChange>, LogError>;
    /// The messages that the person had sent by this checkpoint, oldest first.
    fn steering(&self, id: u64) -> Vec<String>;
    /// What the run proposes at its head.
    fn changes(&self) -> Result<ChangeSet, LogError>;
    /// The answer of a checkpoint's state; `None` where it has none.
    fn response_at(&self, id: u64) -> Option<String>;
    /// The plan of a checkpoint's state as if the agent had just made it.
    fn plan_at(&self, id: u64) -> Option<Event>;
}

impl<S: RunState> Recorded for History<S> {
    fn is_done(&self) -> bool {
        self.is_done()
    }

    fn failure(&self) -> Option<(Option<&str>, &str)> {
        self.failure()
    }

    fn stopped(&self) -> Option<StopReason> {
        self.stopped()
    }

    fn questions(&self) -> Vec<(&str, &Value)> {
        self.questions()
    }

    fn line(&self) -> Vec<Entry<'_>> {
        // Ids of its own line are there.
        self.line_of(self.head()).into_iter().filter_map(|id| self.entry(id).ok()).collect()
    }

    fn entries(&self) -> Vec<Entry<'_>> {
        self.checkpoints().map(entry).collect()
    }

    fn entry(&self, id: u64) -> Result<Entry<'_>, LogError> {
        self.checkpoint(id).map(entry)
    }

    fn finished(&self) -> Vec<Task<'_>> {
        self.finished_tasks().map(task).collect()
    }

    fn under_way(&self) -> Vec<(&str, Inside<'_>)> {
        self.subgraphs_under_way().collect()
    }

    fn channels(&self) -> &'static [ChannelInfo] {
        S::CHANNELS
    }

    fn state(&self, id: u64) -> Result<Value, LogError> {
        let unwritable = |error: serde_json::Error| LogError::Inconsistent { id, why: error.to_string() };
        serde_json::to_value(self.state(id)?).map_err(unwritable)
    }

    fn diff(&self, from: u64, to: u64) -> Result<Vec<FieldChange>, LogError> {
        self.diff(from, to)
    }

    fn steering(&self, id: u64) -> Vec<String> {
        // Read by callers of ids of this history alone.
        S::acts().zip(self.state(id).ok()).map_or_else(Vec::new, |(acts, state)| (acts.steering)(&state).to_vec())
    }

    fn changes(&self) -> Result<ChangeSet, LogError> {
        let Some(acts) = S::acts() else { return Ok(ChangeSet::default()) };
        Ok((acts.changes)(&self.state(self.head())?).clone())
    }

    fn response_at(&self, id: u64) -> Option<String> {
        let state = self.state(id).ok()?;
        Some(state.response().to_owned()).filter(|response| !response.is_empty())
    }

    fn plan_at(&self, id: u64) -> Option<Event> {
        S::planning().zip(self.state(id).ok()).map(|(planning, state)| (planning.made)(&state))
    }
}

fn entry<S: RunState>(checkpoint: Checkpoint<'_, S>) -> Entry<'_> {
    Entry {
        id: checkpoint.id,
        parent: checkpoint.parent,
        source: match checkpoint.source {
            state_graph::CheckpointSource::Input => CheckpointSource::Input,
            state_graph::CheckpointSource::Loop => CheckpointSource::Loop,
            state_graph::CheckpointSource::Update => CheckpointSource::Update,
            state_graph::CheckpointSource::Fork => CheckpointSource::Fork,
        },
        step: checkpoint.step,
        at: checkpoint.at.unwrap_or(0.0),
        ran: checkpoint.ran.into_iter().map(task).collect(),
        next: checkpoint.next.into_iter().map(str::to_owned).collect(),
        edited: checkpoint.update.map_or_else(Vec::new, Update::written),
    }
}

fn task<S: RunState>(task: RanTask<'_, S>) -> Task<'_> {
    Task {
        node: task.node,
        events: task.events,
        wrote: task.update.written(),
        at: task.at.unwrap_or(0.0),
        ms: task.ms.unwrap_or(0.0),
        inside: task.inside,
    }
}
