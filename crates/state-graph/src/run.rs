//! A run, stepped by hand: what to do next, as data. No clock, no I/O, no futures.
//!
//! A superstep: all its nodes see the state at its start; when all are done their writes are checked together, then
//! applied in the order of node names; then edges and routes say which nodes run next. A failed or cancelled run
//! keeps the updates of the tasks that had finished.

use std::rc::Rc;

use crate::graph::{Graph, NodeIx, Target};
use crate::state::NodeWrites;
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
    /// These nodes run next.
    Ready(Vec<NodeIx>),
    /// These tasks run; sorted by node.
    Running(Vec<Slot<S>>),
    Done,
}

struct Slot<S: State> {
    place: NodeIx,
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

    /// The state at the start of the superstep.
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
            Phase::Ready(nodes) if nodes.is_empty() => {
                self.data.phase = Phase::Done;
                Next::Done
            }
            Phase::Ready(nodes) => {
                let nodes = std::mem::take(nodes);
                self.begin(nodes)
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
        open.map(|(index, slot)| self.task(index, slot.place)).collect()
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
                let node = self.graph.slot(slot.place).name.to_string();
                self.data.failed = Some(RunError::Node { node, step: self.data.step, error });
            }
        }
    }

    fn begin(&mut self, nodes: Vec<NodeIx>) -> Next<S> {
        let RunData { step, limit, .. } = self.data;
        if step >= limit {
            let next = self.names(&nodes);
            self.data.phase = Phase::Ready(nodes);
            return self.fail(RunError::Limit { limit, steps: step, next });
        }
        self.data.step += 1;
        let tasks = nodes.iter().enumerate().map(|(index, &place)| self.task(index, place)).collect();
        self.data.phase = Phase::Running(nodes.into_iter().map(|place| Slot { place, update: None }).collect());
        Next::Tasks(tasks)
    }

    fn task(&self, index: usize, place: NodeIx) -> Task<S> {
        let id = TaskId { step: self.data.step, index: u32::try_from(index).unwrap_or(u32::MAX) };
        let node = self.graph.slot(place).name.clone();
        Task { id, place, node, step: self.data.step, state: self.data.state.clone() }
    }

    fn end(&mut self, slots: Vec<Slot<S>>) -> Next<S> {
        let step = self.data.step;
        // What runs again should the writes be refused and the run be retried.
        let again = slots.iter().map(|slot| Slot { place: slot.place, update: None }).collect();
        match self.apply(slots) {
            Ok(nodes) => {
                let next = self.names(&nodes);
                self.data.phase = Phase::Ready(nodes);
                Next::Stepped { step, next }
            }
            Err(error) => {
                self.data.phase = Phase::Running(again);
                self.fail(error)
            }
        }
    }

    /// Applies the writes of a superstep and says which nodes run next.
    fn apply(&mut self, slots: Vec<Slot<S>>) -> Result<Vec<NodeIx>, RunError> {
        let graph = self.graph.clone();
        let done: Vec<(NodeIx, S::Update)> =
            slots.into_iter().filter_map(|slot| Some((slot.place, slot.update?))).collect();
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

    fn names(&self, nodes: &[NodeIx]) -> Vec<String> {
        nodes.iter().map(|&place| self.graph.slot(place).name.to_string()).collect()
    }
}

fn fold_all<S: State>(state: &mut Rc<S>, done: Vec<(NodeIx, S::Update)>, ids: &mut MessageIds<'_>) {
    // Copies the state only if somebody still holds the snapshot.
    let state = Rc::make_mut(state);
    for (_, update) in done {
        state.fold(update, ids);
    }
}

/// Adds where the plain edges and the routes of a node (None: of the start) lead.
fn follow<S: State>(
    graph: &Graph<'_, S>,
    from: Option<NodeIx>,
    seen: &S,
    next: &mut Vec<NodeIx>,
) -> Result<(), RunError> {
    let exits = from.map_or(&graph.0.start, |place| &graph.slot(place).exits);
    next.extend(exits.plain.iter().filter_map(|target| target.node()));
    let mut picked = Vec::new();
    for router in &exits.routers {
        picked.clear();
        (router.pick)(seen, &mut picked);
        for &index in &picked {
            let target = router.targets.get(index).ok_or_else(|| RunError::Route {
                node: from.map_or(crate::START, |place| &graph.slot(place).name).to_owned(),
                index,
                declared: router.targets.len(),
            })?;
            next.extend(target.node());
        }
    }
    Ok(())
}

/// Marks the nodes at their joins and adds the targets of the joins that are complete.
fn arrive<S: State>(graph: &Graph<'_, S>, ran: &[NodeIx], arrived: &mut [Vec<bool>], next: &mut Vec<NodeIx>) {
    for &place in ran {
        for &(join, source) in &graph.slot(place).exits.joins {
            arrived[join][source] = true;
        }
    }
    for (join, arrived) in graph.0.joins.iter().zip(arrived) {
        if arrived.iter().all(|&here| here) {
            arrived.fill(false);
            next.extend(join.target.node());
        }
    }
}

fn in_order(mut nodes: Vec<NodeIx>) -> Vec<NodeIx> {
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

impl Target {
    fn node(self) -> Option<NodeIx> {
        match self {
            Self::Node(place) => Some(place),
            Self::End => None,
        }
    }
}
