//! What agents remember: a Durable Object for each token and one for each repository.
//!
//! The person of a memory is the holder of a token, who has one memory in all repositories. What belongs to a repository is
//! shared by all who may ask about it; its conversations are beside it, each token's apart. Runs without a token remember nothing
//! and read nothing. Start at [`object`].

mod call;
mod files;
pub mod object;

pub use files::{forget, of_run, of_token};
