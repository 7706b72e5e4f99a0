//! Mermaid and plain text of the diagrams that LangGraph's own tests draw, and of what they leave out.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};

use crate::fixture::diagram;
use crate::{Diagram, NodeStatus};

/// Compares the Mermaid text without its head and the classes that are in all of them.
fn check_mermaid(diagram: &Diagram, marks: &[(&str, NodeStatus)], expected: Expect) {
    let marks: BTreeMap<String, NodeStatus> =
        marks.iter().map(|(path, status)| ((*path).to_owned(), *status)).collect();
    let text = diagram.mermaid(&marks);
    let (_, body) = text.split_once("graph TD;\n").unwrap();
    let body: Vec<&str> = body.lines().map(|line| &line[1..]).collect();
    let shared =
        |line: &&str| ["default", "first", "last"].iter().any(|class| line.starts_with(&format!("classDef {class} ")));
    expected.assert_eq(&(body.into_iter().filter(|line| !shared(line)).collect::<Vec<_>>().join("\n") + "\n"));
}

const REPEAT_CONDITION: &str = "
    START -> Researcher
    Researcher ..> Chart Generator : continue
    Researcher ..> Call Tool : call_tool
    Researcher ..> END : end
    Chart Generator ..> Researcher : continue
    Chart Generator ..> Call Tool : call_tool
    Chart Generator ..> END : end
    Call Tool ..> Researcher
    Call Tool ..> Chart Generator
    Researcher ..> Researcher : redo";

const NESTED: &str = "
    START -> parent_1
    parent_1 -> child
    child -> parent_2
    parent_2 -> END
    child:
      START -> child_1
      child_1 -> child_2
      child_2 -> END
      child_1:
        START -> grandchild_1
        grandchild_1 -> grandchild_2
        grandchild_2 -> END
        before grandchild_2";

#[test]
fn mermaid_of_a_repeated_condition() {
    check_mermaid(
        &diagram(REPEAT_CONDITION),
        &[],
        expect![[r#"
        __start__([<p>__start__</p>]):::first
        Researcher(Researcher)
        Chart\20Generator(Chart Generator)
        Call\20Tool(Call Tool)
        __end__([<p>__end__</p>]):::last
        Call\20Tool -.-> Chart\20Generator;
        Call\20Tool -.-> Researcher;
        Chart\20Generator -. &nbsp;call_tool&nbsp; .-> Call\20Tool;
        Chart\20Generator -. &nbsp;continue&nbsp; .-> Researcher;
        Chart\20Generator -. &nbsp;end&nbsp; .-> __end__;
        Researcher -. &nbsp;call_tool&nbsp; .-> Call\20Tool;
        Researcher -. &nbsp;continue&nbsp; .-> Chart\20Generator;
        Researcher -. &nbsp;redo&nbsp; .-> Researcher;
        Researcher -. &nbsp;end&nbsp; .-> __end__;
        __start__ --> Researcher;
    "#]],
    );
}

#[test]
fn mermaid_of_a_self_loop() {
    let graph = diagram("START -> count\ncount ..> count : v1.2 again\ncount ..> END : enough");
    check_mermaid(
        &graph,
        &[("count", NodeStatus::Failed)],
        expect![[r#"
        __start__([<p>__start__</p>]):::first
        count(count):::failed
        __end__([<p>__end__</p>]):::last
        __start__ --> count;
        count -. &nbsp;enough&nbsp; .-> __end__;
        count -. &nbsp;v1#46;2 again&nbsp; .-> count;
        classDef failed fill:#ffd6d6,stroke:#b3261e,stroke-width:3px
    "#]],
    );
}

#[test]
fn mermaid_of_a_conditional_entry_point() {
    let graph = diagram("START ..> left : go-left\nSTART ..> right\nleft ..> END\nright -> END");
    check_mermaid(
        &graph,
        &[],
        expect![[r#"
        __start__([<p>__start__</p>]):::first
        left(left)
        right(right)
        __end__([<p>__end__</p>]):::last
        __start__ -. &nbsp;go-left&nbsp; .-> left;
        __start__ -.-> right;
        left -.-> __end__;
        right --> __end__;
    "#]],
    );
}

#[test]
fn mermaid_of_nested_subgraphs_leaves_out_what_is_implied() {
    let marks = [
        ("parent_1", NodeStatus::Done),
        ("child", NodeStatus::Running),
        ("child:child_1:grandchild_1", NodeStatus::Done),
        ("child:child_1:grandchild_2", NodeStatus::Interrupted),
    ];
    check_mermaid(
        &diagram(NESTED),
        &marks,
        expect![[r#"
        __start__([<p>__start__</p>]):::first
        parent_1(parent_1):::done
        parent_2(parent_2)
        __end__([<p>__end__</p>]):::last
        __start__ --> parent_1;
        child\3achild_2 --> parent_2;
        parent_1 --> child\3achild_1\3agrandchild_1;
        parent_2 --> __end__;
        subgraph child
        child\3achild_2(child_2)
        child\3achild_1\3agrandchild_2 --> child\3achild_2;
        subgraph child_1
        child\3achild_1\3agrandchild_1(grandchild_1):::done
        child\3achild_1\3agrandchild_2(grandchild_2<hr/><small><em>__interrupt = before</em></small>):::interrupted
        child\3achild_1\3agrandchild_1 --> child\3achild_1\3agrandchild_2;
        end
        end
        class child running
        classDef running fill:#ffe8a3,stroke:#b07900,stroke-width:3px
        classDef done fill:#d3f2d8,stroke:#2f7d3b
        classDef interrupted fill:#dbe9ff,stroke:#1f5fbf,stroke-width:3px,stroke-dasharray:6 3
    "#]],
    );
}

#[test]
fn mermaid_keeps_the_start_and_the_end_of_a_subgraph_where_they_matter() {
    let graph = diagram(
        "
        START -> agent
        agent -> agent 2
        agent 2 -> END
        after agent
        agent:
          START -> agent
          agent ..> tools
          agent ..> END : end
          tools -> agent
        agent 2:
          START -> agent
          agent -> END
          agent:
            START -> x
            x -> END",
    );
    check_mermaid(
        &graph,
        &[("agent:tools", NodeStatus::Failed), ("agent 2:agent", NodeStatus::Done)],
        expect![[r#"
        __start__([<p>__start__</p>]):::first
        __end__([<p>__end__</p>]):::last
        __start__ --> agent\3a__start__;
        agent\3a__end__ --> agent\202\3aagent\3ax;
        agent\202\3aagent\3ax --> __end__;
        subgraph agent["agent <small><em>__interrupt = after</em></small>"]
        agent\3a__start__([<p>__start__</p>]):::first
        agent\3aagent(agent)
        agent\3atools(tools):::failed
        agent\3a__end__([<p>__end__</p>]):::last
        agent\3a__start__ --> agent\3aagent;
        agent\3aagent -. &nbsp;end&nbsp; .-> agent\3a__end__;
        agent\3aagent -.-> agent\3atools;
        agent\3atools --> agent\3aagent;
        end
        subgraph agent\202["agent 2"]
        subgraph agent\202\3aagent["agent"]
        agent\202\3aagent\3ax(x)
        end
        class agent\202\3aagent done
        end
        classDef done fill:#d3f2d8,stroke:#2f7d3b
        classDef failed fill:#ffd6d6,stroke:#b3261e,stroke-width:3px
    "#]],
    );
}

#[test]
fn mermaid_marks_breakpoints_and_deferred_nodes() {
    let graph = diagram("START -> a\na -> b\nb -> c\nc -> END\nbefore a\nafter a\nafter b\ndefer b\ndefer c");
    check_mermaid(
        &graph,
        &[],
        expect![[r#"
        __start__([<p>__start__</p>]):::first
        a(a<hr/><small><em>__interrupt = before,after</em></small>)
        b(b<hr/><small><em>__interrupt = after<br/>defer = True</em></small>)
        c(c<hr/><small><em>defer = True</em></small>)
        __end__([<p>__end__</p>]):::last
        __start__ --> a;
        a --> b;
        b --> c;
        c --> __end__;
    "#]],
    );
}

#[test]
fn ascii_indents_subgraphs_and_lists_what_is_special() {
    let text = "
        START -> outer
        outer ..> END : done
        outer ..> outer
        defer outer
        after outer
        outer:
          START -> inner
          inner -> END
          before inner";
    expect![[r#"
        +-----------+
        | __start__ |
        +-----------+
              |
              v
         +---------+
         | outer:* |
         +---------+
              :
              v
         +---------+
         | __end__ |
         +---------+

        back:
          outer ..> outer

        choices:
          outer ..> __end__  (done)

        notes:
          outer  (deferred, stops after)

        outer:
          +-----------+
          | __start__ |
          +-----------+
                |
                v
           +---------+
           | inner*  |
           +---------+
                |
                v
           +---------+
           | __end__ |
           +---------+

          notes:
            inner  (stops before)
    "#]]
    .assert_eq(&diagram(text).ascii());
}

#[test]
fn edges_of_nodes_that_are_not_there_are_not_drawn() {
    let mut graph = diagram("START -> a\na -> END\na ..> b");
    graph.nodes.retain(|node| node.name != "b");
    assert!(!graph.ascii().contains("..>"));
    assert!(!graph.svg(&BTreeMap::new()).contains(" to b"));
}

#[test]
fn a_diagram_survives_json() {
    let graph = diagram(&format!("{NESTED}\n    defer parent_2\n    after parent_2"));
    let json = serde_json::to_string(&graph).unwrap();
    assert_eq!(serde_json::from_str::<Diagram>(&json).unwrap(), graph);
    assert!(json.contains(r#"{"name":"parent_2","breakpoint":"after","deferred":true}"#));
    assert!(json.contains(r#"{"name":"parent_1"}"#));
}
