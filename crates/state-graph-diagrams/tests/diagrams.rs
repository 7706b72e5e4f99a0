//! Mermaid and ASCII drawings.

use std::collections::BTreeMap;

use expect_test::expect;
use serde::{Deserialize, Serialize};
use state_graph::{Command, END, Graph, GraphBuilder, NodeContext, NodeResult, Route, START, State};
use state_graph_diagrams::{Breakpoint, Diagram, NodeStatus};

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct Switch {
    on: bool,
}

async fn idle(_: &Switch, _: &NodeContext<'_, Switch>) -> NodeResult<Switch> {
    Ok(SwitchUpdate::new().on(true))
}

fn nodes(names: &[&str]) -> GraphBuilder<'static, Switch> {
    names.iter().fold(GraphBuilder::new(), |builder, name| builder.node(*name, idle))
}

#[derive(Route)]
enum AfterAgent {
    #[route(end)]
    End,
    #[route("tools")]
    Tools,
}

fn after_agent(state: &Switch) -> AfterAgent {
    if state.on { AfterAgent::Tools } else { AfterAgent::End }
}

fn sample() -> Graph<'static, Switch> {
    nodes(&["agent", "tools"])
        .edge(START, "agent")
        .route("agent", after_agent)
        .edge("tools", "agent")
        .compile()
        .unwrap()
}

#[derive(Route)]
enum AfterExecutor {
    #[route("tool_node")]
    Tools,
    Aggregate,
}

#[derive(Route)]
enum AfterRefinery {
    Planner,
    Synthesizer,
}

fn plan_react() -> Graph<'static, Switch> {
    nodes(&["planner", "setup_executor", "executor_llm", "tool_node", "aggregate", "refinery", "synthesizer"])
        .edge(START, "planner")
        .edge("planner", "setup_executor")
        .edge("setup_executor", "executor_llm")
        .route("executor_llm", |state: &Switch| if state.on { AfterExecutor::Tools } else { AfterExecutor::Aggregate })
        .edge("tool_node", "executor_llm")
        .edge("aggregate", "refinery")
        .route("refinery", |state: &Switch| if state.on { AfterRefinery::Planner } else { AfterRefinery::Synthesizer })
        .edge("synthesizer", END)
        .compile()
        .unwrap()
}

#[test]
fn mermaid_is_the_reference_sample() {
    let expected = concat!(
        "---\nconfig:\n  flowchart:\n    curve: linear\n---\ngraph TD;\n",
        "\t__start__([<p>__start__</p>]):::first\n",
        "\tagent(agent)\n",
        "\ttools(tools)\n",
        "\t__end__([<p>__end__</p>]):::last\n",
        "\t__start__ --> agent;\n",
        "\tagent -. &nbsp;end&nbsp; .-> __end__;\n",
        "\tagent -.-> tools;\n",
        "\ttools --> agent;\n",
        "\tclassDef default fill:#f2f0ff,line-height:1.2\n",
        "\tclassDef first fill-opacity:0\n",
        "\tclassDef last fill:#bfb6fc\n",
    );
    assert_eq!(Diagram::of(&sample()).mermaid(&BTreeMap::new()), expected);
}

#[test]
fn mermaid_marks_nodes_with_their_status() {
    let marks = BTreeMap::from([("agent".to_owned(), NodeStatus::Done), ("tools".to_owned(), NodeStatus::Running)]);
    let text = Diagram::of(&sample()).mermaid(&marks);
    let marked: Vec<&str> =
        text.lines().map(str::trim).filter(|line| line.contains("running") || line.contains("done")).collect();
    assert_eq!(
        marked,
        [
            "agent(agent):::done",
            "tools(tools):::running",
            "classDef running fill:#ffe8a3,stroke:#b07900,stroke-width:3px",
            "classDef done fill:#d3f2d8,stroke:#2f7d3b",
        ]
    );
}

#[test]
fn several_edges_of_a_pair_are_one_and_the_plain_one_wins() {
    let graph = nodes(&["agent", "tools"])
        .edge(START, "agent")
        .route("agent", after_agent)
        .edge("agent", "tools")
        .join(["agent", "tools"], END)
        .compile()
        .unwrap();
    let edges: Vec<String> =
        Diagram::of(&graph).edges.iter().map(|e| format!("{} {} {}", e.from, e.to, e.conditional)).collect();
    assert_eq!(edges, ["__start__ agent false", "agent __end__ false", "agent tools false", "tools __end__ false"]);
}

/// Of two outcomes that lead to one node a reader must see both: they are two reasons to go there.
#[test]
fn several_outcomes_to_one_target_are_one_edge_with_all_labels() {
    #[derive(Route)]
    enum Ways {
        Tools,
        #[route("tools", label = "retry")]
        Retry,
        #[route(end, label = "answered")]
        Answered,
        #[route(end, label = "gave up")]
        GaveUp,
    }
    let ways = |state: &Switch| vec![Ways::Tools, Ways::Retry, if state.on { Ways::Answered } else { Ways::GaveUp }];
    let graph =
        nodes(&["agent", "tools"]).edge(START, "agent").route("agent", ways).edge("tools", "agent").compile().unwrap();
    let labels = Diagram::of(&graph).edges.into_iter().map(|edge| (edge.to, edge.conditional, edge.label));
    let labels: Vec<_> = labels.collect();
    let label = |to: &str, conditional, label: Option<&str>| (to.to_owned(), conditional, label.map(str::to_owned));
    assert_eq!(
        labels,
        [
            label("agent", false, None),
            label("__end__", true, Some("answered, gave up")),
            label("tools", true, Some("tools, retry")),
            label("agent", false, None),
        ]
    );
}

#[test]
fn the_diagram_is_data() {
    let diagram = Diagram::of(&sample());
    let json = serde_json::to_string(&diagram).unwrap();
    assert_eq!(serde_json::from_str::<Diagram>(&json).unwrap(), diagram);
    let names: Vec<&str> = diagram.nodes.iter().map(|node| &*node.name).collect();
    assert_eq!(names, ["__start__", "agent", "tools", "__end__"]);
}

#[test]
fn mermaid_shows_all_that_a_builder_can_express() {
    let inner = sample();
    let graph = nodes(&["first", "last"])
        .node("agent", inner)
        .node("choose", async |state: &Switch, _: &NodeContext<'_, Switch>| {
            let next = if state.on { AfterChoose::First } else { AfterChoose::End };
            Ok(Command::update(SwitchUpdate::new()).goto(next))
        })
        .route(START, |state: &Switch| if state.on { AfterStart::Choose } else { AfterStart::Last })
        .edge("first", "agent")
        .edge("agent", "last")
        .edge("last", END)
        .defer("last")
        .breakpoint_before("first")
        .breakpoint_after("agent")
        .compile()
        .unwrap();
    let text = Diagram::of(&graph).mermaid(&BTreeMap::new());
    let body = text.lines().skip(6).take_while(|line| !line.contains("classDef"));
    let body: String = body.map(|line| format!("{}\n", line.trim())).collect();
    expect![[r#"
        __start__([<p>__start__</p>]):::first
        first(first<hr/><small><em>__interrupt = before</em></small>)
        last(last<hr/><small><em>defer = True</em></small>)
        choose(choose)
        __end__([<p>__end__</p>]):::last
        __start__ -.-> choose;
        __start__ -. &nbsp;nothing to do&nbsp; .-> last;
        agent\3a__end__ --> last;
        choose -. &nbsp;end&nbsp; .-> __end__;
        choose -.-> first;
        first --> agent\3a__start__;
        last --> __end__;
        subgraph agent["agent <small><em>__interrupt = after</em></small>"]
        agent\3a__start__([<p>__start__</p>]):::first
        agent\3aagent(agent)
        agent\3atools(tools)
        agent\3a__end__([<p>__end__</p>]):::last
        agent\3a__start__ --> agent\3aagent;
        agent\3aagent -. &nbsp;end&nbsp; .-> agent\3a__end__;
        agent\3aagent -.-> agent\3atools;
        agent\3atools --> agent\3aagent;
        end
    "#]]
    .assert_eq(&body);
    let node = |name: &str| Diagram::of(&graph).nodes.into_iter().find(|node| node.name == name).unwrap();
    assert_eq!(node("agent").subgraph.as_deref(), Some(&Diagram::of(&sample())));
    assert_eq!(node("first").breakpoint, Some(Breakpoint::Before));
    assert!(node("last").deferred);
}

#[derive(Route)]
enum AfterStart {
    Choose,
    #[route("last", label = "nothing to do")]
    Last,
}

#[derive(Route)]
enum AfterChoose {
    First,
    #[route(end)]
    End,
}

#[test]
fn ascii_draws_the_plan_react_loops() {
    expect![[r#"
                +-----------+
                | __start__ |
                +-----------+
                      |
                      v
                 +---------+
                 | planner |
                 +---------+
                      |
                      v
             +-----------------+
             | setup_executor  |
             +-----------------+
                      |
                      v
              +---------------+
              | executor_llm  |
              +---------------+
                      :
              +.......+.......+
              v               v
        +-----------+   +-----------+
        | tool_node |   | aggregate |
        +-----------+   +-----------+
                              |
                      +-------+
                      v
                +-----------+
                | refinery  |
                +-----------+
                      :
                      v
               +-------------+
               | synthesizer |
               +-------------+
                      |
                      v
                 +---------+
                 | __end__ |
                 +---------+

        back:
          refinery ..> planner
          tool_node --> executor_llm

        choices:
          executor_llm ..> aggregate
          executor_llm ..> tool_node  (tools)
          refinery ..> synthesizer
    "#]]
    .assert_eq(&Diagram::of(&plan_react()).ascii());
}

#[test]
fn ascii_draws_a_fan_out_with_a_join_and_a_self_loop() {
    #[derive(Route)]
    enum Again {
        #[route("left", label = "once more")]
        Left,
        #[route("meet")]
        Done,
    }
    let graph = nodes(&["split", "left", "right", "right2", "meet"])
        .edge(START, "split")
        .edge("split", "left")
        .edge("split", "right")
        .edge("right", "right2")
        .route("left", |state: &Switch| if state.on { Again::Left } else { Again::Done })
        .join(["right2"], "meet")
        .edge("meet", END)
        .compile()
        .unwrap();
    expect![[r#"
            +-----------+
            | __start__ |
            +-----------+
                  |
                  v
              +-------+
              | split |
              +-------+
                  |
            +-----+-----+
            v           v
        +-------+   +-------+
        | left  |   | right |
        +-------+   +-------+
            :           |
           ++           |
           :        +---+
           :        v
           :   +---------+
           :   | right2  |
           :   +---------+
           :        |
           +......+ |
                  +-+
                  v
              +-------+
              | meet  |
              +-------+
                  |
                  v
             +---------+
             | __end__ |
             +---------+

        back:
          left ..> left  (once more)

        choices:
          left ..> meet  (done)
    "#]]
    .assert_eq(&Diagram::of(&graph).ascii());
}
