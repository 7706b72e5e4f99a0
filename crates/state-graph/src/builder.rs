//! Building a graph.

use crate::compile;
use crate::graph::Graph;
use crate::node::AnyNode;
use crate::{CompileError, Node, Route, RouteTarget, State};

/// Collects nodes and edges; [`compile`](GraphBuilder::compile) checks them all and makes a [`Graph`].
///
/// `'a` is how long what the nodes borrow lives; `'static` for nodes that own or share (`Rc`) everything.
pub struct GraphBuilder<'a, S: State> {
    pub(crate) nodes: Vec<(String, Box<dyn AnyNode<S> + 'a>)>,
    pub(crate) edges: Vec<(String, String)>,
    pub(crate) joins: Vec<(Vec<String>, String)>,
    pub(crate) routes: Vec<RouteDraft<'a, S>>,
}

/// A route's choice: the outcome's index, and what a dispatched task sees instead of the state.
pub(crate) type Picked<S> = (usize, Option<S>);

pub(crate) type Pick<'a, S> = Box<dyn Fn(&S, &mut Vec<Picked<S>>) + 'a>;

pub(crate) struct RouteDraft<'a, S> {
    pub(crate) from: String,
    pub(crate) targets: &'static [RouteTarget],
    pub(crate) pick: Pick<'a, S>,
}

impl<'a, S: State> GraphBuilder<'a, S> {
    /// A graph with nothing in it.
    pub fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), joins: Vec::new(), routes: Vec::new() }
    }

    /// Adds a node. Names are unique; writes of parallel nodes apply in the order of their names (by codepoint).
    #[must_use]
    pub fn node(mut self, name: impl Into<String>, node: impl Node<S> + 'a) -> Self {
        self.nodes.push((name.into(), Box::new(node)));
        self
    }

    /// Runs `to` in the superstep after any in which `from` ran. Several plain edges into one node run it once.
    #[must_use]
    pub fn edge(mut self, from: impl Into<String>, to: impl Into<String>) -> Self {
        self.edges.push((from.into(), to.into()));
        self
    }

    /// Runs `to` once all of `from` have run, in whichever supersteps; then waits for all of them again.
    #[must_use]
    pub fn join<N: Into<String>>(mut self, from: impl IntoIterator<Item = N>, to: impl Into<String>) -> Self {
        self.joins.push((from.into_iter().map(Into::into).collect(), to.into()));
        self
    }

    /// After `from`, goes where `choose` says. It sees the step's snapshot plus the writes of `from` alone.
    #[must_use]
    pub fn route<R: Route>(self, from: impl Into<String>, choose: impl Fn(&S) -> R + 'a) -> Self {
        self.add_route(from.into(), R::TARGETS, Box::new(move |state, out| out.push((choose(state).index(), None))))
    }

    /// Like [`route`](GraphBuilder::route), to any number of targets at once; to none ends the branch.
    #[must_use]
    pub fn routes<R: Route>(self, from: impl Into<String>, choose: impl Fn(&S) -> Vec<R> + 'a) -> Self {
        let pick = move |state: &S, out: &mut Vec<Picked<S>>| {
            out.extend(choose(state).iter().map(|route| (route.index(), None)));
        };
        self.add_route(from.into(), R::TARGETS, Box::new(pick))
    }

    /// After `from`, runs any number of tasks in the next superstep, each with its own argument: a state that the
    /// node sees in place of the graph's. LangGraph's `Send`. A node may be dispatched many times; its writes go to
    /// the graph's state, after those of the nodes that edges lead to, in the order given here.
    #[must_use]
    pub fn dispatch<R: Route>(self, from: impl Into<String>, choose: impl Fn(&S) -> Vec<(R, S)> + 'a) -> Self {
        let pick = move |state: &S, out: &mut Vec<Picked<S>>| {
            out.extend(choose(state).into_iter().map(|(route, argument)| (route.index(), Some(argument))));
        };
        self.add_route(from.into(), R::TARGETS, Box::new(pick))
    }

    fn add_route(mut self, from: String, targets: &'static [RouteTarget], pick: Pick<'a, S>) -> Self {
        self.routes.push(RouteDraft { from, targets, pick });
        self
    }

    /// Checks the whole graph and makes it runnable.
    ///
    /// # Errors
    /// Every problem at once: unknown or unusable names, unreachable nodes, dead ends, loops without a way out.
    pub fn compile(self) -> Result<Graph<'a, S>, CompileError> {
        compile::compile(self)
    }
}

impl<S: State> Default for GraphBuilder<'_, S> {
    fn default() -> Self {
        Self::new()
    }
}
