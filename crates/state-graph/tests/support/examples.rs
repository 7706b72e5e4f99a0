//! One small graph for each thing a graph can have.

use state_graph::{
    Command, END, Graph, GraphBuilder, NodeOptions, NodeResult, RetryPolicy, Route, START, Subgraph, SubgraphEnd,
};

use super::effects::{Effects, asker, commander, failing_once, flaky, worker};
use super::work::{Work, WorkUpdate};

pub type Example = (&'static str, fn(&Effects) -> Graph<'static, Work>);

pub const EXAMPLES: &[Example] = &[
    ("chain", chain),
    ("loop", looping),
    ("fan-out and join", fan_out),
    ("dispatch", dispatch),
    ("deferred", deferred),
    ("own subgraphs side by side", own_subgraphs),
    ("shared subgraph in a loop", shared_subgraph),
    ("interrupts", interrupts),
    ("interrupts two subgraphs deep", nested_interrupts),
    ("retries", retries),
    ("failures", failures),
    ("failures in subgraphs", failures_inside),
    ("commands", commands),
    ("exit from a subgraph", exit),
    ("breakpoints", breakpoints),
    ("wide", wide),
];

fn graph<const N: usize>(effects: &Effects, nodes: [&str; N], edges: &[(&str, &str)]) -> GraphBuilder<'static, Work> {
    let mut builder = GraphBuilder::new();
    for node in nodes {
        builder = builder.node(node, worker(effects));
    }
    edges.iter().fold(builder, |builder, (from, to)| builder.edge(*from, *to))
}

fn compiled(builder: GraphBuilder<'static, Work>) -> Graph<'static, Work> {
    builder.compile().expect("the example is a graph")
}

fn chain(effects: &Effects) -> Graph<'static, Work> {
    compiled(graph(effects, ["a", "b", "c"], &[(START, "a"), ("a", "b"), ("b", "c"), ("c", END)]))
}

#[derive(Route)]
enum Again {
    A,
    #[route(end)]
    Enough,
}

fn again_until(length: usize) -> impl Fn(&Work) -> Again {
    move |state| if state.log.len() < length { Again::A } else { Again::Enough }
}

fn looping(effects: &Effects) -> Graph<'static, Work> {
    compiled(graph(effects, ["a", "b"], &[(START, "a"), ("a", "b")]).route("b", again_until(6)))
}

fn fan_out(effects: &Effects) -> Graph<'static, Work> {
    let edges = [(START, "a"), ("a", "b"), ("a", "c"), ("c", "c2"), ("a", "d"), ("e", END)];
    compiled(graph(effects, ["a", "b", "c", "c2", "d", "e"], &edges).join(["b", "c2", "d"], "e"))
}

#[derive(Route)]
enum ToB {
    B,
}

fn dispatch(effects: &Effects) -> Graph<'static, Work> {
    let argument = |value| (ToB::B, Work { value, tag: "to ".to_owned(), ..Work::default() });
    let builder = graph(effects, ["a", "b", "c"], &[(START, "a"), ("b", "c"), ("c", END)]);
    compiled(builder.dispatch("a", move |_: &Work| (1..=3).map(argument).collect()))
}

fn deferred(effects: &Effects) -> Graph<'static, Work> {
    let edges = [(START, "a"), ("a", "b"), ("a", "last"), ("b", "c"), ("c", "last"), ("last", END)];
    compiled(graph(effects, ["a", "b", "c", "last"], &edges).defer("last"))
}

/// A chain, a fan-out and a join with a state of its own.
fn inner(effects: &Effects) -> Graph<'static, Work> {
    let edges = [(START, "x"), ("x", "y"), ("x", "z"), ("w", END)];
    compiled(graph(effects, ["x", "y", "z", "w"], &edges).join(["y", "z"], "w"))
}

fn enter(tag: &'static str) -> impl Fn(&Work) -> Work {
    move |state| Work { tag: format!("{}{tag}/", state.tag), value: state.total, ..Work::default() }
}

fn leave(end: SubgraphEnd<Work>) -> NodeResult<Work> {
    Ok(written(end.state))
}

fn written(end: Work) -> WorkUpdate {
    WorkUpdate::new().log(end.log).total(end.total).notes(end.notes.iter().cloned().collect::<Vec<_>>())
}

fn own_subgraphs(effects: &Effects) -> Graph<'static, Work> {
    let edges =
        [(START, "a"), ("a", "sub1"), ("a", "sub2"), ("a", "b"), ("sub1", "c"), ("sub2", "c"), ("b", "c"), ("c", END)];
    let builder = GraphBuilder::new().node("sub1", Subgraph::new(inner(effects), enter("1"), leave));
    let builder = builder.node("sub2", Subgraph::new(inner(effects), enter("2"), leave));
    let nodes = ["a", "b", "c"].into_iter().fold(builder, |builder, name| builder.node(name, worker(effects)));
    compiled(edges.iter().fold(nodes, |builder, (from, to)| builder.edge(*from, *to)))
}

fn shared_subgraph(effects: &Effects) -> Graph<'static, Work> {
    let builder = graph(effects, ["a"], &[(START, "a"), ("a", "shared")]);
    compiled(builder.node("shared", inner(effects)).route("shared", again_until(11)))
}

fn interrupts(effects: &Effects) -> Graph<'static, Work> {
    let edges = [(START, "one"), (START, "two"), (START, "a"), ("one", "b"), ("two", "b"), ("a", "b"), ("b", END)];
    let builder = GraphBuilder::new().node("one", asker(effects, 1)).node("two", asker(effects, 2));
    let builder = builder.node("a", worker(effects)).node("b", worker(effects));
    compiled(edges.iter().fold(builder, |builder, (from, to)| builder.edge(*from, *to)))
}

/// A node, then one that asks beside one that works.
fn asking(effects: &Effects) -> GraphBuilder<'static, Work> {
    let edges = [(START, "x"), ("x", "ask"), ("x", "y"), ("ask", "z"), ("y", "z"), ("z", END)];
    graph(effects, ["x", "y", "z"], &edges).node("ask", asker(effects, 1))
}

fn nested_interrupts(effects: &Effects) -> Graph<'static, Work> {
    let innermost = compiled(asking(effects).breakpoint_before("z"));
    let middle = asking(effects).node("deep", Subgraph::new(innermost, enter("deep"), leave));
    let middle = compiled(middle.edge("x", "deep").edge("deep", "z"));
    let outer = graph(
        effects,
        ["a", "b", "c"],
        &[(START, "a"), ("a", "sub"), ("a", "b"), ("sub", "c"), ("b", "c"), ("c", END)],
    );
    compiled(outer.node("sub", Subgraph::new(middle, enter("sub"), leave)))
}

fn retries(effects: &Effects) -> Graph<'static, Work> {
    let at_once = || RetryPolicy { delay_ms: 0.0, jitter: false, ..RetryPolicy::default() };
    let edges = [(START, "a"), (START, "b"), ("a", "c"), ("b", "c"), ("c", END)];
    let builder = GraphBuilder::new().node("a", worker(effects));
    let builder = builder.node_with("b", flaky(effects), NodeOptions::new().retry(at_once()));
    let builder = builder.node_with("c", flaky(effects), NodeOptions::new().retry(at_once()));
    compiled(edges.iter().fold(builder, |builder, (from, to)| builder.edge(*from, *to)))
}

/// Two that work beside one that fails at first.
fn failing(effects: &Effects) -> GraphBuilder<'static, Work> {
    let edges =
        [(START, "x"), ("x", "y"), ("x", "fail"), ("x", "z"), ("y", "w"), ("fail", "w"), ("z", "w"), ("w", END)];
    graph(effects, ["x", "y", "z", "w"], &[]).node("fail", failing_once(effects)).edges(&edges)
}

fn failures(effects: &Effects) -> Graph<'static, Work> {
    compiled(failing(effects))
}

fn failures_inside(effects: &Effects) -> Graph<'static, Work> {
    let middle = failing(effects).node("deep", Subgraph::new(compiled(failing(effects)), enter("deep"), leave));
    let middle = compiled(middle.edge("x", "deep").edge("deep", "w"));
    let outer = graph(
        effects,
        ["a", "b", "c"],
        &[(START, "a"), ("a", "sub"), ("a", "b"), ("sub", "c"), ("b", "c"), ("c", END)],
    );
    compiled(outer.node("sub", middle))
}

#[derive(Route)]
enum Plan {
    B,
    C,
    #[route(end)]
    Enough,
}

fn commands(effects: &Effects) -> Graph<'static, Work> {
    let planner = commander(effects, |state: &Work, command: Command<Work, Plan>| match state.log.len() {
        0 => command.goto(Plan::B).goto(Plan::C),
        1..4 => command.dispatch(Plan::B, Work { value: 7, ..Work::default() }).goto(Plan::C),
        _ => command.goto(Plan::Enough),
    });
    let edges = [(START, "plan"), ("b", "plan"), ("c", "plan")];
    let builder = GraphBuilder::new().node("plan", planner).node("b", worker(effects));
    compiled(builder.node("c", worker(effects)).edges(&edges))
}

#[derive(Route)]
enum Left {
    #[route("a")]
    Again,
    #[route("b")]
    On,
}

fn exit(effects: &Effects) -> Graph<'static, Work> {
    let leaver = commander(
        effects,
        |state: &Work, command: Command<Work, Plan>| {
            if state.value == 0 { command.exit("again") } else { command.goto(Plan::B) }
        },
    );
    let sub = GraphBuilder::new().node("leaver", leaver).node("b", worker(effects)).node("c", worker(effects));
    let sub = compiled(sub.edges(&[(START, "leaver"), ("b", END), ("c", END)]));
    let left = |end: SubgraphEnd<Work>| {
        let to = if end.exit.as_deref() == Some("again") { Left::Again } else { Left::On };
        Ok(Command::update(written(end.state).value(1)).goto(to))
    };
    let enter = |state: &Work| Work { tag: "sub/".to_owned(), value: state.value, ..Work::default() };
    let builder = GraphBuilder::new().node("sub", Subgraph::new(sub, enter, left));
    let builder = builder.node("a", worker(effects)).node("b", worker(effects));
    compiled(builder.edges(&[(START, "a"), ("a", "sub"), ("b", END)]))
}

fn breakpoints(effects: &Effects) -> Graph<'static, Work> {
    let sub = compiled(graph(effects, ["x", "y"], &[(START, "x"), ("x", "y"), ("y", END)]).breakpoint_after("x"));
    let edges = [(START, "a"), ("a", "b"), ("b", "sub"), ("sub", "c"), ("c", END)];
    let builder =
        graph(effects, ["a", "b", "c"], &[]).node("sub", Subgraph::new(sub, enter("sub"), leave)).edges(&edges);
    compiled(builder.breakpoint_before("a").breakpoint_after("b").breakpoint_before("c"))
}

fn wide(effects: &Effects) -> Graph<'static, Work> {
    let edges = [(START, "a"), ("a", "b1"), ("a", "b2"), ("a", "b3"), ("c", "d")];
    compiled(
        graph(effects, ["a", "b1", "b2", "b3", "c", "d"], &edges)
            .join(["b1", "b2", "b3"], "c")
            .route("d", again_until(14)),
    )
}

trait Edges {
    fn edges(self, edges: &[(&str, &str)]) -> Self;
}

impl Edges for GraphBuilder<'static, Work> {
    fn edges(self, edges: &[(&str, &str)]) -> Self {
        edges.iter().fold(self, |builder, (from, to)| builder.edge(*from, *to))
    }
}
