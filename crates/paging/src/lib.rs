//! Tables whose rows come in pages, each loaded when it is first needed.
//!
//! Fault and retry, as an operating system pages memory: code that reads a [`Pages`] is ordinary synchronous code. A row whose
//! page is not there reads as `None` and the page is noted in [`Missing`]; whoever ran the code looks there, fetches what
//! was missing, and runs it again. An answer counts only if nothing was missing. So the code must be pure, and must get
//! along with absent rows without looping or panicking.
//!
//! A table in memory is one page that is always there. [`cut()`] says where a table is cut into pages.

mod cut;
mod missing;
mod pages;

pub use cut::{are_starts, cut, hash};
pub use missing::{Missing, PageId};
pub use pages::{Misfit, Pages};
