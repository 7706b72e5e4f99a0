//! Building a graph.

use super::compiled::Pick;
use super::route_choice::RouteChoice;
use crate::node::{AnyNode, Boxed, Node, NodeOptions, NodeOutput, Picked, Route, RouteTarget};
use crate::state::State;
use crate::structure::GraphStructure;

/// Collects nodes and edges; [`compile`](GraphBuilder::compile) checks them all and makes a [`Graph`](crate::Graph).
///
/// `'a` is how long what the nodes borrow lives; `'static` for nodes that own or share (`Rc`) everything.
pub struct GraphBuilder<'a, S: State> {
    pub(crate) nodes: Vec<NodeDraft<'a, S>>,
    pub(crate) edges: Vec<(String, String)>,
    pub(crate) joins: Vec<(Vec<String>, String)>,
    pub(crate) routes: Vec<RouteDraft<'a, S>>,
    pub(crate) marks: Vec<(Mark, String)>,
}

pub(crate) struct NodeDraft<'a, S: State> {
    pub(crate) name: String,
    pub(crate) node: Box<dyn AnyNode<S> + 'a>,
    pub(crate) options: NodeOptions<'a, S>,
    pub(crate) targets: Option<Vec<RouteTarget>>,
    pub(crate) subgraph: Option<GraphStructure>,
}

pub(crate) struct RouteDraft<'a, S> {
    pub(crate) from: String,
    pub(crate) targets: &'static [RouteTarget],
    pub(crate) pick: Pick<'a, S>,
}

/// A property given to a node by name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Deferred,
    Before,
    After,
}

impl<'a, S: State> GraphBuilder<'a, S> {
    /// A graph with nothing in it.
    pub fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), joins: Vec::new(), routes: Vec::new(), marks: Vec::new() }
    }

    /// Adds a node: an async function, a [`Node`], a [`Graph`](crate::Graph) of the same state (what its nodes write is
    /// written here, each write once), or a [`Subgraph`](crate::Subgraph) with a state of its own. Names are unique;
    /// writes of parallel nodes apply in the order of their names (by codepoint).
    #[must_use]
    pub fn node(self, name: impl Into<String>, node: impl Node<S> + 'a) -> Self {
        self.node_with(name, node, NodeOptions::new())
    }

    /// Adds a node with a retry policy, a timeout or an error handler.
    #[must_use]
    pub fn node_with<N: Node<S> + 'a>(
        mut self,
        name: impl Into<String>,
        node: N,
        mut options: NodeOptions<'a, S>,
    ) -> Self {
        let (targets, subgraph) = (N::Output::TARGETS, node.subgraph());
        options.targets_before = targets.map_or(0, <[_]>::len);
        let (of_node, of_handler) = (targets.is_some(), options.targets.is_some());
        let targets = targets.into_iter().chain(options.targets).flatten().copied();
        let targets = (of_node || of_handler).then(|| targets.collect());
        self.nodes.push(NodeDraft { name: name.into(), node: Box::new(Boxed(node)), options, targets, subgraph });
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

    /// After `from`, goes where `choose` leads: to the target of a [`Route`], or to those of a list of them (an empty one
    /// ends the branch). It sees the step's snapshot plus the writes of `from` alone.
    #[must_use]
    pub fn route<C: RouteChoice>(self, from: impl Into<String>, choose: impl Fn(&S) -> C + 'a) -> Self {
        let pick = move |state: &S, out: &mut Vec<Picked<S>>| {
            choose(state).for_each(&mut |route| out.push((route.index(), None)));
        };
        self.add_route(from.into(), C::Route::TARGETS, Box::new(pick))
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

    /// Runs a node only when nothing else is left to run: the last one, after branches of any length.
    #[must_use]
    pub fn defer(self, node: impl Into<String>) -> Self {
        self.mark(Mark::Deferred, node.into())
    }

    /// Pauses before a node runs, until the run is to [proceed](crate::Run::proceed).
    #[must_use]
    pub fn breakpoint_before(self, node: impl Into<String>) -> Self {
        self.mark(Mark::Before, node.into())
    }

    /// Pauses after the superstep in which a node ran, unless that was the last.
    #[must_use]
    pub fn breakpoint_after(self, node: impl Into<String>) -> Self {
        self.mark(Mark::After, node.into())
    }

    fn mark(mut self, mark: Mark, node: String) -> Self {
        self.marks.push((mark, node));
        self
    }
}

impl<S: State> Default for GraphBuilder<'_, S> {
    fn default() -> Self {
        Self::new()
    }
}
