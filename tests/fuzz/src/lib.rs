//! Random hostile input for everything that reads what comes from outside.
//!
//! A [`Target`] is a reader with a property that must hold for any bytes. Inputs are made of the target's dictionary and
//! seeds ([`input`]) by proptest, which shrinks what fails. `cargo test -p fuzz` gives each target a few hundred inputs from
//! a fixed seed and replays what was once found (`found/`); `cargo xtask fuzz` goes on for minutes from a fresh one.
//!
//! A new target is a file in [`targets`] and its line there.

pub mod found;
pub mod input;
pub mod run;
pub mod target;
pub mod targets;

pub use target::{Broken, Target};
