//! Questions to the finished graph, one file each.

pub mod lookup;
pub mod neighbourhood;
pub mod path;
