//! The nodes of `intent-router`, one in each file, and what several of them share.

mod argv;
pub mod edit;
pub mod finish;
mod kept;
mod lookups;
mod memory;
mod passages;
mod places;
pub mod plan_read;
mod preferences;
pub mod profile;
pub mod read;
pub mod route;
pub mod run_command;
mod share;
pub(crate) mod turn;
pub mod undo;
pub mod verify;
mod words;
mod written_edits;

use crate::IndexFailure;
use codebase::Reader;
use state_graph::NodeError;

/// The repository; without one there is nothing to read or edit.
fn repository(repository: Option<&Reader>) -> Result<&Reader, NodeError> {
    let missing = || NodeError::msg("there is no repository to work on; open one, then ask again").permanent();
    repository.ok_or_else(missing)
}

/// The index cannot be read: no answer can be built on that.
fn unreadable(failure: IndexFailure) -> NodeError {
    NodeError::from(failure).permanent()
}
