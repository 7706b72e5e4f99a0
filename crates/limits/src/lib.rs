//! Every bound on what comes from outside, in one table: a repository, an index, a model, a stored run, a request.
//!
//! A bound is written once, in the file of its section, as a constant with what it bounds and what happens beyond it.
//! Code compares with the constant, and the table of `docs/limits.md` is made from [`SECTIONS`] (`UPDATE_EXPECT=1 cargo test
//! -p limits` writes it). Cut-offs of what is merely shown, such as how many rows a list draws before "more", are not here.

// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Declares the limits of a section: a constant each, and the section's `TABLE` in the same order.
macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $value:expr, $unit:ident, $bounds:literal, $beyond:literal;)*) => {
        $(
            #[doc = concat!($bounds, ". ", $beyond)]
            $(#[$doc])*
            pub const $name: $type = $value;
        )*
        /// The limits of this section, in order.
        pub const TABLE: &[crate::Limit] = &[$(crate::Limit {
            name: stringify!($name),
            value: $name as u64,
            unit: crate::Unit::$unit,
            bounds: $bounds,
            beyond: $beyond,
        }),*];
    };
}

pub mod agent;
pub mod answer;
pub mod edge;
pub mod edits;
pub mod git;
pub mod git_host;
pub mod index;
pub mod mcp;
pub mod model;
pub mod parsing;
pub mod repository;
pub mod run;
pub mod running;
mod table;
pub mod web;

pub use table::{Limit, SECTIONS, Section, Unit, markdown};
