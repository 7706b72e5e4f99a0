//! The nodes of `three-phase`, one in each file, and what several of them share: the words of a request, and the end of a
//! run.

mod attempts;
pub mod delegate;
mod ending;
pub mod execute;
pub mod execute_tools;
mod facts;
mod kind;
pub mod llm_plan;
pub mod llm_pre_plan;
mod ran;
mod request;
pub mod review;
pub mod textual_pre_plan;
pub mod tool;
mod words;

pub use ending::Ending;
