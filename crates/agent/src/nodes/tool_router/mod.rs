//! The nodes of `tool-router`, one in each file, and what several of them show a model.

pub mod executor;
pub mod generate;
pub mod grade_documents;
pub mod guardrail;
mod known;
pub mod out_of_scope;
pub mod router;
mod shown;
