//! The checkpoints of a stored run, their states and differences.

use super::StoredRun;
use super::fields::{indented, one_line, uncheck};
use crate::AgentState;
use protocol::{CheckpointSource, CheckpointSummary, CheckpointView, FieldChange, NodeRun, StateField};
use serde_json::Value;
use state_graph::{Checkpoint, LogError, State, Update};

impl StoredRun {
    /// All checkpoints, oldest first.
    pub fn checkpoints(&self) -> Vec<CheckpointSummary> {
        self.history.checkpoints().map(|checkpoint| summary(&checkpoint)).collect()
    }

    /// A checkpoint with its state.
    ///
    /// # Errors
    /// If there is no such checkpoint.
    pub fn view(&self, id: u64) -> Result<CheckpointView, LogError> {
        let checkpoint = self.history.checkpoint(id)?;
        let ran = checkpoint.ran.iter().flat_map(|task| task.update.written());
        let written: Vec<&str> = ran.chain(checkpoint.update.iter().flat_map(|update| update.written())).collect();
        let unwritable = |error: serde_json::Error| LogError::Inconsistent { id, why: error.to_string() };
        let mut state = serde_json::to_value(self.history.state(id)?).map_err(unwritable)?;
        uncheck(&mut state);
        let fields = AgentState::CHANNELS.iter().map(|channel| {
            // A channel that the state does not hold is null.
            let value = state.get_mut(channel.name).map(Value::take).unwrap_or_default();
            StateField {
                name: channel.name.to_owned(),
                channel: channel.kind.to_owned(),
                summary: one_line(&value),
                json: indented(&value),
                changed: written.contains(&channel.name),
            }
        });
        Ok(CheckpointView { fields: fields.collect(), checkpoint: summary(&checkpoint) })
    }

    /// The fields that differ between two checkpoints.
    ///
    /// # Errors
    /// If there is no such checkpoint.
    pub fn changes(&self, from: u64, to: u64) -> Result<Vec<FieldChange>, LogError> {
        let changes = self.history.diff(from, to)?.into_iter();
        // A field that one version of the state does not have is shown as null.
        let shown = |value: Option<Value>| {
            let mut value = value.unwrap_or(Value::Null);
            uncheck(&mut value);
            indented(&value)
        };
        let change = |change: state_graph::FieldChange| FieldChange {
            name: change.field,
            before: shown(change.before),
            after: shown(change.after),
        };
        Ok(changes.map(change).collect())
    }
}

fn summary(checkpoint: &Checkpoint<'_, AgentState>) -> CheckpointSummary {
    let ran = checkpoint.ran.iter().map(|task| NodeRun {
        node: task.node.to_owned(),
        ms: task.ms.unwrap_or(0.0),
        wrote: task.update.written().into_iter().map(str::to_owned).collect(),
    });
    CheckpointSummary {
        id: checkpoint.id,
        parent: checkpoint.parent,
        source: match checkpoint.source {
            state_graph::CheckpointSource::Input => CheckpointSource::Input,
            state_graph::CheckpointSource::Loop => CheckpointSource::Loop,
            state_graph::CheckpointSource::Update => CheckpointSource::Update,
            state_graph::CheckpointSource::Fork => CheckpointSource::Fork,
        },
        step: checkpoint.step,
        at_ms: checkpoint.at.unwrap_or(0.0),
        ran: ran.collect(),
        next: checkpoint.next.iter().map(|&node| node.to_owned()).collect(),
    }
}
