//! Records with the types of a graph's state, from those whose parts are JSON.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Result;
use serde_json::value::RawValue;

use super::record::{CheckpointRecord, PlannedRecord, Raw, Record, TaskRecord};
use crate::state::State;

/// A line as it is read.
pub(super) type Line<S> = Record<'static, S, TaskRecord<'static, S>>;

/// Reads a line.
pub(super) fn line<S: State>(json: &[u8]) -> Result<Line<S>> {
    Ok(match raw(json)? {
        Record::Checkpoint(record) => Record::Checkpoint(Box::new(checkpoint(*record)?)),
        Record::Task { step, task: finished } => Record::Task { step, task: task(finished)? },
        Record::Interrupt { step, index, questions } => Record::Interrupt { step, index, questions },
        Record::Resume { step, answers } => Record::Resume { step, answers },
        Record::Proceed { step } => Record::Proceed { step },
        Record::Failed { step, node, error, again } => Record::Failed { step, node, error, again },
        Record::Stopped { step, why } => Record::Stopped { step, why },
        Record::Child { step, index, line } => Record::Child { step, index, line },
    })
}

pub(super) type RawTask = TaskRecord<'static, Raw>;

/// Reads a line, of whatever state.
pub(super) fn raw(json: &[u8]) -> Result<Record<'static, Raw, RawTask>> {
    serde_json::from_slice(json)
}

fn checkpoint<S: State>(
    record: CheckpointRecord<'static, Raw, RawTask>,
) -> Result<CheckpointRecord<'static, S, TaskRecord<'static, S>>> {
    let CheckpointRecord { id, parent, source, step, input_step, at, tasks, update, as_node, next, .. } = record;
    let CheckpointRecord { deferred, arrived, exit, ids, seed, state, .. } = record;
    let tasks = tasks.into_iter().map(task).collect::<Result<_>>()?;
    let next = next.into_iter().map(planned).collect::<Result<_>>()?;
    let (update, state) = (part(update)?, part(state)?);
    Ok(CheckpointRecord {
        id,
        parent,
        source,
        step,
        input_step,
        at,
        tasks,
        update,
        as_node,
        next,
        deferred,
        arrived,
        exit,
        ids,
        seed,
        state,
    })
}

fn task<S: State>(record: RawTask) -> Result<TaskRecord<'static, S>> {
    let TaskRecord { index, node, update, goto, exit, events, at, ms } = record;
    let update = Cow::Owned(read(&update)?);
    let goto = goto.into_iter().map(planned).collect::<Result<_>>()?;
    let events: Vec<S::Event> = events.iter().map(|event| read(event)).collect::<Result<_>>()?;
    Ok(TaskRecord { index, node, update, goto, exit, events: Cow::Owned(events), at, ms })
}

fn planned<S: State>(record: PlannedRecord<'static, Raw>) -> Result<PlannedRecord<'static, S>> {
    Ok(PlannedRecord { node: record.node, argument: part(record.argument)? })
}

fn part<T: DeserializeOwned + Clone>(raw: Option<Cow<'_, Box<RawValue>>>) -> Result<Option<Cow<'static, T>>> {
    raw.map(|raw| read(&raw).map(Cow::Owned)).transpose()
}

/// Not inlined: a state is read in several places.
#[inline(never)]
fn read<T: DeserializeOwned>(raw: &RawValue) -> Result<T> {
    serde_json::from_str(raw.get())
}
