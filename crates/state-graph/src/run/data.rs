//! Everything that changes in a run: plain data.

use std::rc::Rc;

use super::error::RunError;
use super::slots::Slots;
use super::superstep::{Planned, follow, in_order};
use crate::graph::Graph;
use crate::log::StopReason;
use crate::node::NodeIx;
use crate::state::State;
use crate::store::LogEnd;

/// How many supersteps a run may take unless a limit is set.
const DEFAULT_LIMIT: u32 = 25;

pub(crate) struct RunData<S: State> {
    pub(crate) state: Rc<S>,
    /// The messages of the first state have ids.
    pub(crate) started: bool,
    /// User supersteps started so far.
    pub(crate) step: u32,
    /// The step of the last input; the limit counts from here.
    pub(crate) input_step: u32,
    pub(crate) limit: u32,
    pub(crate) seed: u64,
    pub(crate) ids_used: u64,
    /// Per join, which of its sources have run since it last fired.
    pub(crate) arrived: Vec<Vec<bool>>,
    /// Deferred nodes that wait until nothing else is left.
    pub(crate) deferred: Vec<NodeIx>,
    pub(crate) phase: Phase<S>,
    /// The nodes of the last superstep, for breakpoints after them.
    pub(crate) ran: Vec<NodeIx>,
    /// The breakpoint at this place was passed.
    pub(crate) passed: bool,
    /// A superstep ended and was not reported yet.
    pub(crate) stepped: Option<u32>,
    pub(crate) exit: Option<String>,
    /// Why the run failed, if it did. The phase stays as it was, so that it can continue from there.
    pub(crate) failed: Option<RunError>,
    /// Code of the state's types or of a route runs, and changes the run. Should it panic, this stays.
    pub(crate) poisoned: bool,
    /// When the last superstep ended, in milliseconds of the clock.
    pub(crate) at: Option<f64>,
    /// Where the log ended that it was restored from.
    pub(crate) log_end: LogEnd,
    /// The last checkpoint, and the id of the next.
    pub(crate) head: Option<u64>,
    pub(crate) next_id: u64,
    /// Everything that nodes wrote, as one update: only in a subgraph that shares the state of the graph around it.
    pub(crate) gathered: Option<S::Update>,
    /// Why a driver stopped, if that is the last that is recorded.
    pub(crate) stopped: Option<StopReason>,
    /// The run continues from an older checkpoint and that is not recorded yet.
    pub(crate) forking: bool,
}

pub(crate) enum Phase<S: State> {
    /// These run next.
    Ready(Vec<Planned<S>>),
    /// These tasks run, in write order.
    Running(Slots<S>),
    Done,
}

impl<S: State> RunData<S> {
    /// A run that has not started.
    pub(crate) fn new(graph: &Graph<'_, S>, state: S) -> Self {
        let mut data = Self::at(graph, Rc::new(state));
        data.enter(graph);
        data
    }

    /// A run with nothing planned.
    pub(crate) fn at(graph: &Graph<'_, S>, state: Rc<S>) -> Self {
        Self {
            state,
            started: false,
            step: 0,
            input_step: 0,
            limit: DEFAULT_LIMIT,
            seed: 0,
            ids_used: 0,
            arrived: graph.none_arrived(),
            deferred: Vec::new(),
            phase: Phase::Done,
            ran: Vec::new(),
            passed: false,
            stepped: None,
            exit: None,
            failed: None,
            poisoned: false,
            at: None,
            log_end: LogEnd::NEW,
            head: None,
            next_id: 0,
            gathered: None,
            stopped: None,
            forking: false,
        }
    }

    /// Plans what the start leads to, and nothing else.
    pub(crate) fn enter(&mut self, graph: &Graph<'_, S>) {
        let mut next = Vec::new();
        self.failed = follow(graph, None, &self.state, &mut next).err();
        self.arrived = graph.none_arrived();
        self.deferred.clear();
        self.ran.clear();
        self.input_step = self.step;
        self.plan(graph, next);
    }

    /// Plans the next superstep: deferred nodes wait until nothing else is left.
    pub(crate) fn plan(&mut self, graph: &Graph<'_, S>, next: Vec<Planned<S>>) {
        let is_deferred = |task: &Planned<S>| task.argument.is_none() && graph.slot(task.place).deferred;
        let (late, mut now): (Vec<_>, Vec<_>) =
            if graph.0.defers { next.into_iter().partition(is_deferred) } else { (Vec::new(), next) };
        for task in late {
            if !self.deferred.contains(&task.place) {
                self.deferred.push(task.place);
            }
        }
        if now.is_empty() {
            now = self.deferred.drain(..).map(|place| Planned { place, argument: None }).collect();
        }
        self.passed = false;
        self.phase = Phase::Ready(in_order(now));
    }

    /// What runs next; empty in the middle of a superstep.
    pub(crate) fn planned(&self) -> &[Planned<S>] {
        if let Phase::Ready(planned) = &self.phase { planned } else { &[] }
    }
}
