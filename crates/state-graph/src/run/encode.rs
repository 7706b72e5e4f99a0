//! The lines of a run's log, as bytes.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::error::RunError;
use super::log_buffer::Log;
use super::superstep::Planned;
use crate::graph::{Graph, Target};
use crate::log::{Finite, PlannedRecord, Record, TaskRecord, frame_with, path_of_end, unframed};
use crate::node::{END, NodeIx, Outcome};
use crate::state::State;

/// A record that is written.
pub(super) type Line<'r, S> = Record<'r, S, Box<RawValue>>;

pub(super) fn write<S: State>(log: &mut Option<Log>, record: &Line<'_, S>) -> Result<(), String> {
    let Some(log) = log else { return Ok(()) };
    let start = log.buffer.len();
    put(&mut log.buffer, record)?;
    log.recorded(log.buffer.len() - start);
    Ok(())
}

/// Adds a line that can be read back; or else nothing, and returns the reason.
pub(super) fn put<S: State>(buffer: &mut Vec<u8>, record: &Line<'_, S>) -> Result<(), String> {
    #[cfg(debug_assertions)]
    let start = buffer.len();
    frame_with(buffer, |out| serde_json::to_writer(out, &Finite(record))).map_err(|why| why.to_string())?;
    // A type that reads less than it writes is a mistake in the program, found while that is written.
    #[cfg(debug_assertions)]
    if let Err(why) = crate::log::reads_back::<S>(&buffer[start..]) {
        buffer.truncate(start);
        return Err(format!("what was written can't be read back: {why}"));
    }
    Ok(())
}

/// Wraps the lines of a subgraph's run for its parent's log.
pub(crate) fn wrap_child<S: State>(step: u32, index: u32, lines: &[u8], out: &mut Vec<u8>) {
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        let json = String::from_utf8(unframed(line).to_vec()).expect("JSON is text");
        let line = RawValue::from_string(json).expect("a line that was framed here holds JSON");
        put::<S>(out, &Line::<S>::Child { step, index, line }).expect("JSON and two numbers can be written");
    }
}

pub(super) fn task_record<'r, S: State>(
    graph: &'r Graph<'_, S>,
    index: u32,
    place: NodeIx,
    outcome: &'r Outcome<S>,
) -> TaskRecord<'r, S> {
    let slot = graph.slot(place);
    let targets = slot.exits.command.as_ref().map_or(&[][..], |command| &command.targets);
    let goto = outcome.goto.iter().map(|(index, argument)| PlannedRecord {
        node: Cow::Borrowed(match targets.get(*index) {
            Some(Target::Node(place)) => &*graph.slot(*place).name,
            _ => END,
        }),
        argument: argument.as_ref().map(Cow::Borrowed),
    });
    TaskRecord {
        index,
        node: Cow::Borrowed(&slot.name),
        update: Cow::Borrowed(&outcome.update),
        goto: goto.collect(),
        exit: outcome.exit.as_deref().map(Cow::Borrowed),
        events: Cow::Borrowed(&outcome.events),
        at: outcome.at,
        ms: outcome.ms,
    }
}

pub(super) fn planned_record<'r, S: State>(graph: &'r Graph<'_, S>, task: &'r Planned<S>) -> PlannedRecord<'r, S> {
    let argument = task.argument.as_deref().map(Cow::Borrowed);
    PlannedRecord { node: Cow::Borrowed(&graph.slot(task.place).name), argument }
}

/// The error for an update with a field that has no JSON form: it names the field.
pub(super) fn encode_error<S: State>(node: &str, step: u32, outcome: &Outcome<S>, why: &str) -> RunError {
    let mut written = Vec::new();
    // It fails again, as it did for the log: what it wrote until then shows where.
    let _ = serde_json::to_writer(&mut written, &Finite(&outcome.update));
    RunError::Encode { step, node: Some(node.to_owned()), why: format!("{}: {why}", path_of_end(&written)) }
}
