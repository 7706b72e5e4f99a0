//! Lists, from what the tool `survey` found.

mod found;
mod list;

pub(super) use found::{Found, split};
pub(super) use list::{group, is_declaration, is_manifest};
pub use list::{is_empty, list, unknown};
