//! What a driver has for its nodes and for the drivers of subgraphs in them.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use super::sink::{Sink, WhenFull};
use crate::channel::IdSource;
use crate::port::{CancelToken, Clock, Sleep};

/// The runs of subgraphs whose tasks are suspended or were stopped, by their tasks' places in the superstep under way.
/// Shared by a run and its driver.
pub(crate) type ParkedRuns = Rc<RefCell<Vec<(u32, Box<dyn Any>)>>>;

/// Wraps the lines of the run inside a task, which the superstep and the task's place in it name.
pub(crate) type WrapChild = fn(u32, u32, &[u8], &mut Vec<u8>);

/// The ports and the switches of a run.
pub(crate) struct Services<'a> {
    pub(crate) clock: Option<Rc<dyn Clock + 'a>>,
    pub(crate) sleep: Option<Rc<dyn Sleep + 'a>>,
    pub(crate) ids: Rc<dyn IdSource + 'a>,
    /// Stops everything at once.
    pub(crate) cancel: CancelToken,
    /// Stops at the end of the superstep.
    pub(crate) pause: CancelToken,
    /// Where the log goes.
    pub(crate) sink: Option<Rc<dyn Sink + 'a>>,
    /// What jitter depends on beside the seed and the clock: the name under which the run is stored.
    pub(crate) jitter: u64,
    /// What becomes of the run when there is no room for its log.
    pub(crate) when_full: WhenFull,
    /// How many supersteps a run may take; each subgraph for itself.
    pub(crate) limit: u32,
    /// Writes the lines of a subgraph's run as lines of this run's log.
    pub(crate) wrap_child: WrapChild,
    /// The run's, for the drivers of subgraphs.
    pub(crate) parked: ParkedRuns,
}

impl Services<'_> {
    pub(crate) fn now(&self) -> Option<f64> {
        self.clock.as_deref().map(Clock::now_ms).filter(|now| now.is_finite())
    }

    /// Whether the run is stored sooner or later.
    pub(crate) fn stores(&self) -> bool {
        self.sink.as_ref().is_some_and(|sink| sink.stores())
    }
}
