//! A compiled graph.

use std::rc::Rc;

use futures::future::LocalBoxFuture;

use crate::node::{
    AnyNode, END, NodeContext, NodeError, NodeIx, NodeOptions, Outcome, Picked, RouteTarget, START, Task,
};
use crate::state::State;
use crate::structure::GraphStructure;

/// A checked graph. Cheap to clone; clones share the nodes.
pub struct Graph<'a, S: State>(pub(crate) Rc<Inner<'a, S>>);

impl<S: State> Clone for Graph<'_, S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

pub(crate) struct Inner<'a, S: State> {
    /// Sorted by name.
    pub(crate) nodes: Vec<NodeSlot<'a, S>>,
    /// The nodes in the order in which they were added, for diagrams.
    pub(crate) added: Vec<NodeIx>,
    pub(crate) start: Exits<'a, S>,
    pub(crate) joins: Vec<Join>,
    /// Whether any node is deferred.
    pub(crate) defers: bool,
}

pub(crate) struct NodeSlot<'a, S: State> {
    pub(crate) name: Rc<str>,
    pub(crate) node: Box<dyn AnyNode<S> + 'a>,
    pub(crate) options: NodeOptions<'a, S>,
    pub(crate) exits: Exits<'a, S>,
    /// Static breakpoints.
    pub(crate) before: bool,
    pub(crate) after: bool,
    /// It runs when nothing else is left.
    pub(crate) deferred: bool,
    /// The graph that runs in it, if one does.
    pub(crate) subgraph: Option<GraphStructure>,
}

pub(crate) type Pick<'a, S> = Box<dyn Fn(&S, &mut Vec<Picked<S>>) + 'a>;

pub(crate) struct Exits<'a, S> {
    pub(crate) plain: Vec<Target>,
    pub(crate) routers: Vec<Router<'a, S>>,
    /// `(join, place among its sources)`.
    pub(crate) joins: Vec<(usize, usize)>,
    /// What the node itself can choose.
    pub(crate) command: Option<CommandExit>,
}

/// The declared targets of a node that returns a [`Command`](crate::Command).
pub(crate) struct CommandExit {
    pub(crate) declared: Vec<RouteTarget>,
    pub(crate) targets: Vec<Target>,
}

impl<S> Exits<'_, S> {
    pub(crate) fn new() -> Self {
        Self { plain: Vec::new(), routers: Vec::new(), joins: Vec::new(), command: None }
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
    /// The work of one task of a [`Run`](crate::Run) of this graph, once and without retries, for drivers.
    pub fn execute<'f>(
        &'f self,
        task: &'f Task<S>,
        cx: &'f NodeContext<'f, S>,
    ) -> LocalBoxFuture<'f, Result<Outcome<S>, NodeError>> {
        self.slot(task.place).node.run_boxed(&task.state, cx)
    }

    /// The names of the nodes, in the order in which they were added.
    pub fn node_names(&self) -> impl Iterator<Item = &str> {
        self.0.added.iter().map(|&place| &*self.slot(place).name)
    }

    pub(crate) fn slot(&self, place: NodeIx) -> &NodeSlot<'a, S> {
        &self.0.nodes[place as usize]
    }

    pub(crate) fn place(&self, name: &str) -> Option<NodeIx> {
        let found = self.0.nodes.binary_search_by(|slot| (*slot.name).cmp(name));
        found.ok().and_then(|place| NodeIx::try_from(place).ok())
    }

    /// For each join, which of its sources have run: none.
    pub(crate) fn none_arrived(&self) -> Vec<Vec<bool>> {
        self.0.joins.iter().map(|join| vec![false; join.sources.len()]).collect()
    }

    /// Sixteen hex digits that differ for graphs with other nodes, edges, routes or joins: FNV-1a (Fowler, Noll and Vo)
    /// of them in order.
    pub fn fingerprint(&self) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut take = |text: &str| {
            for byte in text.bytes().chain([0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        let mut exits = |from: &str, exits: &Exits<'_, S>| {
            take(from);
            for &target in &exits.plain {
                take("edge");
                take(self.target_name(target));
            }
            let routed = exits.routers.iter().flat_map(|router| &router.targets);
            let commanded = exits.command.iter().flat_map(|command| &command.targets);
            for &target in routed.chain(commanded) {
                take("route");
                take(self.target_name(target));
            }
            for &(join, _) in &exits.joins {
                take("join");
                take(self.target_name(self.0.joins[join].target));
            }
        };
        exits(START, &self.0.start);
        self.0.nodes.iter().for_each(|slot| exits(&slot.name, &slot.exits));
        format!("{hash:016x}")
    }

    pub(crate) fn target_name(&self, target: Target) -> &str {
        match target {
            Target::Node(place) => &self.slot(place).name,
            Target::End => END,
        }
    }
}
