//! A run, stepped by hand: what to do next, as data. No clock, no I/O, no futures.
//!
//! A superstep: all its nodes see the state at its start; when all are done their writes are checked together, then
//! applied in the order of node names, dispatched tasks last; then edges and routes say which nodes run next. A failed or cancelled run
//! keeps the updates of the tasks that had finished.

use std::rc::Rc;

use crate::graph::{Graph, NodeIx};
use crate::state::NodeWrites;
use crate::superstep::{Planned, arrive, fold_all, follow, in_order};
use crate::{CounterIds, IdSource, MessageIds, NodeResult, RunError, State};

/// How many supersteps a run may take unless told otherwise.
const DEFAULT_LIMIT: u32 = 25;

/// A run of a graph. Drive it in a loop: [`next`](Run::next) says what to do, [`complete`](Run::complete) hands in a
/// task's result.
pub struct Run<'a, S: State> {
    graph: Graph<'a, S>,
    ids: Rc<dyn IdSource + 'a>,
    data: RunData<S>,
}

/// Everything that changes in a run: plain data.
struct RunData<S: State> {
    state: Rc<S>,
    /// User supersteps started so far.
    step: u32,
    limit: u32,
    ids_used: u64,
    /// Per join, which of its sources have run since it last fired.
    arrived: Vec<Vec<bool>>,
    phase: Phase<S>,
    /// Why the run stands still. The phase stays as it was, so that it can go on from there.
    failed: Option<RunError>,
}

enum Phase<S: State> {
    /// These run next.
    Ready(Vec<Planned<S>>),
    /// These tasks run, in write order.
    Running(Vec<Slot<S>>),
    Done,
}

struct Slot<S: State> {
    task: Planned<S>,
    update: Option<S::Update>,
}

/// What a driver is to do.
#[non_exhaustive]
pub enum Next<S: State> {
    /// Run these tasks, in any order or at once, and [`complete`](Run::complete) each. They are handed out once.
    Tasks(Vec<Task<S>>),
    /// Tasks are still out; complete them first.
    Waiting,
    /// A superstep ended and its writes are in [`Run::state`]; ask again.
    Stepped {
        /// The superstep that ended, from 1.
        step: u32,
        /// The nodes that run next, by name; empty at the end of the run.
        next: Vec<String>,
    },
    /// The run is at its end.
    Done,
    /// The run failed; it stays so unless [`retry`](Run::retry) is called.
    Failed(RunError),
}

/// A node to run, with the state it sees.
pub struct Task<S: State> {
    pub(crate) id: TaskId,
    pub(crate) place: NodeIx,
    pub(crate) node: Rc<str>,
    pub(crate) step: u32,
    pub(crate) state: Rc<S>,
}

/// Names a task within its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId {
    step: u32,
    index: u32,
}

impl<S: State> Task<S> {
    /// Its id, for [`Run::complete`].
    pub fn id(&self) -> TaskId {
        self.id
    }

    /// The node's name.
    pub fn node(&self) -> &str {
        &self.node
    }

    /// The superstep, from 1.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// What the node sees: the state at the start of the superstep, or the argument of a dispatched task.
    pub fn state(&self) -> &S {
        &self.state
    }
}

impl<'a, S: State> Run<'a, S> {
    pub(crate) fn new(graph: Graph<'a, S>, state: S) -> Self {
        let arrived = graph.0.joins.iter().map(|join| vec![false; join.sources.len()]).collect();
        let mut next = Vec::new();
        let failed = follow(&graph, None, &state, &mut next).err();
        let phase = Phase::Ready(in_order(next));
        let state = Rc::new(state);
        let data = RunData { state, step: 0, limit: DEFAULT_LIMIT, ids_used: 0, arrived, phase, failed };
        Self { graph, ids: Rc::new(CounterIds), data }
    }

    /// Sets how many user supersteps the run may take; 25 unless set.
    #[must_use]
    pub fn limit(mut self, steps: u32) -> Self {
        self.data.limit = steps;
        self
    }

    /// Sets the source of message ids; [`CounterIds`] unless set.
    #[must_use]
    pub fn ids(mut self, ids: impl IdSource + 'a) -> Self {
        self.ids = Rc::new(ids);
        self
    }

    /// The graph.
    pub fn graph(&self) -> &Graph<'a, S> {
        &self.graph
    }

    /// The state after the last superstep that ended.
    pub fn state(&self) -> &S {
        &self.data.state
    }

    /// The state after the last superstep that ended, taken out.
    pub fn into_state(self) -> S {
        let Self { data: RunData { state, .. }, .. } = self;
        Rc::unwrap_or_clone(state)
    }

    /// How many user supersteps were started.
    pub fn steps(&self) -> u32 {
        self.data.step
    }

    /// What to do next. Call it again after each answer but `Waiting`, `Done` and `Failed`.
    #[allow(clippy::should_implement_trait)] // Not an iterator: an answer depends on what was completed in between.
    pub fn next(&mut self) -> Next<S> {
        if let Some(error) = &self.data.failed {
            return Next::Failed(error.clone());
        }
        match &mut self.data.phase {
            Phase::Ready(planned) if planned.is_empty() => {
                self.data.phase = Phase::Done;
                Next::Done
            }
            Phase::Ready(planned) => {
                let planned = std::mem::take(planned);
                self.begin(planned)
            }
            Phase::Running(slots) if slots.iter().any(|slot| slot.update.is_none()) => Next::Waiting,
            Phase::Running(slots) => {
                let slots = std::mem::take(slots);
                self.end(slots)
            }
            Phase::Done => Next::Done,
        }
    }

    /// Lets a failed run go on: tasks that had finished keep their updates, the others are [`outstanding`](Run::outstanding) again. After a conflict all tasks of the step are. False if the run has not failed, or for a
    /// [`RunError::Route`], which would only happen again.
    pub fn retry(&mut self) -> bool {
        if matches!(self.data.failed, Some(RunError::Route { .. })) {
            return false;
        }
        self.data.failed.take().is_some()
    }

    /// The tasks that were handed out and not completed: what to start again after a driver was dropped or the run
    /// was told to retry.
    pub fn outstanding(&self) -> Vec<Task<S>> {
        let Phase::Running(slots) = &self.data.phase else { return Vec::new() };
        let open = slots.iter().enumerate().filter(|(_, slot)| slot.update.is_none());
        open.map(|(index, slot)| self.task(index, &slot.task)).collect()
    }

    /// Hands in a task's result. An error fails the run. A task that isn't out (completed before, or of another
    /// step) is ignored.
    pub fn complete(&mut self, task: TaskId, result: NodeResult<S>) {
        let Phase::Running(slots) = &mut self.data.phase else { return };
        if task.step != self.data.step || self.data.failed.is_some() {
            return;
        }
        let Some(slot) = slots.get_mut(task.index as usize).filter(|slot| slot.update.is_none()) else { return };
        match result {
            Ok(update) => slot.update = Some(update),
            Err(error) => {
                let node = self.graph.slot(slot.task.place).name.to_string();
                self.data.failed = Some(RunError::Node { node, step: self.data.step, error });
            }
        }
    }

    fn begin(&mut self, planned: Vec<Planned<S>>) -> Next<S> {
        let RunData { step, limit, .. } = self.data;
        if step >= limit {
            let next = self.names(&planned);
            self.data.phase = Phase::Ready(planned);
            return self.fail(RunError::Limit { limit, steps: step, next });
        }
        if step == 0 {
            let mut ids = MessageIds::new(&*self.ids, self.data.ids_used);
            Rc::make_mut(&mut self.data.state).name_messages(&mut ids);
            self.data.ids_used = ids.used();
        }
        self.data.step += 1;
        let tasks = planned.iter().enumerate().map(|(index, task)| self.task(index, task)).collect();
        self.data.phase = Phase::Running(planned.into_iter().map(|task| Slot { task, update: None }).collect());
        Next::Tasks(tasks)
    }

    fn task(&self, index: usize, task: &Planned<S>) -> Task<S> {
        let id = TaskId { step: self.data.step, index: u32::try_from(index).unwrap_or(u32::MAX) };
        let (place, node) = (task.place, self.graph.slot(task.place).name.clone());
        let state = task.argument.as_ref().unwrap_or(&self.data.state).clone();
        Task { id, place, node, step: self.data.step, state }
    }

    fn end(&mut self, slots: Vec<Slot<S>>) -> Next<S> {
        let step = self.data.step;
        // What runs again should the writes be refused and the run be retried.
        let again = slots.iter().map(|slot| Slot { task: slot.task.clone(), update: None }).collect();
        match self.apply(slots) {
            Ok(planned) => {
                let next = self.names(&planned);
                self.data.phase = Phase::Ready(planned);
                Next::Stepped { step, next }
            }
            Err(error) => {
                self.data.phase = Phase::Running(again);
                self.fail(error)
            }
        }
    }

    /// Applies the writes of a superstep and says which nodes run next.
    fn apply(&mut self, slots: Vec<Slot<S>>) -> Result<Vec<Planned<S>>, RunError> {
        let graph = self.graph.clone();
        let done: Vec<(NodeIx, S::Update)> =
            slots.into_iter().filter_map(|slot| Some((slot.task.place, slot.update?))).collect();
        let writes: Vec<NodeWrites<'_, S>> =
            done.iter().map(|(place, update)| NodeWrites { node: &graph.slot(*place).name, update }).collect();
        let data = &mut self.data;
        data.state.check(&writes).map_err(|error| RunError::Channel { step: data.step, error })?;

        let places: Vec<NodeIx> = done.iter().map(|(place, _)| *place).collect();
        let mut ids = MessageIds::new(&*self.ids, data.ids_used);
        let mut next = Vec::new();
        if let [_] = &*done {
            // The only node of its step: the new state is what its routes see.
            fold_all(&mut data.state, done, &mut ids);
            follow(&graph, Some(places[0]), &data.state, &mut next)?;
        } else {
            for (place, update) in &done {
                if graph.slot(*place).exits.routers.is_empty() {
                    follow(&graph, Some(*place), &data.state, &mut next)?;
                } else {
                    let mut own = S::clone(&data.state);
                    own.clear_topics();
                    own.fold(update.clone(), &mut MessageIds::new(&*self.ids, data.ids_used));
                    follow(&graph, Some(*place), &own, &mut next)?;
                }
            }
            fold_all(&mut data.state, done, &mut ids);
        }
        data.ids_used = ids.used();
        arrive(&graph, &places, &mut data.arrived, &mut next);
        Ok(in_order(next))
    }

    fn fail(&mut self, error: RunError) -> Next<S> {
        self.data.failed = Some(error.clone());
        Next::Failed(error)
    }

    fn names(&self, planned: &[Planned<S>]) -> Vec<String> {
        planned.iter().map(|task| self.graph.slot(task.place).name.to_string()).collect()
    }
}
