//! One small graph for each thing a graph can have.

use state_graph::{
    Command, END, Graph, GraphBuilder, Node, NodeContext, NodeOptions, NodeResult, RetryPolicy, Route, START, Subgraph,
    SubgraphEnd, run_inside,
};

use super::Edges;
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
    ("a graph that a node builds", built_inside),
    ("retries", retries),
    ("failures", failures),
    ("failures in subgraphs", failures_inside),
    ("commands", commands),
    ("exit from a subgraph", exit),
    ("breakpoints", breakpoints),
    ("wide", wide),
];

fn workers<const N: usize>(effects: &Effects, nodes: [&str; N]) -> GraphBuilder<'static, Work> {
    nodes.into_iter().fold(GraphBuilder::new(), |builder, name| builder.node(name, worker(effects)))
}

/// A node `sub` beside a worker, between two others.
fn outer(effects: &Effects, sub: impl Node<Work> + 'static) -> GraphBuilder<'static, Work> {
    let builder = workers(effects, ["a", "b", "c"]).node("sub", sub);
    builder.path([START, "a", "sub", "c", END]).path(["a", "b", "c"])
}

fn compiled(builder: GraphBuilder<'static, Work>) -> Graph<'static, Work> {
    builder.compile().expect("the example is a graph")
}

fn chain(effects: &Effects) -> Graph<'static, Work> {
    compiled(workers(effects, ["a", "b", "c"]).path([START, "a", "b", "c", END]))
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
    compiled(workers(effects, ["a", "b"]).path([START, "a", "b"]).route("b", again_until(6)))
}

fn fan_out(effects: &Effects) -> Graph<'static, Work> {
    let builder = workers(effects, ["a", "b", "c", "c2", "d", "e"]).path([START, "a", "b"]).path(["a", "c", "c2"]);
    compiled(builder.edge("a", "d").join(["b", "c2", "d"], "e").edge("e", END))
}

#[derive(Route)]
enum ToB {
    B,
}

fn dispatch(effects: &Effects) -> Graph<'static, Work> {
    let argument = |value| (ToB::B, Work { value, tag: "to ".to_owned(), ..Work::default() });
    let builder = workers(effects, ["a", "b", "c"]).edge(START, "a").path(["b", "c", END]);
    compiled(builder.dispatch("a", move |_: &Work| (1..=3).map(argument).collect()))
}

fn deferred(effects: &Effects) -> Graph<'static, Work> {
    let builder = workers(effects, ["a", "b", "c", "last"]).path([START, "a", "b", "c", "last", END]);
    compiled(builder.edge("a", "last").defer("last"))
}

/// A chain, a fan-out and a join with a state of its own.
fn inner(effects: &Effects) -> Graph<'static, Work> {
    let builder = workers(effects, ["x", "y", "z", "w"]).path([START, "x", "y"]).edge("x", "z").edge("w", END);
    compiled(builder.join(["y", "z"], "w"))
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
    let builder = outer(effects, Subgraph::new(inner(effects), enter("1"), leave));
    let builder = builder.node("sub2", Subgraph::new(inner(effects), enter("2"), leave));
    compiled(builder.path(["a", "sub2", "c"]))
}

fn shared_subgraph(effects: &Effects) -> Graph<'static, Work> {
    let builder = workers(effects, ["a"]).node("shared", inner(effects)).path([START, "a", "shared"]);
    compiled(builder.route("shared", again_until(11)))
}

fn interrupts(effects: &Effects) -> Graph<'static, Work> {
    let builder = workers(effects, ["a", "b"]).node("one", asker(effects, 1)).node("two", asker(effects, 2));
    compiled(builder.path([START, "one", "b", END]).path([START, "two", "b"]).path([START, "a", "b"]))
}

/// A node, then one that asks beside one that works.
fn asking(effects: &Effects) -> GraphBuilder<'static, Work> {
    let builder = workers(effects, ["x", "y", "z"]).node("ask", asker(effects, 1));
    builder.path([START, "x", "ask", "z", END]).path(["x", "y", "z"])
}

fn nested_interrupts(effects: &Effects) -> Graph<'static, Work> {
    let innermost = compiled(asking(effects).breakpoint_before("z"));
    let middle = asking(effects).node("deep", Subgraph::new(innermost, enter("deep"), leave));
    let middle = compiled(middle.path(["x", "deep", "z"]));
    compiled(outer(effects, Subgraph::new(middle, enter("sub"), leave)))
}

/// Two subgraphs side by side, which ask, in a graph that a node makes while it runs.
fn built_inside(effects: &Effects) -> Graph<'static, Work> {
    let effects_inside = effects.clone();
    let building = async move |state: &Work, cx: &NodeContext<'_, Work>| {
        let sides = ["left", "right"].into_iter().fold(GraphBuilder::new(), |builder, name| {
            let inside = compiled(asking(&effects_inside));
            builder.node(name, Subgraph::new(inside, enter(name), leave)).path([START, name, END])
        });
        let end = run_inside(&compiled(sides), cx, || Work { log: Vec::new(), ..state.clone() }).await?;
        Ok(written(end.state))
    };
    compiled(outer(effects, building))
}

fn retries(effects: &Effects) -> Graph<'static, Work> {
    let at_once = || RetryPolicy { delay_ms: 0.0, jitter: false, ..RetryPolicy::default() };
    let builder = workers(effects, ["a"]).node_with("b", flaky(effects), NodeOptions::new().retry(at_once()));
    let builder = builder.node_with("c", flaky(effects), NodeOptions::new().retry(at_once()));
    compiled(builder.path([START, "a", "c", END]).path([START, "b", "c"]))
}

/// Two that work beside one that fails at first.
fn failing(effects: &Effects) -> GraphBuilder<'static, Work> {
    let builder = workers(effects, ["x", "y", "z", "w"]).node("fail", failing_once(effects));
    builder.path([START, "x", "y", "w", END]).path(["x", "fail", "w"]).path(["x", "z", "w"])
}

fn failures(effects: &Effects) -> Graph<'static, Work> {
    compiled(failing(effects))
}

fn failures_inside(effects: &Effects) -> Graph<'static, Work> {
    let middle = failing(effects).node("deep", Subgraph::new(compiled(failing(effects)), enter("deep"), leave));
    let middle = compiled(middle.path(["x", "deep", "w"]));
    compiled(outer(effects, middle))
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
    let builder = workers(effects, ["b", "c"]).node("plan", planner);
    compiled(builder.edges(&[(START, "plan"), ("b", "plan"), ("c", "plan")]))
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
    let sub = workers(effects, ["b", "c"]).node("leaver", leaver);
    let sub = compiled(sub.edges(&[(START, "leaver"), ("b", END), ("c", END)]));
    let left = |end: SubgraphEnd<Work>| {
        let to = if end.exit.as_deref() == Some("again") { Left::Again } else { Left::On };
        Ok(Command::update(written(end.state).value(1)).goto(to))
    };
    let enter = |state: &Work| Work { tag: "sub/".to_owned(), value: state.value, ..Work::default() };
    let builder = workers(effects, ["a", "b"]).node("sub", Subgraph::new(sub, enter, left));
    compiled(builder.path([START, "a", "sub"]).edge("b", END))
}

fn breakpoints(effects: &Effects) -> Graph<'static, Work> {
    let sub = compiled(workers(effects, ["x", "y"]).path([START, "x", "y", END]).breakpoint_after("x"));
    let builder = workers(effects, ["a", "b", "c"]).node("sub", Subgraph::new(sub, enter("sub"), leave));
    let builder = builder.path([START, "a", "b", "sub", "c", END]);
    compiled(builder.breakpoint_before("a").breakpoint_after("b").breakpoint_before("c"))
}

fn wide(effects: &Effects) -> Graph<'static, Work> {
    let builder = workers(effects, ["a", "b1", "b2", "b3", "c", "d"]);
    let builder = builder.edges(&[(START, "a"), ("a", "b1"), ("a", "b2"), ("a", "b3"), ("c", "d")]);
    compiled(builder.join(["b1", "b2", "b3"], "c").route("d", again_until(14)))
}
