//! The nodes, one in each file. The module documentation of each lists the state fields that it reads and writes.

pub mod aggregate;
mod answer;
pub mod ask_model;
mod call_step;
mod conversation;
pub mod executor_llm;
pub mod intent_router;
pub mod parse_json;
pub mod plan_review;
pub mod planner;
mod proposed;
pub mod refinery;
pub mod setup_executor;
pub mod synthesizer;
pub mod three_phase;
pub mod tool_node;
pub mod tool_router;
mod written;
mod written_calls;
