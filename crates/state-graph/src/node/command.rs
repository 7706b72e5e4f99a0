//! A node's update together with where to go: LangGraph's `Command`.

use crate::state::State;

/// What a node may return in place of an update: an update, which is applied first, and where to go then. The
/// targets are a [`Route`](crate::Route), so that all of them are known before the graph runs. Plain edges of the same node
/// are taken too.
pub struct Command<S: State, R> {
    pub(crate) update: S::Update,
    pub(crate) goto: Vec<(R, Option<S>)>,
    pub(crate) exit: Option<String>,
}

impl<S: State, R> Command<S, R> {
    /// Writes this and goes nowhere yet.
    pub fn update(update: S::Update) -> Self {
        Self { update, goto: Vec::new(), exit: None }
    }

    /// Runs the target in the next superstep. May be called for several.
    #[must_use]
    pub fn goto(mut self, route: R) -> Self {
        self.goto.push((route, None));
        self
    }

    /// Runs the target in the next superstep with its own argument in place of the state: LangGraph's `Send`.
    #[must_use]
    pub fn dispatch(mut self, route: R, argument: S) -> Self {
        self.goto.push((route, Some(argument)));
        self
    }

    /// Ends the whole graph with this superstep. In a subgraph the parent gets `label` and can choose by it:
    /// LangGraph's `Command(graph=Command.PARENT)`.
    #[must_use]
    pub fn exit(mut self, label: impl Into<String>) -> Self {
        self.exit = Some(label.into());
        self
    }
}
