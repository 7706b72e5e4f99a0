//! What came of a task.

use super::error::NodeError;
use crate::state::State;

/// What a node returns that only writes.
pub type NodeResult<S> = Result<<S as State>::Update, NodeError>;

/// A route's choice: the outcome's index, and what a dispatched task sees instead of the state.
pub(crate) type Picked<S> = (usize, Option<S>);

/// What a finished task hands to the run: the node's update and all that belongs to it.
pub struct Outcome<S: State> {
    pub(crate) update: S::Update,
    /// What the node itself chose, by index into its declared targets.
    pub(crate) goto: Vec<Picked<S>>,
    pub(crate) exit: Option<String>,
    pub(crate) events: Vec<S::Event>,
    /// When it began, and how long it took, in milliseconds of the clock.
    pub(crate) at: Option<f64>,
    pub(crate) ms: Option<f64>,
}

impl<S: State> Outcome<S> {
    /// An update and nothing else.
    pub fn new(update: S::Update) -> Self {
        Self { update, goto: Vec::new(), exit: None, events: Vec::new(), at: None, ms: None }
    }

    /// What the node wrote.
    pub fn update(&self) -> &S::Update {
        &self.update
    }
}
