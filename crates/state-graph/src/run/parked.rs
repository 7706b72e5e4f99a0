//! A run without its graph, which borrows what its nodes borrow: what can be kept as plain data.

use super::{Run, RunData, persist};
use crate::State;
use crate::graph::Graph;

pub(crate) struct Parked<S: State> {
    data: RunData<S>,
    log: Option<persist::Log>,
}

impl<S: State> Parked<S> {
    pub(crate) fn into_run<'a>(self, graph: Graph<'a, S>) -> Run<'a, S> {
        Run { log: self.log, ..Run::with(graph, self.data) }
    }
}

impl<S: State> Run<'_, S> {
    pub(crate) fn park(self) -> Parked<S> {
        Parked { data: self.data, log: self.log }
    }
}
