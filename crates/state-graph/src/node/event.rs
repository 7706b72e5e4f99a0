//! The events that a driver reports to its listener.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use std::any::Any;

use serde_json::Value;

use super::error::NodeError;
use super::task::TaskId;
use crate::interrupt::{Interrupt, Pause};
use crate::log::Finite;
use crate::state::{State, Update};
use crate::store::StoreError;

/// Something that happened in a run. Borrowed: copy out what must outlive the call. `E` is the state's
/// [`Event`](State::Event).
pub struct RunEvent<'e, E> {
    /// When, in the milliseconds of the [`Clock`](crate::Clock); None without one.
    pub at: Option<f64>,
    /// In which superstep, from 1, of the graph it happened in.
    pub step: u32,
    /// In which subgraph: the names of the nodes around it, outermost first, joined by `:`. Empty in the graph itself.
    pub path: &'e str,
    /// In which tasks: those of the graphs around it, outermost first, then its own. The last is missing for what concerns
    /// a whole superstep, so in the graph itself it is then empty.
    pub tasks: &'e [TaskId],
    pub kind: RunEventKind<'e, E>,
}

#[non_exhaustive]
pub enum RunEventKind<'e, E> {
    /// The run starts or continues.
    Started {
        state: &'e dyn AnyState,
    },
    NodeStarted {
        node: &'e str,
    },
    /// A node returned an update; it is applied when the superstep ends.
    NodeFinished {
        node: &'e str,
        update: &'e dyn AnyUpdate,
        /// How long it ran, in milliseconds; None without a clock.
        duration: Option<f64>,
    },
    /// A node returned an error.
    NodeFailed {
        node: &'e str,
        error: &'e NodeError,
        /// How long it ran, in milliseconds; None without a clock.
        duration: Option<f64>,
        /// After how many milliseconds it is tried again; None if it is not.
        retry_in: Option<f64>,
    },
    /// A node emitted something of its own.
    Custom {
        node: &'e str,
        payload: E,
        /// It is kept in the run's log.
        recorded: bool,
    },
    /// A piece of a message that a model streams.
    Token {
        node: &'e str,
        /// Names the message.
        message: &'e str,
        text: &'e str,
    },
    /// The writes of a superstep are applied.
    StepFinished {
        state: &'e dyn AnyState,
        /// The nodes that run next, by name; empty at the end of the run.
        next: &'e [String],
        /// The checkpoint, if one was made.
        checkpoint: Option<u64>,
    },
    /// The store is full and the run [continues](crate::WhenFull::Continue) without being stored. Reported once; from here on no
    /// superstep has a checkpoint.
    Unstored {
        error: &'e StoreError,
    },
    /// The run waits for answers.
    Interrupted {
        interrupts: &'e [Interrupt],
    },
    /// The run is paused between supersteps.
    Paused {
        /// Where.
        pause: &'e Pause,
    },
}

impl<'e, E> RunEventKind<'e, E> {
    /// The same with another type of payload.
    pub(crate) fn map<F>(self, convert: impl FnOnce(E) -> F) -> RunEventKind<'e, F> {
        match self {
            Self::Started { state } => RunEventKind::Started { state },
            Self::NodeStarted { node } => RunEventKind::NodeStarted { node },
            Self::NodeFinished { node, update, duration } => RunEventKind::NodeFinished { node, update, duration },
            Self::NodeFailed { node, error, duration, retry_in } => {
                RunEventKind::NodeFailed { node, error, duration, retry_in }
            }
            Self::Custom { node, payload, recorded } => {
                RunEventKind::Custom { node, payload: convert(payload), recorded }
            }
            Self::Token { node, message, text } => RunEventKind::Token { node, message, text },
            Self::StepFinished { state, next, checkpoint } => RunEventKind::StepFinished { state, next, checkpoint },
            Self::Unstored { error } => RunEventKind::Unstored { error },
            Self::Interrupted { interrupts } => RunEventKind::Interrupted { interrupts },
            Self::Paused { pause } => RunEventKind::Paused { pause },
        }
    }
}

/// A state of whatever graph or subgraph.
pub trait AnyState {
    /// As JSON text.
    ///
    /// # Errors
    /// When a field has no JSON form.
    fn to_text(&self) -> serde_json::Result<String>;

    /// For `get`.
    fn as_any(&self) -> &dyn Any;
}

impl<S: State> AnyState for S {
    fn to_text(&self) -> serde_json::Result<String> {
        serde_json::to_string(&Finite(self))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

// What is asked for is not in the tables of methods, so that a binary without it does not hold it.
impl dyn AnyState + '_ {
    /// As JSON.
    ///
    /// # Errors
    /// When a field has no JSON form.
    pub fn to_json(&self) -> serde_json::Result<Value> {
        serde_json::from_str(&self.to_text()?)
    }

    /// The state, if it is an `S`.
    pub fn get<S: State>(&self) -> Option<&S> {
        self.as_any().downcast_ref()
    }
}

/// An update of whatever graph or subgraph.
pub trait AnyUpdate {
    /// The written fields as JSON text, each as the list of its writes: `{"field": [value]}`.
    ///
    /// # Errors
    /// When a value has no JSON form.
    fn to_text(&self) -> serde_json::Result<String>;

    /// The names of the fields that are written, in field order.
    fn written(&self) -> Vec<&'static str>;

    /// For `get`.
    fn as_any(&self) -> &dyn Any;
}

impl<U: Update> AnyUpdate for U {
    fn to_text(&self) -> serde_json::Result<String> {
        serde_json::to_string(&Finite(self))
    }

    fn written(&self) -> Vec<&'static str> {
        Update::written(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn unwrap_single_write(writes: &mut Value) {
    if let Value::Array(list) = writes
        && list.len() == 1
        && let Some(write) = list.pop()
    {
        *writes = write;
    }
}

impl dyn AnyUpdate + '_ {
    /// The written fields as JSON: `{"field": value}`, with a list where a field was written several times.
    ///
    /// # Errors
    /// When a value has no JSON form.
    pub fn to_json(&self) -> serde_json::Result<Value> {
        let mut fields = serde_json::from_str(&self.to_text()?)?;
        if let Value::Object(fields) = &mut fields {
            fields.values_mut().for_each(unwrap_single_write);
        }
        Ok(fields)
    }

    /// The update, if it is a `U`.
    pub fn get<U: Update>(&self) -> Option<&U> {
        self.as_any().downcast_ref()
    }
}
