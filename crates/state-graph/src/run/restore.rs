//! A run from its log.

use std::rc::Rc;

use super::Run;
use super::data::{Phase, RunData, Slot};
use crate::graph::{Graph, NodeIx, Target};
use crate::log::record::PlannedRecord;
use crate::log::{Entry, History, LogError, Pending};
use crate::superstep::Planned;
use crate::{END, Outcome, State};

impl<'a, S: State> Run<'a, S> {
    /// The run as it was when the log ended: finished tasks of a superstep that was under way are not run again, and
    /// answers that were given are there. Turn [`recording`](Run::recording) on before anything is changed.
    ///
    /// # Errors
    /// When the log is of another graph.
    pub fn restore(graph: &Graph<'a, S>, history: &History<S>) -> Result<Self, LogError> {
        Self::from_log(graph, history, history.head(), history.pending())
    }

    /// The run as it was at a checkpoint, to go on from there as a fork: what was pending then is forgotten, and what
    /// came after stays in the log. Change the state with [`update_state`](Run::update_state) before it goes on, or
    /// not, to run the same again.
    ///
    /// # Errors
    /// When the log is of another graph or has no such checkpoint.
    pub fn restore_at(graph: &Graph<'a, S>, history: &History<S>, checkpoint: u64) -> Result<Self, LogError> {
        let mut run = Self::from_log(graph, history, checkpoint, None)?;
        run.data.forking = true;
        Ok(run)
    }

    fn from_log(
        graph: &Graph<'a, S>,
        history: &History<S>,
        checkpoint: u64,
        pending: Option<&Pending<S>>,
    ) -> Result<Self, LogError> {
        if history.header().is_some_and(|header| header.graph != graph.fingerprint()) {
            return Err(LogError::OtherGraph);
        }
        let entry = history.entry(checkpoint)?;
        let mut data = RunData::at(graph, Rc::new(history.state(checkpoint)?));
        read_entry(graph, entry, &mut data)?;
        if let Some(parent) = entry.forked_from() {
            // It stands where its origin stood.
            data.ran = places(graph, history.entry(parent)?)?;
        }
        data.next_id = history.next_id();
        data.log_end = history.end();
        if let Some(pending) = pending {
            (data.passed, data.stopped) = (pending.passed, pending.stopped);
            if pending.under_way() {
                begin_again(graph, pending, &mut data)?;
            }
        }
        Ok(Self::with(graph.clone(), data))
    }
}

fn read_entry<S: State>(graph: &Graph<'_, S>, entry: &Entry<S>, data: &mut RunData<S>) -> Result<(), LogError> {
    let record = &entry.record;
    let place = |name: &str| graph.place(name).ok_or(LogError::OtherGraph);
    data.step = record.step;
    data.input_step = record.input_step;
    data.ids_used = record.ids;
    data.seed = record.seed;
    data.begun = true;
    data.at = record.at;
    data.exit = record.exit.as_deref().map(str::to_owned);
    data.head = Some(record.id);
    data.deferred = record.deferred.iter().map(|name| place(name)).collect::<Result<_, _>>()?;
    data.ran = places(graph, entry)?;
    if !record.arrived.is_empty() {
        if !record.arrived.iter().map(Vec::len).eq(data.arrived.iter().map(Vec::len)) {
            return Err(LogError::OtherGraph);
        }
        data.arrived.clone_from(&record.arrived);
    }
    let planned = |next: &PlannedRecord<'_, S>| {
        let argument = next.argument.as_deref().map(|argument| Rc::new(argument.clone()));
        Ok(Planned { place: place(&next.node)?, argument })
    };
    data.phase = Phase::Ready(record.next.iter().map(planned).collect::<Result<_, LogError>>()?);
    Ok(())
}

/// The nodes of a checkpoint's superstep.
fn places<S: State>(graph: &Graph<'_, S>, entry: &Entry<S>) -> Result<Vec<NodeIx>, LogError> {
    entry.ran().map(|task| graph.place(&task.node).ok_or(LogError::OtherGraph)).collect()
}

/// The superstep that was under way, with what was done of it.
fn begin_again<S: State>(graph: &Graph<'_, S>, pending: &Pending<S>, data: &mut RunData<S>) -> Result<(), LogError> {
    let Phase::Ready(planned) = std::mem::replace(&mut data.phase, Phase::Done) else { return Ok(()) };
    let mut slots: Vec<Slot<S>> = planned.into_iter().map(Slot::new).collect();
    for task in pending.tasks.values() {
        let slot = slots.get_mut(task.index as usize).ok_or(LogError::OtherGraph)?;
        let targets = graph.slot(slot.task.place).exits.command.as_ref().map_or(&[][..], |command| &command.targets);
        let goto = task.goto.iter().map(|goto| {
            let wanted = if goto.node == END { Target::End } else { Target::Node(graph.place(&goto.node)?) };
            let index = targets.iter().position(|&target| target == wanted)?;
            Some((index, goto.argument.as_deref().cloned()))
        });
        slot.recorded = true;
        slot.outcome = Some(Outcome {
            update: task.update.as_ref().clone(),
            goto: goto.collect::<Option<_>>().ok_or(LogError::OtherGraph)?,
            exit: task.exit.as_deref().map(str::to_owned),
            events: task.events.to_vec(),
            at: task.at,
            ms: task.ms,
        });
    }
    for (index, questions) in &pending.questions {
        slots.get_mut(*index as usize).ok_or(LogError::OtherGraph)?.questions.clone_from(questions);
    }
    for (index, answers) in &pending.answers {
        slots.get_mut(*index as usize).ok_or(LogError::OtherGraph)?.answers = Some(Rc::new(answers.clone()));
    }
    for (index, lines) in &pending.children {
        slots.get_mut(*index as usize).ok_or(LogError::OtherGraph)?.child = Some(Rc::new(lines.clone()));
    }
    data.step += 1;
    data.phase = Phase::Running(slots);
    Ok(())
}
