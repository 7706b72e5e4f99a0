//! The state-graph engine in the engine benchmark (`../README.md`): the graphs, and what measures them. `main.rs` is
//! the native program, `wasm.rs` what Node calls; both answer requests of a case and a mode.

mod graphs;
mod letters;
mod run;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use run::{Host, Mode, measure};
