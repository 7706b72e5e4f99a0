//! The states of agents that act, one in each file.

pub mod intent_router;
pub mod plan_review;
pub mod three_phase;
pub mod tool_router;
