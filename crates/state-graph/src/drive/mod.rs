//! The thin async driver: runs the tasks of each superstep concurrently, persists, and reports what happens.

mod attempt;
mod driver;
mod invocation;
mod listener;
mod options;
mod restore;
mod sink;
mod subgraph;

pub use driver::Halt;
pub use invocation::{Invocation, Stopped};
pub use sink::Durability;
pub use subgraph::{Subgraph, SubgraphEnd, run_inside};
