//! What a route's function may return.

use crate::node::Route;

/// Where a route goes: one [`Route`], or a list of them.
pub trait RouteChoice {
    /// The route.
    type Route: Route;

    /// Calls `go` for each chosen outcome, in order.
    fn for_each(self, go: &mut dyn FnMut(Self::Route));
}

impl<R: Route> RouteChoice for R {
    type Route = R;

    fn for_each(self, go: &mut dyn FnMut(R)) {
        go(self);
    }
}

impl<R: Route> RouteChoice for Vec<R> {
    type Route = R;

    fn for_each(self, go: &mut dyn FnMut(R)) {
        self.into_iter().for_each(go);
    }
}
