//! A guide by example; every example is a test.
//!
//! 1. [`first_graph`]: nodes, edges, a route, in 25 lines
//! 2. [`reducers`]: what a field does with writes
//! 3. [`commands`]: nodes that choose where to go, fan-out with arguments, waiting for all
//! 4. [`interrupts`]: a person in the loop
//! 5. [`persistence`]: checkpoints, restoring, time travel
//! 6. [`failures`]: retries, timeouts, error handlers
//! 7. [`subgraphs`]: graphs in graphs
//! 8. [`streaming`]: a run as a stream, or as events
//! 9. [`breakpoints`]: pausing between supersteps
//! 10. [`servers`]: threads, and runs in a server
//! 11. [`testing`]: nodes, routes and graphs in tests
//! 12. [`stores`]: choosing or writing a store
//! 13. [`versions`]: changing a graph that has stored runs; what is promised for the log's format
//! 14. [`panics`]: what a panic leaves behind
//! 15. [`from_langgraph`]: which name is which
//!
//! The items here are empty: they only hold the pages.

#[doc = include_str!("first_graph.md")]
pub mod first_graph {}

#[doc = include_str!("reducers.md")]
pub mod reducers {}

#[doc = include_str!("commands.md")]
pub mod commands {}

#[doc = include_str!("interrupts.md")]
pub mod interrupts {}

#[doc = include_str!("persistence.md")]
pub mod persistence {}

#[doc = include_str!("failures.md")]
pub mod failures {}

#[doc = include_str!("subgraphs.md")]
pub mod subgraphs {}

#[doc = include_str!("stores.md")]
pub mod stores {}

#[doc = include_str!("from_langgraph.md")]
pub mod from_langgraph {}

#[doc = include_str!("streaming.md")]
pub mod streaming {}

#[doc = include_str!("breakpoints.md")]
pub mod breakpoints {}

#[doc = include_str!("servers.md")]
pub mod servers {}

#[doc = include_str!("testing.md")]
pub mod testing {}

#[doc = include_str!("versions.md")]
pub mod versions {}

#[doc = include_str!("panics.md")]
pub mod panics {}
