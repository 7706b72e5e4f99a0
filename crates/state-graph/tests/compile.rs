//! What `compile()` reports about graphs that can't run.

use expect_test::{Expect, expect};
use serde::{Deserialize, Serialize};
use state_graph::{END, GraphBuilder, NodeContext, NodeResult, Route, START, State};

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct Nothing {}

async fn idle(_: &Nothing, _: &NodeContext<'_, Nothing>) -> NodeResult<Nothing> {
    Ok(NothingUpdate::new())
}

fn graph(nodes: &[&str]) -> GraphBuilder<'static, Nothing> {
    nodes.iter().fold(GraphBuilder::new(), |builder, name| builder.node(*name, idle))
}

#[track_caller]
fn check(builder: GraphBuilder<'_, Nothing>, expected: Expect) {
    let text = builder.compile().err().map_or_else(|| "it compiles".to_owned(), |error| error.to_string());
    expected.assert_eq(&text);
}

#[derive(Route)]
enum AfterExecutor {
    #[route("tool_node")]
    Tools,
    Aggregate,
    #[route(end)]
    Answer,
}

#[test]
fn an_empty_graph_has_no_entry() {
    check(
        graph(&[]),
        expect![[r#"
        the graph has 1 problem:
        - nothing leads from the start: add an edge or a route from START"#]],
    );
}

#[test]
fn all_wrong_names_are_reported_together() {
    let builder = graph(&["planner", "executor", "planner", "", START])
        .edge(START, "planer")
        .edge("planner", "executor")
        .edge("reviewer", "planner")
        .edge("executor", START)
        .edge(END, "planner")
        .join(["planner", "exekutor"], "nowhere")
        .join(Vec::<String>::new(), "planner")
        .route("executor", |_: &Nothing| AfterExecutor::Tools);
    check(
        builder,
        expect![[r#"
            the graph has 12 problems:
            - there are two nodes called "planner"
            - a node can't be called ""
            - a node can't be called "__start__"
            - the edge START -> "planer" leads to "planer", but there is no such node; did you mean "planner"?
            - the edge "reviewer" -> "planner" leaves "reviewer", but there is no such node
            - the edge "executor" -> START can't lead into START, nor wait for it
            - the edge END -> "planner" can't leave END: nothing comes after it
            - the join into "nowhere" leads to "nowhere", but there is no such node
            - the join into "nowhere" leaves "exekutor", but there is no such node; did you mean "executor"?
            - the join into "planner" waits for no node: name at least one
            - the route from "executor", outcome "tools", leads to "tool_node", but there is no such node
            - the route from "executor", outcome "aggregate", leads to "aggregate", but there is no such node"#]],
    );
}

#[test]
fn unreachable_nodes_dead_ends_and_endless_loops_are_reported_together() {
    let builder = graph(&["a", "b", "lost", "half", "spin", "spun"])
        .edge(START, "a")
        .edge("a", "b")
        .edge("a", "spin")
        .edge("spin", "spun")
        .edge("spun", "spin")
        .edge("lost", END)
        .join(["a", "lost"], "half")
        .edge("half", END);
    check(
        builder,
        expect![[r#"
        the graph has 5 problems:
        - "half" can't be reached from the start
        - "lost" can't be reached from the start
        - "b" is a dead end: nothing leaves it; if the run may end there, add an edge to END
        - no way leads from "spin" to the end: it can only go round
        - no way leads from "spun" to the end: it can only go round"#]],
    );
}

#[test]
fn a_loop_with_a_declared_way_out_compiles() {
    let builder = graph(&["executor", "tool_node", "aggregate"])
        .edge(START, "executor")
        .route("executor", |_: &Nothing| AfterExecutor::Answer)
        .route("aggregate", |_: &Nothing| AfterExecutor::Aggregate)
        .edge("tool_node", "executor");
    check(builder, expect!["it compiles"]);
}
