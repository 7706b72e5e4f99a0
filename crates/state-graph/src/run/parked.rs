//! A run without its graph, which borrows what its nodes borrow: what can be kept as plain data.

use super::data::RunData;
use super::log_buffer::Log;
use super::machine::Run;
use crate::graph::Graph;
use crate::node::ParkedRuns;
use crate::state::State;

pub(crate) struct Parked<S: State> {
    data: RunData<S>,
    log: Option<Log>,
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
}
