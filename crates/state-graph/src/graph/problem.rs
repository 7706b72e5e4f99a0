//! What can be wrong with a graph.

/// A graph that can't run, with all its problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// What is wrong, in the order: names, edges, reachability.
    pub problems: Vec<Problem>,
}

impl std::error::Error for CompileError {}

impl std::fmt::Display for CompileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.problems.len();
        write!(f, "the graph has {count} problem{}:", if count == 1 { "" } else { "s" })?;
        self.problems.iter().try_for_each(|problem| write!(f, "\n- {problem}"))
    }
}

/// One thing that is wrong with a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A node name is empty or reserved.
    #[error("a node can't be called {0:?}")]
    BadName(String),
    /// Two nodes have one name.
    #[error("there are two nodes called {0:?}")]
    TwoNodes(String),
    /// Nothing leaves the start.
    #[error("nothing leads from the start: add an edge or a route from START")]
    NoEntry,
    /// An edge or route leaves a node that does not exist.
    #[error("{what} leaves {from:?}, but there is no such node{}", maybe(.hint))]
    MissingSource {
        /// Which edge or route.
        what: String,
        /// The name.
        from: String,
        /// A node with nearly that name.
        hint: Option<String>,
    },
    /// An edge or route leads to a node that does not exist.
    #[error("{what} leads to {to:?}, but there is no such node{}", maybe(.hint))]
    MissingTarget {
        /// Which edge or route.
        what: String,
        /// The name.
        to: String,
        /// A node with nearly that name.
        hint: Option<String>,
    },
    /// An edge or route leads into the start, or a join waits for it.
    #[error("{0} can't lead into START, nor wait for it")]
    IntoStart(String),
    /// An edge or route leaves the end.
    #[error("{0} can't leave END: nothing comes after it")]
    OutOfEnd(String),
    /// A join has no sources.
    #[error("the join into {0:?} waits for no node: name at least one")]
    EmptyJoin(String),
    /// No way leads from the start to a node.
    #[error("{0:?} can't be reached from the start")]
    Unreachable(String),
    /// Nothing leaves a node.
    #[error("{0:?} is a dead end: nothing leaves it; if the run may end there, add an edge to END")]
    DeadEnd(String),
    /// A node from which the end can't be reached.
    #[error("no way leads from {0:?} to the end: it can only go round")]
    NoWayOut(String),
}

fn maybe(hint: &Option<String>) -> String {
    hint.as_ref().map_or_else(String::new, |name| format!("; did you mean {name:?}?"))
}
