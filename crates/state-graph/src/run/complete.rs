//! Taking in results and ending supersteps.

use std::rc::Rc;

use serde_json::value::RawValue;

use super::data::{Phase, Slot};
use super::{Run, TaskId};
use crate::graph::NodeIx;
use crate::state::NodeWrites;
use crate::superstep::{Planned, arrive, follow, go};
use crate::{NodeError, Outcome, RunError, State, Update};

impl<S: State> Run<'_, S> {
    /// Hands in a task's result. An error fails the run. A task that isn't out (completed before, or of another step)
    /// is ignored.
    pub fn complete(&mut self, task: TaskId, result: Result<Outcome<S>, NodeError>) {
        let Phase::Running(slots) = &mut self.data.phase else { return };
        if task.step != self.data.step || self.data.failed.is_some() {
            return;
        }
        let Some(slot) = slots.get_mut(task.index as usize).filter(|slot| slot.is_open()) else { return };
        match result {
            Ok(outcome) => {
                slot.outcome = Some(outcome);
                self.record_task(task.index);
            }
            Err(error) => {
                let node = self.graph.slot(slot.task.place).name.to_string();
                self.fail_in_step(RunError::Node { node, step: self.data.step, error }, false);
            }
        }
    }

    /// Ends the superstep: applies its writes and plans the next.
    pub(super) fn end(&mut self, slots: Vec<Slot<S>>) {
        let step = self.data.step;
        // Updates are moved out below, so what runs again should they be refused is set aside first.
        let again: Vec<Planned<S>> = slots.iter().map(|slot| slot.task.clone()).collect();
        let places: Vec<NodeIx> = slots.iter().map(|slot| slot.task.place).collect();
        match self.apply(slots) {
            Ok((next, tasks)) => {
                self.data.ran = places;
                let graph = self.graph.clone();
                self.data.plan(&graph, next);
                if self.data.exit.is_some() {
                    self.data.deferred.clear();
                    self.data.phase = Phase::Ready(Vec::new());
                }
                self.data.stepped = Some((step, graph.names(self.data.planned())));
                self.record_step(tasks);
            }
            Err(error) => {
                self.data.exit = None;
                if let Some(log) = self.log.as_mut().filter(|_| matches!(error, RunError::Route { .. })) {
                    // The route may have been asked after the writes were applied.
                    log.lose_track();
                }
                self.forget_parked();
                self.data.phase = Phase::Running(again.into_iter().map(Slot::new).collect());
                self.fail_in_step(error, true);
            }
        }
    }

    /// Applies the writes of a superstep and says which nodes run next, and what is to be recorded of the tasks.
    fn apply(&mut self, slots: Vec<Slot<S>>) -> Result<Applied<S>, RunError> {
        let graph = self.graph.clone();
        let (places, mut outcomes, mut recorded) = split(slots);
        let writes: Vec<NodeWrites<'_, S>> = places
            .iter()
            .zip(&outcomes)
            .map(|(&place, outcome)| NodeWrites { node: &graph.slot(place).name, update: &outcome.update })
            .collect();
        let step = self.data.step;
        self.data.state.check(&writes).map_err(|error| RunError::Channel { step, error })?;
        drop(writes);

        let mut ids = self.message_ids();
        // Ids are given before anything is stored, so that reading a log back asks for none.
        for (outcome, recorded) in outcomes.iter_mut().zip(&mut recorded) {
            let before = ids.used();
            self.data.state.name_writes(&mut outcome.update, &mut ids);
            // Its line in the log lacks the ids it was given just now: the checkpoint tells it again.
            *recorded &= ids.used() == before;
        }
        let ids_used = ids.used();
        let tasks = self.encode_tasks(&places, &outcomes, &recorded)?;

        let ended = |outcome: &Outcome<S>| Some(outcome.at? + outcome.ms?);
        self.data.at =
            outcomes.iter().filter_map(ended).fold(self.data.at, |last, at| Some(last.map_or(at, |l| l.max(at))));
        if let Some(gathered) = self.data.gathered.take() {
            let step = outcomes.iter().map(|outcome| outcome.update.clone()).collect();
            self.data.gathered = Some(gathered.then(S::Update::of_step(step)));
        }
        let mut next = Vec::new();
        for (&place, outcome) in places.iter().zip(&mut outcomes) {
            go(&graph, place, std::mem::take(&mut outcome.goto), &mut next)?;
            if let Some(exit) = outcome.exit.take() {
                self.data.exit = Some(exit);
            }
        }
        let routed = |place: NodeIx| !graph.slot(place).exits.routers.is_empty();
        if let ([place], [outcome]) = (&*places, &mut *outcomes) {
            // The only node of its step: the new state is what its routes see.
            let update = std::slice::from_mut(&mut outcome.update);
            Rc::make_mut(&mut self.data.state).apply(update);
            follow(&graph, Some(*place), &self.data.state, &mut next)?;
        } else {
            for (&place, outcome) in places.iter().zip(&outcomes) {
                if routed(place) {
                    // Its own writes, not its siblings'.
                    let mut own = S::clone(&self.data.state);
                    own.apply(&mut [outcome.update.clone()]);
                    follow(&graph, Some(place), &own, &mut next)?;
                } else {
                    follow(&graph, Some(place), &self.data.state, &mut next)?;
                }
            }
            let mut updates: Vec<S::Update> = outcomes.into_iter().map(|outcome| outcome.update).collect();
            // Copies the state only if somebody still holds the snapshot.
            Rc::make_mut(&mut self.data.state).apply(&mut updates);
        }
        self.data.ids_used = ids_used;
        arrive(&graph, &places, &mut self.data.arrived, &mut next);
        Ok((next, tasks))
    }

    fn fail_in_step(&mut self, error: RunError, again: bool) {
        self.record_failure(&error, again);
        self.data.failed = Some(error);
    }
}

/// Which nodes run next, and the tasks that have no line in the log, as JSON.
type Applied<S> = (Vec<Planned<S>>, Vec<Box<RawValue>>);

type Parts<S> = (Vec<NodeIx>, Vec<Outcome<S>>, Vec<bool>);

fn split<S: State>(slots: Vec<Slot<S>>) -> Parts<S> {
    let mut parts: Parts<S> = (Vec::new(), Vec::new(), Vec::new());
    for slot in slots {
        // `next` ends a superstep only when every task has its outcome.
        let Some(outcome) = slot.outcome else { continue };
        parts.0.push(slot.task.place);
        parts.1.push(outcome);
        parts.2.push(slot.recorded);
    }
    parts
}
