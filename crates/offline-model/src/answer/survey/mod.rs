//! Lists, from what the tool `survey` found.

mod found;
mod list;

pub(super) use found::{Found, code, entry, safe, split};
pub use list::{is_empty, list, unknown};
