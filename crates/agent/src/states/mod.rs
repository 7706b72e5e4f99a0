//! The states of agents that act, one in each file.

pub mod plan_review;
pub mod tool_router;
