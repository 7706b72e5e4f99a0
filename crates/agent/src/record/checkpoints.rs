//! The checkpoints of a stored run, their states and differences.

use super::StoredRun;
use super::fields::{indented, one_line, uncheck};
use super::recorded::{Entry, Task};
use protocol::{CheckpointSummary, CheckpointView, FieldChange, StateField};
use serde_json::Value;
use state_graph::LogError;

impl StoredRun {
    /// All checkpoints, oldest first.
    pub fn checkpoints(&self) -> Vec<CheckpointSummary> {
        self.history.entries().into_iter().map(summary).collect()
    }

    /// A checkpoint with its state.
    ///
    /// # Errors
    /// If there is no such checkpoint.
    pub fn view(&self, id: u64) -> Result<CheckpointView, LogError> {
        let checkpoint = self.history.entry(id)?;
        let wrote =
            |field| checkpoint.edited.contains(&field) || checkpoint.ran.iter().any(|task| task.wrote.contains(&field));
        let mut state = self.history.state(id)?;
        uncheck(&mut state);
        let fields = self.history.channels().iter().map(|channel| {
            // A channel that the state does not hold is null.
            let value = state.get_mut(channel.name).map(Value::take).unwrap_or_default();
            StateField {
                name: channel.name.to_owned(),
                channel: channel.kind.to_owned(),
                summary: one_line(&value),
                json: indented(&value),
                changed: wrote(channel.name),
            }
        });
        let fields = fields.collect();
        Ok(CheckpointView { fields, checkpoint: summary(checkpoint) })
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

fn summary(checkpoint: Entry<'_>) -> CheckpointSummary {
    CheckpointSummary {
        id: checkpoint.id,
        parent: checkpoint.parent,
        source: checkpoint.source,
        step: checkpoint.step,
        at_ms: checkpoint.at,
        ran: checkpoint.ran.iter().map(Task::run).collect(),
        next: checkpoint.next,
    }
}
