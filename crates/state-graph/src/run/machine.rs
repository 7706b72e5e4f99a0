//! The run as a state machine: what to do next, and what was done.

use std::rc::Rc;

use super::data::{Phase, RunData};
use super::error::RunError;
use super::log_buffer::Log;
use super::next::Next;
use super::slots::{Slot, Slots};
use super::superstep::names;
use crate::channel::{CounterIds, IdSource};
use crate::graph::{Graph, NodeSlot};
use crate::interrupt::Pause;
use crate::node::{NodeIx, ParkedRuns, Task, TaskId};
use crate::state::State;

/// A run of a graph. Drive it in a loop: [`next`](Run::next) returns what to do, [`complete`](Run::complete) hands in a
/// task's result.
pub struct Run<'a, S: State> {
    pub(super) graph: Graph<'a, S>,
    pub(super) ids: Rc<dyn IdSource + 'a>,
    pub(crate) data: RunData<S>,
    /// What is to be persisted; None while nothing is.
    pub(super) log: Option<Log>,
    pub(super) parked: ParkedRuns,
    /// There is no listener for what a superstep leads to, so its names are not collected.
    pub(crate) quiet: bool,
    /// Breakpoints of this run, beside those of its graph.
    pub(super) before: Vec<NodeIx>,
    pub(super) after: Vec<NodeIx>,
}

impl<'a, S: State> Graph<'a, S> {
    /// A run from this state, to be stepped by hand.
    pub fn start(&self, state: S) -> Run<'a, S> {
        Run::new(self.clone(), state)
    }
}

impl<'a, S: State> Run<'a, S> {
    pub(crate) fn new(graph: Graph<'a, S>, state: S) -> Self {
        let data = RunData::new(&graph, state);
        Self::with(graph, data)
    }

    pub(crate) fn with(graph: Graph<'a, S>, data: RunData<S>) -> Self {
        let (ids, parked) = (Rc::new(CounterIds), ParkedRuns::default());
        Self { graph, ids, data, log: None, parked, quiet: false, before: Vec::new(), after: Vec::new() }
    }

    /// Sets how many user supersteps the run may take since its last input; 25 unless set.
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

    pub(crate) fn id_source(&self) -> Rc<dyn IdSource + 'a> {
        self.ids.clone()
    }

    /// Pauses before these nodes run, as if the graph had breakpoints there. Unknown names are ignored.
    #[must_use]
    pub fn pause_before<N: AsRef<str>>(mut self, nodes: impl IntoIterator<Item = N>) -> Self {
        self.before.extend(nodes.into_iter().filter_map(|node| self.graph.place(node.as_ref())));
        self
    }

    /// Pauses after these nodes have run. Unknown names are ignored.
    #[must_use]
    pub fn pause_after<N: AsRef<str>>(mut self, nodes: impl IntoIterator<Item = N>) -> Self {
        self.after.extend(nodes.into_iter().filter_map(|node| self.graph.place(node.as_ref())));
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

    /// The label a node ended the graph with, if one did.
    pub fn exit(&self) -> Option<&str> {
        self.data.exit.as_deref()
    }

    /// What to do next. Call it again after each answer but `Waiting`, `Interrupted`, `Paused`, `Done` and `Failed`.
    #[allow(clippy::should_implement_trait)] // Not an iterator: an answer depends on what was completed in between.
    pub fn next(&mut self) -> Next<S> {
        // As `guarded`, without what it costs to pass an answer of this size on: this is asked for at every step.
        if self.data.poisoned {
            return Next::Failed(RunError::Poisoned { step: self.data.step });
        }
        self.data.poisoned = true;
        let next = self.advance();
        self.data.poisoned = false;
        next
    }

    /// Lets code of others change the run: reducers, routes, conversions. Should that panic, it is not known how much
    /// was done, and the run refuses from then on.
    pub(super) fn guarded<R>(&mut self, change: impl FnOnce(&mut Self) -> R) -> Result<R, RunError> {
        if self.data.poisoned {
            return Err(RunError::Poisoned { step: self.data.step });
        }
        self.data.poisoned = true;
        let changed = change(self);
        self.data.poisoned = false;
        Ok(changed)
    }

    fn advance(&mut self) -> Next<S> {
        self.begin_log();
        if self.data.failed.is_none()
            && let Phase::Running(slots) = &mut self.data.phase
            && slots.all_finished()
        {
            let slots = std::mem::replace(slots, Slots::new(Vec::new()));
            self.end(slots);
        }
        self.record_fork();
        if let Some(bytes) = self.log.as_mut().and_then(Log::take) {
            return Next::Persist(bytes);
        }
        if let Some(error) = &self.data.failed {
            return Next::Failed(error.clone());
        }
        if let Some(step) = self.data.stepped.take() {
            let next = if self.quiet { Vec::new() } else { names(&self.graph, self.data.planned()) };
            return Next::Stepped { step, next };
        }
        match &self.data.phase {
            Phase::Ready(planned) if planned.is_empty() => {
                self.data.phase = Phase::Done;
                Next::Done
            }
            Phase::Ready(_) => self.at_breakpoint().map_or_else(|| self.begin(), Next::Paused),
            Phase::Running(slots) if slots.has_open() => Next::Waiting,
            Phase::Running(_) => Next::Interrupted(self.interrupts()),
            Phase::Done => Next::Done,
        }
    }

    /// Lets a failed run continue: tasks that had finished keep their updates, the others are
    /// [`outstanding`](Run::outstanding) again. After a conflict all tasks of the step are. False if the run has not
    /// failed, or for a [`RunError::Route`], which would only happen again, or a [`RunError::Poisoned`].
    pub fn retry(&mut self) -> bool {
        if self.data.poisoned || matches!(self.data.failed, Some(RunError::Route { .. })) {
            return false;
        }
        self.data.failed.take().is_some()
    }

    /// Passes the breakpoint at which the run is paused. False if it is at none.
    pub fn proceed(&mut self) -> bool {
        let paused = self.at_breakpoint().is_some();
        if paused {
            self.data.passed = true;
            self.record_proceed();
        }
        paused
    }

    fn at_breakpoint(&self) -> Option<Pause> {
        let Phase::Ready(planned) = &self.data.phase else { return None };
        if self.data.passed || planned.is_empty() {
            return None;
        }
        let name = |place: NodeIx| self.graph.slot(place).name.to_string();
        let stops = |at: fn(&NodeSlot<'a, S>) -> bool, own: &[NodeIx], place: NodeIx| {
            at(self.graph.slot(place)) || own.contains(&place)
        };
        let planned = || planned.iter().map(|task| task.place);
        let before: Vec<_> = planned().filter(|&p| stops(|slot| slot.before, &self.before, p)).map(name).collect();
        let ran = self.data.ran.iter().copied();
        let after: Vec<_> = ran.filter(|&p| stops(|slot| slot.after, &self.after, p)).map(name).collect();
        let next = || planned().map(name).collect();
        (!before.is_empty() || !after.is_empty()).then(|| Pause { before, after, next: next() })
    }

    /// Starts the superstep that is planned.
    fn begin(&mut self) -> Next<S> {
        let RunData { step, input_step, limit, .. } = self.data;
        let Phase::Ready(planned) = &mut self.data.phase else { return Next::Waiting };
        if step - input_step >= limit {
            let next = names(&self.graph, planned);
            return self.fail(RunError::Limit { limit, steps: step - input_step, next });
        }
        let planned = std::mem::take(planned);
        // A superstep is started, or started again: what was parked belongs to another.
        self.parked.borrow_mut().clear();
        self.data.step += 1;
        self.data.passed = false;
        let slots = Slots::new(planned);
        let tasks = slots.all().iter().enumerate().map(|(index, slot)| self.task(index, slot)).collect();
        self.data.phase = Phase::Running(slots);
        Next::Tasks(tasks)
    }

    /// The tasks that were handed out and not completed, but for those that wait for an answer: what to start again
    /// after a driver was dropped, the run was retried, or interrupts were answered.
    pub fn outstanding(&self) -> Vec<Task<S>> {
        let Phase::Running(slots) = &self.data.phase else { return Vec::new() };
        let open = slots.all().iter().enumerate().filter(|(_, slot)| slot.is_open());
        open.map(|(index, slot)| self.task(index, slot)).collect()
    }

    fn task(&self, index: usize, slot: &Slot<S>) -> Task<S> {
        let id = TaskId { step: self.data.step, index: u32::try_from(index).unwrap_or(u32::MAX) };
        let (place, node) = (slot.task.place, self.graph.slot(slot.task.place).name.clone());
        let state = slot.task.argument.as_ref().unwrap_or(&self.data.state).clone();
        let (answers, child) = (slot.answers.clone(), slot.child.clone());
        let RunData { step, seed, next_id: branch, .. } = self.data;
        Task { id, place, node, step, seed, branch, state, answers, child }
    }

    fn fail(&mut self, error: RunError) -> Next<S> {
        self.record_failure(&error, false);
        self.data.failed = Some(error.clone());
        Next::Failed(error)
    }
}
