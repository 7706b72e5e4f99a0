//! A compiled graph.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::future::LocalBoxFuture;

use crate::builder::Pick;
use crate::diagram::Diagram;
use crate::drive::Invocation;
use crate::node::AnyNode;
use crate::run::{Run, Task};
use crate::{NodeContext, NodeResult, RouteTarget, State};

/// A checked graph. Cheap to clone; clones share the nodes.
pub struct Graph<'a, S: State>(pub(crate) Rc<Inner<'a, S>>);

impl<S: State> Clone for Graph<'_, S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// A node's place in the list sorted by name, so that the order of places is the order of writes.
pub(crate) type NodeIx = u32;

pub(crate) struct Inner<'a, S: State> {
    /// Sorted by name.
    pub(crate) nodes: Vec<NodeSlot<'a, S>>,
    /// The nodes in the order in which they were added, for diagrams.
    pub(crate) added: Vec<NodeIx>,
    pub(crate) start: Exits<'a, S>,
    pub(crate) joins: Vec<Join>,
}

pub(crate) struct NodeSlot<'a, S: State> {
    pub(crate) name: Rc<str>,
    pub(crate) node: Box<dyn AnyNode<S> + 'a>,
    pub(crate) exits: Exits<'a, S>,
}

pub(crate) struct Exits<'a, S> {
    pub(crate) plain: Vec<Target>,
    pub(crate) routers: Vec<Router<'a, S>>,
    /// `(join, place among its sources)`.
    pub(crate) joins: Vec<(usize, usize)>,
}

impl<S> Exits<'_, S> {
    pub(crate) fn new() -> Self {
        Self { plain: Vec::new(), routers: Vec::new(), joins: Vec::new() }
    }
}

pub(crate) struct Router<'a, S> {
    pub(crate) pick: Pick<'a, S>,
    pub(crate) declared: &'static [RouteTarget],
    /// Where each declared outcome leads.
    pub(crate) targets: Vec<Target>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Node(NodeIx),
    End,
}

pub(crate) struct Join {
    pub(crate) sources: Vec<NodeIx>,
    pub(crate) target: Target,
}

impl<'a, S: State> Graph<'a, S> {
    /// Runs the graph from this state with the async driver; set its options, then await it.
    pub fn invoke(&self, state: S) -> Invocation<'a, S> {
        Invocation::new(self.start(state))
    }

    /// A run from this state, to be stepped by hand.
    pub fn start(&self, state: S) -> Run<'a, S> {
        Run::new(self.clone(), state)
    }

    /// The work of one task of a [`Run`] of this graph, for drivers.
    pub fn execute<'f>(&'f self, task: &'f Task<S>, cx: &'f NodeContext<'f, S>) -> LocalBoxFuture<'f, NodeResult<S>> {
        self.slot(task.place).node.run_boxed(&task.state, cx)
    }

    /// The names of the nodes, in the order in which they were added.
    pub fn node_names(&self) -> impl Iterator<Item = &str> {
        self.0.added.iter().map(|&place| &*self.slot(place).name)
    }

    /// The nodes and edges as data, complete because every route declares its targets.
    pub fn diagram(&self) -> Diagram {
        Diagram::of(self)
    }

    /// The diagram as a Mermaid flowchart, in LangGraph's style: conditional edges dotted, with their label where it
    /// differs from the target.
    pub fn mermaid(&self) -> String {
        self.diagram().mermaid(&BTreeMap::new())
    }

    /// The diagram as text, for a terminal: layers from top to bottom, the edges that lead back listed below.
    pub fn ascii(&self) -> String {
        self.diagram().ascii()
    }

    pub(crate) fn slot(&self, place: NodeIx) -> &NodeSlot<'a, S> {
        &self.0.nodes[place as usize]
    }
}
