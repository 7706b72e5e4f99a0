//! The options of an invocation.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::Value;

use super::invocation::Invocation;
use super::sink::{Durability, StoreSink};
use crate::channel::IdSource;
use crate::node::{RunEvent, WhenFull};
use crate::port::{CancelToken, Clock, Sleep};
use crate::random::fnv;
use crate::state::State;
use crate::store::CheckpointStore;

impl<'a, S: State> Invocation<'a, S> {
    /// Sets how many user supersteps the run may take since its last input; 25 unless set.
    #[must_use]
    pub fn limit(mut self, steps: u32) -> Self {
        self.run = self.run.limit(steps);
        self
    }

    /// Sets the source of message ids; [`CounterIds`](crate::CounterIds) unless set.
    #[must_use]
    pub fn ids(mut self, ids: impl IdSource + 'a) -> Self {
        self.run = self.run.ids(ids);
        self.services.ids = self.run.id_source();
        self
    }

    /// Sets what the random numbers of nodes depend on; 0 unless set. A run that is restored has the seed it began with.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.run.data.seed = seed;
        self
    }

    /// Stops the run when the token is cancelled: running nodes are dropped at once. What had finished is kept.
    #[must_use]
    pub fn cancel(mut self, token: CancelToken) -> Self {
        self.services.cancel = token;
        self
    }

    /// Stops the run at the end of the superstep, its own or that of a subgraph, in which the token is cancelled.
    #[must_use]
    pub fn pause(mut self, token: CancelToken) -> Self {
        self.services.pause = token;
        self
    }

    /// Pauses before these nodes run, as if the graph had breakpoints there.
    #[must_use]
    pub fn pause_before<N: AsRef<str>>(mut self, nodes: impl IntoIterator<Item = N>) -> Self {
        self.run = self.run.pause_before(nodes);
        self
    }

    /// Pauses after these nodes have run, unless that was the end.
    #[must_use]
    pub fn pause_after<N: AsRef<str>>(mut self, nodes: impl IntoIterator<Item = N>) -> Self {
        self.run = self.run.pause_after(nodes);
        self
    }

    /// Gives events a time.
    #[must_use]
    pub fn clock(mut self, clock: Rc<dyn Clock + 'a>) -> Self {
        self.services.clock = Some(clock);
        self
    }

    /// Gives nodes, retries and timeouts a way to wait.
    #[must_use]
    pub fn sleep(mut self, sleep: Rc<dyn Sleep + 'a>) -> Self {
        self.services.sleep = Some(sleep);
        self
    }

    /// Records the run in a store under this name. If there is a run of that name already, the run
    /// stops with [`StoreErrorKind::Refused`](crate::StoreErrorKind::Refused), unless it was
    /// [restored](crate::Graph::restore) from there. It then writes on from where its log was
    /// read, and stops with [`StoreErrorKind::Conflict`](crate::StoreErrorKind::Conflict) should someone else have
    /// written since. `about` is kept in the log's header.
    #[must_use]
    pub fn checkpoints(
        mut self,
        store: Rc<dyn CheckpointStore + 'a>,
        run: impl Into<String>,
        durability: Durability,
        about: Value,
    ) -> Self {
        self.take_back();
        self.run = self.run.recording(about);
        let (run, place) = (run.into(), self.run.log_place());
        self.services.jitter = fnv(run.as_bytes());
        self.services.sink = Some(Rc::new(StoreSink::new(store, run, durability, place)));
        self
    }

    /// Sets what becomes of the run when its store is full; it stops unless set.
    #[must_use]
    pub fn when_full(mut self, when_full: WhenFull) -> Self {
        self.services.when_full = when_full;
        self
    }

    /// Calls the listener with each event as it happens. The listener must not block.
    #[must_use]
    pub fn on_event(mut self, listener: impl FnMut(RunEvent<'_, S::Event>) + 'a) -> Self {
        self.listener = RefCell::new(Some(Box::new(listener)));
        self
    }
}
