//! The map of parts: where its boxes and lines are.

mod layout;

pub use layout::{BOX, Layout, MOST, lay_out, short_name};
