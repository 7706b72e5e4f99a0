//! Taking in results and ending supersteps.

use std::rc::Rc;

use serde_json::value::RawValue;

use super::data::Phase;
use super::error::RunError;
use super::machine::Run;
use super::slots::{Slot, Slots};
use super::superstep::{Planned, arrive, follow, go};
use crate::channel::MessageIds;
use crate::node::{NodeError, NodeIx, Outcome, TaskId};
use crate::state::{NodeWrites, State, Update};

impl<S: State> Run<'_, S> {
    /// Hands in a task's result. An error fails the run. A task that isn't out (completed before, or of another step)
    /// is ignored.
    pub fn complete(&mut self, task: TaskId, result: Result<Outcome<S>, NodeError>) {
        // A poisoned run takes nothing in; `next` reports that.
        drop(self.guarded(|run| run.take_in(task, result)));
    }

    fn take_in(&mut self, task: TaskId, result: Result<Outcome<S>, NodeError>) {
        let Phase::Running(slots) = &mut self.data.phase else { return };
        if task.step != self.data.step || self.data.failed.is_some() {
            return;
        }
        let Some(slot) = slots.get_mut(task.index).filter(|slot| slot.is_open()) else { return };
        match result {
            Ok(outcome) => {
                slots.set_outcome(task.index, Some(outcome));
                self.record_task(task.index);
            }
            Err(error) => {
                let node = self.graph.slot(slot.task.place).name.to_string();
                self.fail_in_step(RunError::Node { node, step: self.data.step, task, error }, false);
            }
        }
    }

    /// Ends the superstep: applies its writes and plans the next.
    pub(super) fn end(&mut self, mut slots: Slots<S>) {
        match self.apply(slots.all_mut()) {
            Ok((next, tasks)) => {
                self.data.ran.clear();
                self.data.ran.extend(slots.all().iter().map(|slot| slot.task.place));
                self.data.plan(&self.graph, next);
                if self.data.exit.is_some() {
                    self.data.deferred.clear();
                    self.data.phase = Phase::Ready(Vec::new());
                }
                self.data.stepped = Some(self.data.step);
                self.record_step(tasks);
            }
            Err(error) => {
                self.data.exit = None;
                if let Some(log) = self.log.as_mut().filter(|_| matches!(error, RunError::Route { .. })) {
                    // The route may have been asked after the writes were applied.
                    log.lose_track();
                }
                // All of them run again.
                self.data.phase = Phase::Running(slots.reset());
                self.fail_in_step(error, true);
            }
        }
    }

    /// Applies the writes of a superstep and returns which nodes run next, and what is to be recorded of the tasks. The
    /// updates are moved out of the slots.
    fn apply(&mut self, slots: &mut [Slot<S>]) -> Result<Applied<S>, RunError> {
        self.check(slots)?;
        let mut ids = MessageIds::new(&*self.ids, self.data.ids_used);
        // Ids are given before anything is stored, so that reading a log back asks for none.
        for slot in &mut *slots {
            let before = ids.used();
            let Some(outcome) = slot.outcome_mut() else { continue };
            self.data.state.name_writes(&mut outcome.update, &mut ids);
            // Its line in the log lacks the ids it was given just now: the checkpoint repeats it with them.
            slot.recorded &= ids.used() == before;
        }
        let ids_used = ids.used();
        let tasks = self.encode_tasks(slots)?;
        let ended = |slot: &Slot<S>| slot.outcome().and_then(|outcome| Some(outcome.at? + outcome.ms?));
        let ends = slots.iter().filter_map(ended);
        self.data.at = ends.fold(self.data.at, |last, at| Some(last.map_or(at, |last| last.max(at))));
        if let Some(gathered) = self.data.gathered.take() {
            let step = outcomes(slots).map(|(_, outcome)| outcome.update.clone()).collect();
            self.data.gathered = Some(gathered.then(S::Update::of_step(step)));
        }
        let mut next = Vec::new();
        for (place, outcome) in outcomes(slots) {
            go(&self.graph, place, std::mem::take(&mut outcome.goto), &mut next)?;
            if let Some(exit) = outcome.exit.take() {
                self.data.exit = Some(exit);
            }
        }
        self.write_and_follow(slots, &mut next)?;
        self.data.ids_used = ids_used;
        arrive(&self.graph, slots.iter().map(|slot| slot.task.place), &mut self.data.arrived, &mut next);
        Ok((next, tasks))
    }

    fn check(&self, slots: &[Slot<S>]) -> Result<(), RunError> {
        let writes = |(place, update): (NodeIx, _)| NodeWrites { node: &self.graph.slot(place).name, update };
        let checked = if let [slot] = slots
            && let Some(outcome) = slot.outcome()
        {
            self.data.state.check(&[writes((slot.task.place, &outcome.update))])
        } else {
            let all = slots.iter().filter_map(|slot| Some((slot.task.place, &slot.outcome()?.update)));
            self.data.state.check(&all.map(writes).collect::<Vec<_>>())
        };
        checked.map_err(|error| RunError::Channel { step: self.data.step, error })
    }

    /// Applies the updates, and adds where edges and routes lead: a route sees the writes of its own node alone.
    fn write_and_follow(&mut self, slots: &mut [Slot<S>], next: &mut Vec<Planned<S>>) -> Result<(), RunError> {
        let Self { graph, data, .. } = self;
        if let [slot] = slots
            && let (place, Some(outcome)) = (slot.task.place, slot.outcome_mut())
        {
            // The only node of its step: the new state is what its routes see.
            Rc::make_mut(&mut data.state).apply(std::slice::from_mut(&mut outcome.update));
            return follow(graph, Some(place), &data.state, next);
        }
        for (place, outcome) in outcomes(slots) {
            if graph.slot(place).exits.routers.is_empty() {
                follow(graph, Some(place), &data.state, next)?;
            } else {
                let mut own = S::clone(&data.state);
                own.apply(&mut [outcome.update.clone()]);
                follow(graph, Some(place), &own, next)?;
            }
        }
        let mut updates: Vec<S::Update> = outcomes(slots).map(|(_, o)| std::mem::take(&mut o.update)).collect();
        // Copies the state only if the snapshot is still held elsewhere.
        Rc::make_mut(&mut data.state).apply(&mut updates);
        Ok(())
    }

    fn fail_in_step(&mut self, error: RunError, again: bool) {
        self.record_failure(&error, again);
        self.data.failed = Some(error);
    }
}

/// Which nodes run next, and the tasks that have no line in the log, as JSON.
type Applied<S> = (Vec<Planned<S>>, Vec<Box<RawValue>>);

/// The tasks of a superstep that ends; by then each has its outcome.
fn outcomes<S: State>(slots: &mut [Slot<S>]) -> impl Iterator<Item = (NodeIx, &mut Outcome<S>)> {
    slots.iter_mut().filter_map(|slot| Some((slot.task.place, slot.outcome_mut()?)))
}
