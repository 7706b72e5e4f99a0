//! A node to run.

use std::rc::Rc;

use serde_json::value::RawValue;

use crate::log::Answers;
use crate::state::State;

/// A node's place in its graph's list of nodes, which is sorted by name: the order of places is the order of writes.
pub(crate) type NodeIx = u32;

/// A node to run, with the state it sees.
pub struct Task<S: State> {
    pub(crate) id: TaskId,
    pub(crate) place: NodeIx,
    pub(crate) node: Rc<str>,
    pub(crate) step: u32,
    pub(crate) seed: u64,
    /// Distinguishes the superstep from others of the same number in the same log: those of forks.
    pub(crate) branch: u64,
    pub(crate) state: Rc<S>,
    /// Answers to its interrupts so far.
    pub(crate) answers: Option<Rc<Answers>>,
    /// The log of the subgraph that runs in it, as far as it was written.
    pub(crate) child: Option<Rc<Vec<Box<RawValue>>>>,
}

/// Names a task within its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId {
    pub(crate) step: u32,
    pub(crate) index: u32,
}

impl TaskId {
    /// The superstep, from 1.
    pub fn step(self) -> u32 {
        self.step
    }

    /// Its place among the tasks of the superstep, from 0.
    pub fn index(self) -> u32 {
        self.index
    }
}

impl<S: State> Task<S> {
    /// Its id, for [`Run::complete`](crate::Run::complete).
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
