//! Lists, from what the tool `survey` found.

mod found;
mod list;

pub(super) use found::{Found, split};
pub use list::{entries, has_none_of_its_own, is_empty, list, unknown};
pub(super) use list::{group, is_declaration, is_manifest};
