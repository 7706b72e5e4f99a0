//! A run without its graph, which borrows what its nodes borrow: what can be kept as plain data.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Run, RunData, persist};
use crate::State;
use crate::graph::Graph;

/// The runs of subgraphs whose tasks stand still or were stopped, by their tasks' places in the superstep under way.
/// Shared by a run and its driver.
pub(crate) type ParkedRuns = Rc<RefCell<BTreeMap<u32, Box<dyn Any>>>>;

pub(crate) struct Parked<S: State> {
    data: RunData<S>,
    log: Option<persist::Log>,
    inside: ParkedRuns,
}

impl<S: State> Parked<S> {
    pub(crate) fn into_run<'a>(self, graph: Graph<'a, S>) -> Run<'a, S> {
        Run { log: self.log, parked: self.inside, ..Run::with(graph, self.data) }
    }
}

impl<S: State> Run<'_, S> {
    pub(crate) fn park(self) -> Parked<S> {
        Parked { data: self.data, log: self.log, inside: self.parked }
    }

    pub(crate) fn parked(&self) -> ParkedRuns {
        self.parked.clone()
    }

    /// A superstep begins or begins anew: what was parked belongs to another.
    pub(super) fn forget_parked(&self) {
        self.parked.borrow_mut().clear();
    }
}
