//! Graphs: building, checking, and the checked form that runs.

mod builder;
mod compile;
mod compiled;
mod introspect;
mod names;
mod problem;
mod reach;
mod route_choice;

pub use builder::GraphBuilder;
pub use compiled::Graph;
pub(crate) use compiled::{NodeSlot, Target};
pub use problem::{CompileError, Problem};
pub use route_choice::RouteChoice;
