//! Random cases, and git to judge them.

pub mod cases;
pub mod repository;
