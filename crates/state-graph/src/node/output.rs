//! What nodes return.

use super::command::Command;
use super::outcome::Outcome;
use super::route::{Route, RouteTarget};
use crate::state::{State, Update};

/// What a [`Node`](crate::Node) or an [error handler](crate::NodeOptions::on_error) returns: the state's update, or a
/// [`Command`], which is an update and where to go.
pub trait NodeOutput<S: State> {
    /// The targets among which it chooses; None for an update, which chooses none.
    const TARGETS: Option<&'static [RouteTarget]>;

    /// The form in which a [`Run`](crate::Run) takes it.
    fn into_outcome(self) -> Outcome<S>;
}

impl<S: State<Update = U>, U: Update> NodeOutput<S> for U {
    const TARGETS: Option<&'static [RouteTarget]> = None;

    fn into_outcome(self) -> Outcome<S> {
        Outcome::new(self)
    }
}

impl<S: State, R: Route> NodeOutput<S> for Command<S, R> {
    const TARGETS: Option<&'static [RouteTarget]> = Some(R::TARGETS);

    fn into_outcome(self) -> Outcome<S> {
        let goto = self.goto.into_iter().map(|(route, argument)| (route.index(), argument)).collect();
        Outcome { goto, exit: self.exit, ..Outcome::new(self.update) }
    }
}
