//! Supersteps: the graph vectors of the reference semantics, write order, limits, retry.

mod support;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use futures::executor::block_on;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use state_graph::{
    END, Graph, GraphBuilder, Next, Node, NodeContext, NodeError, NodeResult, Outcome, Route, RunError, RunEventKind,
    START, State, TaskContext,
};
use support::{Edges, Index, Loop, single};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, State)]
struct Search {
    query: String,
    #[channel(reduce = add_sorted)]
    docs: Vec<String>,
    answer: String,
    #[channel(append)]
    log: Vec<String>,
    #[channel(reduce = std::ops::AddAssign::add_assign)]
    value: i64,
    #[channel(merge)]
    found: BTreeMap<String, u32>,
    #[channel(topic)]
    topic: Vec<String>,
}

fn add_sorted(docs: &mut Vec<String>, new: Vec<String>) {
    docs.extend(new);
    docs.sort();
}

/// Appends its name to the log, and the value of its argument if that is not 0.
async fn note(state: &Search, cx: &NodeContext<'_, Search>) -> NodeResult<Search> {
    let name = cx.node().to_owned();
    Ok(SearchUpdate::new().log([if state.value == 0 { name } else { format!("{name}|{}", state.value) }]))
}

fn notes<const N: usize>(names: [&str; N]) -> GraphBuilder<'static, Search> {
    names.into_iter().fold(GraphBuilder::new(), |builder, name| builder.node(name, note))
}

fn retriever(docs: [&'static str; 2]) -> impl Node<Search> {
    async move |_: &Search, _: &NodeContext<'_, Search>| Ok(SearchUpdate::new().docs(docs.map(str::to_owned).into()))
}

async fn rewrite(state: &Search, _: &NodeContext<'_, Search>) -> NodeResult<Search> {
    Ok(SearchUpdate::new().query(format!("query: {}", state.query)))
}

async fn analyze(state: &Search, _: &NodeContext<'_, Search>) -> NodeResult<Search> {
    Ok(SearchUpdate::new().query(format!("analyzed: {}", state.query)))
}

async fn answer(state: &Search, _: &NodeContext<'_, Search>) -> NodeResult<Search> {
    let answer = state.docs.join(",");
    Ok(SearchUpdate::new().log([format!("qa({answer})")]).answer(answer))
}

/// Vector 14 without what comes after the retrievers.
fn retrieval() -> GraphBuilder<'static, Search> {
    GraphBuilder::new()
        .node("rewrite", rewrite)
        .node("analyzer", analyze)
        .node("r1", retriever(["doc1", "doc2"]))
        .node("r2", retriever(["doc3", "doc4"]))
        .node("qa", answer)
        .path([START, "rewrite", "analyzer", "r1"])
        .edge("rewrite", "r2")
        .edge("qa", END)
}

fn invoke(graph: &Graph<'_, Search>) -> Search {
    block_on(graph.invoke(Search { query: "what".into(), ..Search::default() }).into_future()).unwrap()
}

#[test]
fn vector_9_a_topic_holds_the_last_step_only() {
    async fn first(_: &Search, _: &NodeContext<'_, Search>) -> NodeResult<Search> {
        Ok(SearchUpdate::new().topic(["a".into(), "b".into()]))
    }
    async fn second(state: &Search, _: &NodeContext<'_, Search>) -> NodeResult<Search> {
        Ok(SearchUpdate::new().log(state.topic.clone()).topic(["c".into(), "d".into()]).topic(["d".into()]))
    }
    async fn third(state: &Search, _: &NodeContext<'_, Search>) -> NodeResult<Search> {
        Ok(SearchUpdate::new().log(state.topic.clone()))
    }
    let graph = GraphBuilder::new()
        .node("first", first)
        .node("second", second)
        .node("third", third)
        .path([START, "first", "second", "third", END])
        .compile()
        .unwrap();
    let end = invoke(&graph);
    assert_eq!(end.log, ["a", "b", "c", "d", "d"]);
    assert!(end.topic.is_empty());
}

#[derive(Route)]
enum Two {
    #[route("2")]
    Two,
}

#[derive(Route)]
enum Three {
    #[route("3")]
    Three,
}

fn argument(value: i64) -> Search {
    Search { value, ..Search::default() }
}

#[test]
fn vector_12_a_node_may_be_dispatched_twice() {
    let graph = notes(["1", "2", "3"])
        .edge(START, "1")
        .dispatch("1", |state: &Search| vec![(Two::Two, state.clone()), (Two::Two, state.clone())])
        .route("2", |_: &Search| Three::Three)
        .edge("3", END)
        .compile()
        .unwrap();
    let start = Search { log: vec!["0".into()], ..Search::default() };
    assert_eq!(block_on(graph.invoke(start).into_future()).unwrap().log, ["0", "1", "2", "2", "3"]);
}

#[test]
fn vector_13_dispatched_tasks_see_their_argument_and_write_last() {
    let graph = notes(["1", "1.1", "2", "3", "3.1"])
        .edge(START, "1")
        .edge(START, "1.1")
        .dispatch("1", |_: &Search| vec![(Two::Two, argument(1)), (Two::Two, argument(2))])
        .edge("1", "3.1")
        .dispatch("1.1", |_: &Search| vec![(Two::Two, argument(3)), (Two::Two, argument(4))])
        .route("2", |_: &Search| Three::Three)
        .edge("3", END)
        .edge("3.1", END)
        .compile()
        .unwrap();
    let start = Search { log: vec!["0".into()], ..Search::default() };
    let end = block_on(graph.invoke(start).into_future()).unwrap();
    assert_eq!(end.log, ["0", "1", "1.1", "3.1", "2|1", "2|2", "2|3", "2|4", "3"]);
}

#[test]
fn vector_11_two_writers_of_one_value_are_an_error_that_names_it() {
    let writer =
        async |_: &Search, _: &NodeContext<'_, Search>| Ok(SearchUpdate::new().answer("hello").log(["x".into()]));
    let graph = GraphBuilder::new()
        .node("two", writer)
        .node("one", writer)
        .path([START, "one", END])
        .path([START, "two", END])
        .compile()
        .unwrap();
    let stopped = block_on(graph.invoke(Search::default()).into_future()).unwrap_err();
    assert_eq!(
        stopped.to_string(),
        "step 1: `answer` can receive only one value per step, but \"one\" and \"two\" both wrote it; give it a \
         reducer or write it once"
    );
    assert_eq!(*stopped.state, Search::default(), "a refused step changes nothing, not even other fields");
}

#[test]
fn vector_14_a_join_waits_for_all() {
    let end = invoke(&retrieval().join(["r1", "r2"], "qa").compile().unwrap());
    assert_eq!(end.query, "analyzed: query: what");
    assert_eq!(end.docs, ["doc1", "doc2", "doc3", "doc4"]);
    assert_eq!(end.log, ["qa(doc1,doc2,doc3,doc4)"]);
}

#[test]
fn vector_15_a_join_waits_again_after_a_loop() {
    #[derive(Route)]
    enum Decide {
        Rewrite,
        Qa,
    }
    let graph = retrieval()
        .node("decider", note)
        .join(["r1", "r2"], "decider")
        .route("decider", |state: &Search| if state.log.len() < 2 { Decide::Rewrite } else { Decide::Qa })
        .compile()
        .unwrap();
    let end = invoke(&graph);
    assert_eq!(end.log, ["decider", "decider", "qa(doc1,doc1,doc2,doc2,doc3,doc3,doc4,doc4)"]);
}

#[test]
fn vector_16_a_plain_edge_beside_a_join_runs_the_node_twice() {
    let graph = retrieval().join(["r1", "r2"], "qa").edge("rewrite", "qa").compile().unwrap();
    assert_eq!(invoke(&graph).log, ["qa()", "qa(doc1,doc2,doc3,doc4)"]);
}

#[test]
fn vector_18_a_fan_out_meets_again_once() {
    let graph = notes(["a", "b", "c", "d"]).path([START, "a", "c", "d", END]).path(["a", "b", "d"]).compile().unwrap();
    let start = Search { log: vec!["START".into()], ..Search::default() };
    let end = block_on(graph.invoke(start).into_future()).unwrap();
    assert_eq!(end.log, ["START", "a", "b", "c", "d"]);
}

#[test]
fn vector_19_several_writes_of_one_node_follow_the_channel() {
    async fn twice(_: &Search, _: &NodeContext<'_, Search>) -> NodeResult<Search> {
        let update = SearchUpdate::new().log(["first".into()]).log(["second".into()]).value(2).value(3);
        Ok(update.found([("a".into(), 1), ("b".into(), 1)]).found([("a".into(), 2)]))
    }
    let graph = single("twice", twice);
    let end = invoke(&graph);
    assert_eq!((end.log, end.value), (vec!["first".to_owned(), "second".to_owned()], 5));
    assert_eq!(end.found, BTreeMap::from([("a".to_owned(), 2), ("b".to_owned(), 1)]));

    async fn twice_overwrite(_: &Search, _: &NodeContext<'_, Search>) -> NodeResult<Search> {
        Ok(SearchUpdate::new().answer("x").answer("y"))
    }
    let graph = single("n", twice_overwrite);
    let stopped = block_on(graph.invoke(Search::default()).into_future()).unwrap_err();
    assert!(stopped.to_string().contains("`answer` can receive only one value per step, but \"n\" wrote it twice"));
}

#[test]
fn vector_21_a_retried_step_keeps_what_had_finished() {
    let (ones, twos) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let (count_ones, count_twos) = (ones.clone(), twos.clone());
    let one = async move |_: &Search, _: &NodeContext<'_, Search>| {
        count_ones.set(count_ones.get() + 1);
        Ok(SearchUpdate::new().value(2))
    };
    let two = async move |_: &Search, _: &NodeContext<'_, Search>| {
        count_twos.set(count_twos.get() + 1);
        if count_twos.get() < 3 { Err(NodeError::msg("not yet")) } else { Ok(SearchUpdate::new().value(3)) }
    };
    let graph = GraphBuilder::new()
        .node("one", one)
        .node("two", two)
        .path([START, "one", END])
        .path([START, "two", END])
        .compile()
        .unwrap();
    let mut invocation = graph.invoke(Search { value: 1, ..Search::default() });
    for _ in 0..2 {
        let error = block_on(invocation.drive()).unwrap_err();
        assert_eq!(error.to_string(), "node \"two\" failed in step 1: not yet");
        assert_eq!(invocation.run().state().value, 1);
        assert!(invocation.retry());
    }
    block_on(invocation.drive()).unwrap();
    assert_eq!((invocation.run().state().value, ones.get(), twos.get()), (6, 1, 3));
    assert!(!invocation.retry(), "a run at its end has nothing to retry");
}

#[test]
fn routers_see_their_own_nodes_writes_and_not_the_siblings() {
    #[derive(Route)]
    enum Saw {
        Own,
        Both,
        #[route(end)]
        Nothing,
    }
    let saw = |state: &Search| match state.log.len() {
        0 => Saw::Nothing,
        1 => Saw::Own,
        _ => Saw::Both,
    };
    let graph = notes(["a", "b", "own", "both"])
        .edge(START, "a")
        .edge(START, "b")
        .route("a", saw)
        .route("b", saw)
        .edge("own", END)
        .edge("both", END)
        .compile()
        .unwrap();
    assert_eq!(invoke(&graph).log, ["a", "b", "own"]);
}

#[test]
fn a_route_may_lead_to_several_nodes_from_the_start() {
    #[derive(Route)]
    enum Part {
        Left,
        Right,
        #[route(end)]
        Skip,
    }
    let graph = notes(["left", "right"])
        .route(START, |state: &Search| match state.value {
            0 => vec![Part::Right, Part::Left, Part::Right],
            _ => vec![Part::Skip],
        })
        .edge("left", END)
        .edge("right", END)
        .compile()
        .unwrap();
    assert_eq!(invoke(&graph).log, ["left", "right"]);
    let skipped = block_on(graph.invoke(Search { value: 1, ..Search::default() }).into_future()).unwrap();
    assert!(skipped.log.is_empty());
}

fn looping(times: usize) -> Graph<'static, Search> {
    let again = move |state: &Search| if state.log.len() < times { Loop::Again } else { Loop::Stop };
    GraphBuilder::new().node("again", note).edge(START, "again").route("again", again).compile().unwrap()
}

#[test]
fn the_limit_counts_user_supersteps() {
    assert_eq!(block_on(looping(7).invoke(Search::default()).limit(7).into_future()).unwrap().log.len(), 7);
    let stopped = block_on(looping(8).invoke(Search::default()).limit(7).into_future()).unwrap_err();
    assert_eq!(
        stopped.to_string(),
        "the limit of 7 steps is reached: 7 ran, and \"again\" would run next; raise the limit, or let a route end the \
         loop"
    );
    assert!(matches!(stopped.error, RunError::Limit { limit: 7, steps: 7, .. }));
    assert_eq!((stopped.steps, stopped.state.log.len()), (7, 7));
}

#[test]
fn a_run_at_its_limit_continues_when_the_limit_is_raised() {
    let mut run = looping(8).start(Search::default()).limit(7);
    step_through(&mut run, |tasks| tasks);
    let mut run = run.limit(8);
    assert!(run.retry());
    step_through(&mut run, |tasks| tasks);
    assert_eq!((run.state().log.len(), run.steps()), (8, 8));
}

#[test]
fn a_hand_written_route_out_of_range_is_an_error() {
    let graph = notes(["n"]).edge(START, "n").route("n", |_: &Search| Index(3)).compile().unwrap();
    let stopped = block_on(graph.invoke(Search::default()).into_future()).unwrap_err();
    assert_eq!(stopped.to_string(), "a route of \"n\" chose target 3, but it declares only 1");
}

/// Steps a run by hand until it stops; `order` is the order in which the tasks of a superstep complete.
fn step_through<'a>(
    run: &mut state_graph::Run<'a, Search>,
    mut order: impl FnMut(Vec<state_graph::Task<Search>>) -> Vec<state_graph::Task<Search>>,
) {
    let graph = run.graph().clone();
    loop {
        match run.next() {
            Next::Tasks(tasks) => {
                for task in order(tasks) {
                    let cx = TaskContext::new(task.node(), task.step(), &|_| {});
                    let result = block_on(graph.execute(&task, &cx));
                    run.complete(task.id(), result);
                }
            }
            Next::Stepped { .. } => {}
            Next::Waiting => panic!("every task was completed"),
            _ => return,
        }
    }
}

#[test]
fn a_run_stepped_by_hand_lists_its_outstanding_tasks() {
    let graph = retrieval().join(["r1", "r2"], "qa").compile().unwrap();
    let mut run = graph.start(Search::default());
    let Next::Tasks(tasks) = run.next() else { panic!("tasks") };
    assert_eq!(tasks[0].node(), "rewrite");
    assert!(matches!(run.next(), Next::Waiting));
    assert_eq!(run.outstanding()[0].id(), tasks[0].id());
    run.complete(tasks[0].id(), Ok(Outcome::new(SearchUpdate::new().query("q"))));
    run.complete(tasks[0].id(), Ok(Outcome::new(SearchUpdate::new().query("a second result is ignored"))));
    let Next::Stepped { step: 1, next } = run.next() else { panic!("stepped") };
    assert_eq!(next, ["analyzer", "r2"]);
    assert_eq!(run.state().query, "q");
}

#[test]
fn a_step_returns_the_new_state_and_what_comes_next() {
    let mut seen = Vec::new();
    let graph = retrieval().join(["r1", "r2"], "qa").compile().unwrap();
    let listen = |event: state_graph::RunEvent<'_, serde_json::Value>| {
        if let RunEventKind::StepFinished { state, next, .. } = event.kind {
            let state = state.get::<Search>().unwrap();
            seen.push(format!("{}: {} docs, then {}", event.step, state.docs.len(), next.join("+")));
        }
    };
    block_on(graph.invoke(Search::default()).on_event(listen).into_future()).unwrap();
    assert_eq!(seen, ["1: 0 docs, then analyzer+r2", "2: 2 docs, then r1", "3: 4 docs, then qa", "4: 4 docs, then "]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the order in which the nodes of a superstep finish, the state is the same.
    #[test]
    fn the_finish_order_does_not_matter(keys in prop::collection::vec(any::<u32>(), 6 * 3)) {
        const NAMES: [&str; 6] = ["n0", "n1", "n2", "n3", "n4", "n5"];
        let mut builder = GraphBuilder::new().node("meet", answer).join(NAMES, "meet");
        for name in NAMES {
            let node = async move |state: &Search, cx: &NodeContext<'_, Search>| {
                let text = format!("{name} in {}", cx.step());
                Ok(SearchUpdate::new().log([text.clone()]).docs(vec![text]).value(state.value + 1).found([(name.into(), cx.step())]))
            };
            builder = builder.node(name, node).edge(START, name);
        }
        let again = |state: &Search| if state.log.len() < 14 { vec![Fan::N0, Fan::N1, Fan::N2, Fan::N3, Fan::N4, Fan::N5] } else { vec![Fan::Stop] };
        let graph = builder.route("meet", again).compile().unwrap();

        let mut expected = graph.start(Search::default());
        step_through(&mut expected, |tasks| tasks);
        let mut shuffled = graph.start(Search::default());
        let mut keys = keys.into_iter().cycle();
        step_through(&mut shuffled, |mut tasks| {
            tasks.sort_by_cached_key(|_| keys.next());
            tasks
        });
        prop_assert_eq!(expected.state().log.len(), 14);
        prop_assert_eq!(expected.state(), shuffled.state());
    }
}

#[derive(Route)]
enum Fan {
    N0,
    N1,
    N2,
    N3,
    N4,
    N5,
    #[route(end)]
    Stop,
}
