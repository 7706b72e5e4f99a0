//! Tables whose rows come in pages, each loaded when it is first needed.
//!
//! Fault and retry, as an operating system pages memory: code that reads a [`Pages`] is ordinary synchronous code. Reading a
//! row whose page is not loaded is a [`PageFault`], and the page is noted in [`Missing`]; whoever ran the code looks there,
//! fetches what was missing, and runs it again. An answer counts only if nothing was missing. So the code must be pure. It
//! may return the fault at once, or go on without the row, so that one run notes all the pages that it will need.
//!
//! A table in memory is one page that is always loaded. [`cut()`] decides where a table is cut into pages.

// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod cut;
mod missing;
mod pages;

pub use cut::{are_starts, cut, hash};
pub use missing::{Missing, PageId};
pub use pages::{Loaded, Misfit, PageFault, Pages};
