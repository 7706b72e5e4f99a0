//! Drawings by hand, and many at random.

use std::collections::BTreeMap;

use expect_test::expect;
use proptest::prelude::*;

use super::checks::{check, check_ends, points};
use super::shapes::{Direction, ShapeKind};
use crate::NodeStatus;
use crate::fixture::diagram;

const PLAN_REACT: &str = "
    START -> planner
    planner -> setup_executor
    setup_executor -> executor_llm
    executor_llm ..> tool_node : tools
    executor_llm ..> aggregate
    tool_node -> executor_llm
    aggregate -> refinery
    refinery ..> planner : replan
    refinery ..> synthesizer
    synthesizer -> END";

const NESTED: &str = "
    START -> first
    first -> child
    child ..> first : again
    child ..> child : once more
    child ..> last
    first -> beside
    beside -> last
    last -> END
    after last
    child:
      START ..> agent
      START ..> END : nothing to do
      agent ..> tools
      tools -> agent
      agent ..> END : end
      before tools
      tools:
        START -> read
        START -> write
        read -> END
        write -> END";

#[test]
fn loops_run_at_the_side_and_straight_edges_are_straight() {
    let picture = check(&diagram(PLAN_REACT));
    check_ends(&picture);
    let route = |title: &str| picture.routes.iter().find(|route| route.title == title).unwrap();
    for title in ["refinery to planner: replan", "tool_node to executor_llm"] {
        assert_eq!(route(title).head.direction, Direction::Left);
    }
    for title in ["__start__ to planner", "planner to setup_executor", "setup_executor to executor_llm"] {
        let points = points(route(title));
        assert!(points.iter().all(|point| point.x == points[0].x), "{title}");
    }
}

#[test]
fn graphs_in_nodes_have_frames() {
    let picture = check(&diagram(NESTED));
    let kinds: Vec<(&str, ShapeKind)> = picture.shapes.iter().map(|shape| (&*shape.path, shape.kind)).collect();
    assert!(kinds.contains(&("child", ShapeKind::Frame)) && kinds.contains(&("child:tools", ShapeKind::Frame)));
    assert!(
        kinds.contains(&("child:__start__", ShapeKind::Dot)) && kinds.contains(&("__start__", ShapeKind::Terminal))
    );
}

#[test]
fn crossings_that_need_not_be_are_not_there() {
    use super::layers::{Layers, Size};
    use crate::layout::Ends;
    let graph = diagram("START -> a\nSTART -> b\nSTART -> c\na -> z\nb -> y\nc -> x\nx -> END\ny -> END\nz -> END");
    let sizes: Vec<Size> = graph.nodes.iter().map(|_| Size { width: 60, height: 30 }).collect();
    let labels: Vec<Option<Size>> = graph.edges.iter().map(|_| None).collect();
    let mut layers = Layers::of(&Ends::of(&graph), &sizes, &labels);
    super::order::order(&mut layers);
    assert_eq!(super::order::crossings(&layers), 0);
}

#[test]
fn long_names_and_many_lines_fit() {
    let long = "collect_and_summarise_the_findings_of_every_tool_that_was_called_in_the_last_round_of_the_plan";
    let mut text = format!("START -> {long}\n{long} ..> W : {long}\nW ..> {long} : back\nW ..> W : self\nW -> END\n");
    for leaf in 0..14 {
        text += &format!("{long} ..> leaf{leaf} : choice {leaf}\nleaf{leaf} -> END\n");
    }
    check_ends(&check(&diagram(&text)));
}

#[test]
fn a_small_picture_in_full() {
    let graph = diagram("START -> count\ncount ..> count : <more>\ncount -> END\nbefore count");
    let svg = graph.svg(&BTreeMap::from([("count".to_owned(), NodeStatus::Interrupted)]));
    let (head, rest) = svg.split_once("<style>").unwrap();
    let (style, body) = rest.split_once("</style>").unwrap();
    assert!(style.contains("prefers-color-scheme:dark"));
    expect![[r#"
        <svg xmlns="http://www.w3.org/2000/svg" class="state-graph" role="img" width="217" height="213" viewBox="0 0 217 213">
        <title>Graph</title>

        <rect class="page" width="217" height="213" rx="8"/>
        <desc>__start__ leads to count; count leads to __end__; count may lead to count (&lt;more&gt;)</desc>
        <g transform="translate(16 16)">
        <g class="edge"><title>__start__ to count</title><path d="M133 33L133 60"/><path class="head" d="M133 67l-4-8h8z"/></g>
        <g class="edge"><title>count to __end__</title><path d="M133 114L133 141"/><path class="head" d="M133 148l-4-8h8z"/></g>
        <g class="edge choice"><title>count to count: &lt;more&gt;</title><path d="M82 98C56 104 56 76 75 83"/><path class="head" d="M82 83l-8-4v8z"/><text x="28" y="94">&lt;more&gt;</text></g>
        <g class="node terminal" data-node="__start__"><title>__start__</title><rect x="101" y="0" width="64" height="33" rx="16"/><text x="133" y="21">start</text></g>
        <g class="node interrupted" data-node="count"><title>count: interrupted; stops before</title><rect x="82" y="67" width="103" height="47" rx="7"/><text x="133" y="88">count</text><text class="note" x="133" y="102">stops before</text><g class="badge" transform="translate(84 69)"><circle r="7"/><path d="M-1.8-3V3M1.8-3V3"/></g></g>
        <g class="node terminal" data-node="__end__"><title>__end__</title><rect x="101" y="148" width="64" height="33" rx="16"/><text x="133" y="169">end</text></g>
        </g>
        </svg>
    "#]].assert_eq(&format!("{head}{body}"));
}

#[test]
fn names_cannot_leave_their_place() {
    let name = "</text><script>\"&'\u{0}";
    let mut graph = diagram(&format!("START -> {name}\n{name} ..> {name} : {name}\n{name} -> END\n"));
    graph.nodes[1].subgraph = Some(Box::new(diagram("START -> <b>\n<b> -> END")));
    let svg = graph.svg(&BTreeMap::new());
    assert!(!svg.contains("<script") && !svg.contains("<b>") && !svg.contains('\u{0}'));
    assert!(svg.contains("&lt;/text&gt;&lt;script&gt;&quot;&amp;&#39;\u{fffd}"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, ..ProptestConfig::default() })]

    #[test]
    fn nothing_overlaps_in_graphs_of_forty_nodes(
        nodes in 2usize..40,
        edges in prop::collection::vec((0usize..40, 0usize..40, any::<bool>(), 0usize..3), 1..50),
    ) {
        let mut text = "START -> n0\n".to_owned();
        for node in 1..nodes {
            text += &format!("n{} ..> n{node}\n", node * 7 / 11);
        }
        let mut seen: Vec<(usize, usize)> = (1..nodes).map(|node| (node * 7 / 11, node)).collect();
        for (from, to, conditional, label) in edges {
            let pair = (from % nodes, to % nodes);
            if !seen.contains(&pair) {
                seen.push(pair);
                let arrow = if conditional { "..>" } else { "->" };
                let label = [String::new(), " : x".to_owned(), format!(" : choice {from}")][label].clone();
                text += &format!("n{} {arrow} n{}{label}\n", pair.0, pair.1);
            }
        }
        text += &format!("n{} -> END", nodes - 1);
        check_ends(&check(&diagram(&text)));
    }
}
