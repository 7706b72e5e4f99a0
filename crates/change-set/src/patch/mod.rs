//! x
pub struct Patch;
