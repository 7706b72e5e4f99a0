//! Typed state graphs: a state with one reducer per field, nodes that return partial updates, edges and routes,
//! run in supersteps.
//!
//! The key decision: [`Run`] is a pure core that only returns what to do next (no clock, no I/O, no spawning, no
//! runtime), and [`Graph::invoke`] is a thin async driver over it. Routes are enums whose targets are part of the
//! type, so [`GraphBuilder::compile`] can prove that every target exists and that a diagram leaves nothing out.
//!
//! A first graph:
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use state_graph::{GraphBuilder, NodeContext, NodeResult, Route, START, State};
//!
//! #[derive(Clone, Default, Serialize, Deserialize, State)]
//! struct Counting {
//!     goal: u32,
//!     count: u32,
//!     #[channel(append)]
//!     log: Vec<String>,
//! }
//!
//! #[derive(Route)]
//! enum Next {
//!     #[route("count")]
//!     Again,
//!     #[route(end)]
//!     Enough,
//! }
//!
//! async fn count(state: &Counting, _cx: &NodeContext<'_, Counting>) -> NodeResult<Counting> {
//!     let count = state.count + 1;
//!     Ok(CountingUpdate::new().count(count).log([format!("counted to {count}")]))
//! }
//!
//! let graph = GraphBuilder::new()
//!     .node("count", count)
//!     .edge(START, "count")
//!     .route("count", |state: &Counting| if state.count < state.goal { Next::Again } else { Next::Enough })
//!     .compile()?;
//! let end = futures::executor::block_on(graph.invoke(Counting { goal: 3, ..Counting::default() }).into_future())?;
//! assert_eq!(end.log.last().map(String::as_str), Some("counted to 3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The [`guide`] shows each part by an example.
//!
//! Where to start reading the source: [`state`](State) for the data, [`channel`] for the reducers, [`Run`] for the semantics of
//! a superstep, [`Invocation`] for the driver.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// The derives name this crate `::state_graph`; the crate's own tests use them too.
extern crate self as state_graph;

pub mod channel;
mod drive;
mod graph;
pub mod guide;
mod interrupt;
pub mod log;
mod node;
mod port;
mod random;
mod run;
mod state;
pub mod store;
mod stream;
mod structure;

pub use channel::barrier::Barrier;
pub use channel::messages::{Message, MessageWrite, MessageWrites, Messages, add_messages};
pub use channel::{CounterIds, IdSource, MessageIds, Writes};
pub use drive::{Durability, Halt, Invocation, Stopped, Subgraph, SubgraphEnd, run_inside};
pub use graph::{CompileError, Graph, GraphBuilder, Problem, RouteChoice};
pub use interrupt::{Interrupt, Pause, Refusal, Resume, ResumeError};
pub use log::{Checkpoint, CheckpointSource, FieldChange, History, InnerTask, Inside, LogError, RanTask};
pub use node::{
    AnyState, AnyUpdate, Command, END, Node, NodeContext, NodeError, NodeFailure, NodeOptions, NodeOutput, NodeResult,
    Outcome, RetryPolicy, Route, RouteTarget, RunEvent, RunEventKind, START, Task, TaskContext, TaskId, TimedOut,
    WhenFull,
};
#[cfg(feature = "browser")]
pub use port::TimeoutSleep;
#[cfg(feature = "tokio")]
pub use port::TokioSleep;
pub use port::{CancelToken, Cancelled, Clock, Sleep};
pub use run::{Amendment, Next, Run, RunError};
pub use state::{ChannelInfo, NodeWrites, State, Update, UpdateJsonError};
pub use state_graph_derive::{Route, State};
pub use store::{CheckpointStore, LogEnd, MemoryStore, StoreError, StoreErrorKind};
pub use stream::{DebugItem, RunStream, StreamItem, StreamKind, StreamMode};
pub use structure::{EdgeStructure, GraphStructure, NodeStructure};

/// What the derives' code names; not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use serde;
    pub use serde_json;
}
