//! What agents that are handed a task borrow: apart, because graphs hold it and tasks run as graphs.

use crate::Verifier;
use crate::models::RunModels;
use codebase::Reader;

/// What agents need that are handed a task; borrowed from the run around them.
#[derive(Clone, Copy)]
pub struct Delegation<'a> {
    /// The models of the run, which charge its account.
    pub models: &'a RunModels<'a>,
    /// Verifies citations.
    pub verifier: &'a dyn Verifier,
    /// The repository without any change; `None`: nothing can be handed over.
    pub repository: Option<&'a Reader>,
}
