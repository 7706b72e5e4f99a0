//! What a driver has for its nodes and for the drivers of subgraphs in them.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::sink::Sink;
use crate::run::TaskId;
use crate::{CancelToken, Clock, IdSource, Sleep};

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
    /// The runs of subgraphs whose tasks stand still.
    pub(crate) parked: RefCell<BTreeMap<TaskId, Box<dyn Any>>>,
}

impl Services<'_> {
    pub(crate) fn now(&self) -> Option<f64> {
        self.clock.as_deref().map(Clock::now_ms)
    }
}
