//! Nodes: async functions or structs that read the state and return a partial update, or that and where to go; and what
//! they are given and may return.

mod command;
mod context;
mod error;
mod event;
mod function;
mod options;
mod outcome;
mod output;
mod route;
mod services;
mod sink;
mod task;

pub use command::Command;
pub(crate) use context::Suspension;
pub use context::{NodeContext, TaskContext};
pub use error::NodeError;
pub use event::{AnyState, AnyUpdate, RunEvent, RunEventKind};
pub use function::Node;
pub(crate) use function::{AnyNode, Boxed};
pub use options::{NodeFailure, NodeOptions, RetryPolicy, TimedOut};
pub(crate) use outcome::Picked;
pub use outcome::{NodeResult, Outcome};
pub use output::NodeOutput;
pub use route::{END, Route, RouteTarget, START};
pub(crate) use services::{ParkedRuns, Services, WrapChild};
pub(crate) use sink::Sink;
pub use sink::WhenFull;
pub(crate) use task::NodeIx;
pub use task::{Task, TaskId};
