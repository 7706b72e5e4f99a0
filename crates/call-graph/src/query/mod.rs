//! Questions to the finished graph, one file each.

pub mod impact;
pub mod lookup;
pub mod neighbourhood;
pub mod path;
pub mod rank;
