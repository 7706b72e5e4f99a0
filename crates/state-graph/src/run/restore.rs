//! A run from its log.

use std::rc::Rc;

use super::data::{Phase, RunData};
use super::machine::Run;
use super::slots::Slots;
use super::superstep::Planned;
use crate::graph::{Graph, Target};
use crate::log::{Entry, History, LogError, Pending, PlannedRecord};
use crate::node::{END, NodeIx, Outcome};
use crate::state::State;

impl<'a, S: State> Run<'a, S> {
    /// The run as it was when the log ended: finished tasks of a superstep that was under way are not run again, and
    /// answers that were given are there. Turn [`recording`](Run::recording) on before anything is changed.
    ///
    /// # Errors
    /// When the log is of another graph.
    pub fn restore(graph: &Graph<'a, S>, history: &History<S>) -> Result<Self, LogError> {
        Self::from_log(graph, history, history.head(), Some(history.pending()))
    }

    /// The run as it was at a checkpoint, to continue from there as a fork: what was pending then is forgotten, and what
    /// came after stays in the log. Change the state with [`update_state`](Run::update_state) before it continues, or
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
        let entry = history.entry(checkpoint)?;
        let mut data = RunData::at(graph, Rc::new(history.state(checkpoint)?));
        read_entry(graph, entry, &mut data)?;
        if !entry.record.arrived.is_empty() {
            read_joins(graph, history, &entry.record.arrived, &mut data)?;
        }
        if let Some(parent) = entry.forked_from() {
            // It is where its origin was.
            data.ran = places(graph, history.entry(parent)?);
        }
        data.next_id = history.next_id();
        data.log_end = history.end();
        if let Some(pending) = pending {
            (data.passed, data.stopped) = (pending.passed, pending.stopped);
            if pending.under_way() {
                resume_superstep(graph, pending, &mut data)?;
            }
        }
        Ok(Self::with(graph.clone(), data))
    }
}

fn read_entry<S: State>(graph: &Graph<'_, S>, entry: &Entry<S>, data: &mut RunData<S>) -> Result<(), LogError> {
    let record = &entry.record;
    let place = |name: &str| graph.place(name).ok_or_else(|| LogError::NoNode { node: name.to_owned() });
    data.step = record.step;
    data.input_step = record.input_step;
    data.ids_used = record.ids;
    data.seed = record.seed;
    data.started = true;
    data.at = record.at;
    data.exit = record.exit.as_deref().map(str::to_owned);
    data.head = Some(record.id);
    data.deferred = record.deferred.iter().map(|name| place(name)).collect::<Result<_, _>>()?;
    data.ran = places(graph, entry);
    let planned = |next: &PlannedRecord<'_, S>| {
        let argument = next.argument.as_deref().map(|argument| Rc::new(argument.clone()));
        Ok(Planned { place: place(&next.node)?, argument })
    };
    data.phase = Phase::Ready(record.next.iter().map(planned).collect::<Result<_, LogError>>()?);
    Ok(())
}

/// Joins that are half complete. They have no names, so they are known in the graph that made the log alone.
fn read_joins<S: State>(
    graph: &Graph<'_, S>,
    history: &History<S>,
    arrived: &[Vec<bool>],
    data: &mut RunData<S>,
) -> Result<(), LogError> {
    let is_same = history.header().graph == graph.fingerprint();
    if !is_same || !arrived.iter().map(Vec::len).eq(data.arrived.iter().map(Vec::len)) {
        let why = "it waits at a join, and nodes or edges have changed since it was made".to_owned();
        return Err(LogError::OtherGraph { why });
    }
    data.arrived = arrived.to_vec();
    Ok(())
}

/// The nodes of a checkpoint's superstep, as far as the graph has them: only breakpoints after them depend on it.
fn places<S: State>(graph: &Graph<'_, S>, entry: &Entry<S>) -> Vec<NodeIx> {
    entry.ran().filter_map(|task| graph.place(&task.node)).collect()
}

fn no_task() -> LogError {
    LogError::OtherGraph { why: "its log names a task that its superstep does not have".to_owned() }
}

/// The superstep that was under way, with what was done of it.
fn resume_superstep<S: State>(
    graph: &Graph<'_, S>,
    pending: &Pending<S>,
    data: &mut RunData<S>,
) -> Result<(), LogError> {
    let Phase::Ready(planned) = std::mem::replace(&mut data.phase, Phase::Done) else { return Ok(()) };
    let mut slots = Slots::new(planned);
    for task in pending.tasks.values() {
        let slot = slots.get_mut(task.index).ok_or_else(no_task)?;
        let targets = graph.slot(slot.task.place).exits.command.as_ref().map_or(&[][..], |command| &command.targets);
        let goto = task.goto.iter().map(|goto| {
            let wanted = if goto.node == END { Target::End } else { Target::Node(graph.place(&goto.node)?) };
            let index = targets.iter().position(|&target| target == wanted)?;
            Some((index, goto.argument.as_deref().cloned()))
        });
        slot.recorded = true;
        let outcome = Outcome {
            update: task.update.as_ref().clone(),
            goto: goto.collect::<Option<_>>().ok_or_else(|| {
                let why = format!("the node {:?} chose targets that it does not have here", task.node);
                LogError::OtherGraph { why }
            })?,
            exit: task.exit.as_deref().map(str::to_owned),
            events: task.events.to_vec(),
            at: task.at,
            ms: task.ms,
        };
        slots.set_outcome(task.index, Some(outcome));
    }
    for (index, questions) in pending.questions.by_task() {
        slots.get_mut(index).ok_or_else(no_task)?;
        slots.set_questions(index, questions.to_vec());
    }
    for (index, answers) in &pending.answers {
        slots.get_mut(*index).ok_or_else(no_task)?.answers = Some(Rc::new(answers.clone()));
    }
    for (index, lines) in &pending.children {
        slots.get_mut(*index).ok_or_else(no_task)?.child = Some(Rc::new(lines.clone()));
    }
    data.step += 1;
    data.phase = Phase::Running(slots);
    Ok(())
}
