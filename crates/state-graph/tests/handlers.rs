//! What nodes may fail with, handlers that choose where to go, and the options of subgraphs.

mod support;

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use state_graph::{
    Command, END, Graph, GraphBuilder, NodeError, NodeOptions, NodeResult, RetryPolicy, Route, RunError, START, Sleep,
    Subgraph, SubgraphEnd,
};
use support::work::{Work, WorkContext, WorkUpdate};
use support::{Edges, Index, Session, chain, named, single, subgraph};

#[derive(Debug, PartialEq)]
struct Broken(u32);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken {}", self.0)
    }
}

impl std::error::Error for Broken {}

/// Every kind of error that `?` meets in applications becomes a node's failure.
#[test]
fn a_node_fails_with_errors_boxed_errors_anyhow_errors_and_strings() {
    let plain = |kind: &str| -> Result<(), NodeError> {
        match kind {
            "error" => Err(Broken(1))?,
            "boxed" => Err(Box::<dyn std::error::Error + Send + Sync>::from(Broken(2)))?,
            "anyhow" => Err(anyhow::Error::new(Broken(3)).context("while it was asked"))?,
            _ => Err("a sentence")?,
        }
        Ok(())
    };
    for (kind, expected) in [("error", Broken(1)), ("boxed", Broken(2))] {
        let error = plain(kind).unwrap_err();
        assert_eq!((error.to_string(), error.downcast_ref()), (expected.to_string(), Some(&expected)), "{kind}");
        assert!(!error.is_permanent());
    }
    assert_eq!(plain("text").unwrap_err().to_string(), "a sentence");
    // `anyhow` hides the original behind its own type; the messages of all its causes are kept.
    let error = plain("anyhow").unwrap_err();
    assert_eq!(
        (error.to_string(), format!("{error:#}")),
        ("while it was asked".into(), "while it was asked: broken 3".into())
    );
}

#[derive(Route)]
enum Rescue {
    Spare,
    #[route(end, label = "gave up")]
    GiveUp,
}

async fn fails(state: &Work, _: &WorkContext<'_>) -> NodeResult<Work> {
    Err(NodeError::msg(format!("failure {}", state.value)))
}

fn rescued() -> NodeOptions<'static, Work> {
    NodeOptions::new().on_error(|state: &Work, failure| {
        let command = Command::update(WorkUpdate::new().log([failure.message()]));
        Ok(command.goto(if state.value == 0 { Rescue::Spare } else { Rescue::GiveUp }))
    })
}

#[test]
fn an_error_handler_chooses_where_to_go() {
    let graph = GraphBuilder::new().node_with("work", fails, rescued()).node("spare", named);
    let graph = graph.edge(START, "work").edge("spare", END).compile().unwrap();
    let outcomes: Vec<_> = graph.structure().edges.into_iter().filter_map(|edge| edge.outcome).collect();
    assert_eq!(outcomes, ["spare", "gave up"]);
    for (value, log) in [(0, vec!["failure 0", "spare"]), (1, vec!["failure 1"])] {
        for mut run in Session::both(&graph, &Work { value, ..Work::default() }) {
            assert_eq!(run.end().log, log);
        }
    }
}

/// The node's own targets come first in the graph; those of its handler come after them.
#[test]
fn a_command_and_its_error_handler_each_choose_among_their_own_targets() {
    #[derive(Route)]
    enum Own {
        First,
        Second,
    }
    let work = async |state: &Work, cx: &WorkContext<'_>| {
        if state.value < 2 {
            return Err(NodeError::msg("no"));
        }
        Ok(Command::update(WorkUpdate::new().log([cx.node().to_owned()])).goto(if state.value == 2 {
            Own::Second
        } else {
            Own::First
        }))
    };
    let graph =
        ["first", "second", "spare"].into_iter().fold(GraphBuilder::new(), |graph, name| graph.node(name, named));
    let graph = graph.node_with("work", work, rescued()).edge(START, "work");
    let graph = graph.edge("first", END).edge("second", END).edge("spare", END).compile().unwrap();
    for (value, log) in
        [(0, vec!["no", "spare"]), (1, vec!["no"]), (2, vec!["work", "second"]), (3, vec!["work", "first"])]
    {
        for mut run in Session::both(&graph, &Work { value, ..Work::default() }) {
            assert_eq!(run.end().log, log);
        }
    }
}

fn around(options: NodeOptions<'static, Work>, graph: Graph<'static, Work>) -> Graph<'static, Work> {
    let graph = GraphBuilder::new().node_with("sub", subgraph(graph), options).node("spare", named);
    graph.path([START, "sub", "spare", END]).compile().unwrap()
}

/// Notes how long it was asked to wait; a timeout comes at once, other delays take no time.
struct Impatient(f64);

impl Sleep for Impatient {
    fn sleep(&self, ms: f64) -> LocalBoxFuture<'_, ()> {
        let comes = ms <= self.0;
        Box::pin(async move {
            if !comes {
                std::future::pending::<()>().await;
            }
        })
    }
}

#[test]
fn a_subgraph_is_tried_again_given_up_in_time_and_replaced_by_a_handler_as_any_node() {
    let calls = Rc::new(Cell::new(0));
    let counted = calls.clone();
    let flaky = async move |_: &Work, cx: &WorkContext<'_>| {
        counted.set(counted.get() + 1);
        if counted.get() < 3 {
            Err(NodeError::msg("not yet"))
        } else {
            Ok(WorkUpdate::new().log([cx.node().to_owned()]))
        }
    };
    let inner = chain(["a"]).node("flaky", flaky).path(["a", "flaky", END]).compile().unwrap();
    let policy = RetryPolicy { delay_ms: 0.0, jitter: false, ..RetryPolicy::default() };
    let graph = around(NodeOptions::new().retry(policy), inner);
    let end = block_on(graph.invoke(Work::default()).into_future()).unwrap();
    assert_eq!((end.log, calls.get()), (["a", "flaky", "spare"].map(str::to_owned).to_vec(), 3), "a ran once");

    let hangs = async |_: &Work, _: &WorkContext<'_>| -> NodeResult<Work> { std::future::pending().await };
    let inner = || single("hangs", hangs);
    let timed = || NodeOptions::new().timeout_ms(50.0);
    let stopped =
        block_on(around(timed(), inner()).invoke(Work::default()).sleep(Rc::new(Impatient(50.0))).into_future());
    assert_eq!(stopped.unwrap_err().to_string(), "node \"sub\" failed in step 1: no answer within 50 ms");
    let handled = timed().on_error(|_: &Work, failure| Ok(WorkUpdate::new().log([failure.message()])));
    let end = block_on(around(handled, inner()).invoke(Work::default()).sleep(Rc::new(Impatient(50.0))).into_future());
    assert_eq!(end.unwrap().log, ["no answer within 50 ms", "spare"]);
}

#[test]
fn leaving_a_subgraph_may_fail() {
    let leave = |end: SubgraphEnd<Work>| match end.state.value {
        0 => Err(NodeError::msg("nothing was found")),
        _ => Ok(WorkUpdate::new().log(end.state.log)),
    };
    let graph = |options| {
        let inner = chain(["a"]).compile().unwrap();
        let sub = Subgraph::new(inner, |state: &Work| Work { value: state.value, ..Work::default() }, leave);
        GraphBuilder::new().node_with("sub", sub, options).path([START, "sub", END]).compile().unwrap()
    };
    let stopped = block_on(graph(NodeOptions::new()).invoke(Work::default()).into_future()).unwrap_err();
    assert_eq!(stopped.to_string(), "node \"sub\" failed in step 1: nothing was found");
    assert!(matches!(stopped.error, RunError::Node { .. }));
    let handled = NodeOptions::new().on_error(|_: &Work, failure| Ok(WorkUpdate::new().tag(failure.message())));
    for mut run in Session::both(&graph(handled), &Work::default()) {
        assert_eq!(run.end().tag, "nothing was found");
    }
    let found = Work { value: 1, ..Work::default() };
    assert_eq!(block_on(graph(NodeOptions::new()).invoke(found).into_future()).unwrap().log, ["a"]);
}

/// A hand-written route as the targets of a command: an index out of range names the node.
#[test]
fn a_handler_with_a_route_out_of_range_is_an_error() {
    let options = NodeOptions::new().on_error(|_: &Work, _| Ok(Command::update(WorkUpdate::new()).goto(Index(7))));
    let graph = GraphBuilder::new().node_with("work", fails, options).edge(START, "work").compile().unwrap();
    let stopped = block_on(graph.invoke(Work::default()).into_future()).unwrap_err();
    assert_eq!(stopped.to_string(), "a route of \"work\" chose target 7, but it declares only 1");
}
