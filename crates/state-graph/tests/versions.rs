//! Runs that were stored by an earlier version of a program: of its state, of its graph.

mod support;

use std::rc::Rc;

use futures::executor::block_on;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use state_graph::{
    CheckpointStore, END, Graph, GraphBuilder, Halt, History, Interrupt, LogEnd, LogError, MemoryStore, NodeContext,
    Run, RunError, START, State, Update,
};
use support::work::Work;
use support::{Edges, RUN, Recorded, around, ask, chain, log_of, named};

/// The state in its first version.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, State)]
struct First {
    count: u32,
    gone: String,
    #[channel(append)]
    log: Vec<String>,
}

/// Later: one field is gone, one is new, and the others are in the opposite order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, State)]
struct Later {
    #[channel(append)]
    log: Vec<String>,
    #[serde(default = "seven")]
    #[channel(reduce = std::ops::AddAssign::add_assign)]
    more: u32,
    count: u32,
    #[serde(skip)]
    #[channel(untracked)]
    scratch: u32,
}

fn seven() -> u32 {
    7
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, State)]
struct WithoutDefault {
    count: u32,
    added: u32,
}

/// Asks between two nodes that write.
fn asking<S: State>(write: impl Fn(&S, &str) -> S::Update + Copy + 'static) -> Graph<'static, S> {
    let node = async move |state: &S, cx: &NodeContext<'_, S>| Ok(write(state, cx.node()));
    let ask = async move |state: &S, cx: &NodeContext<'_, S>| {
        let answer: String = cx.interrupt("go on?").await?;
        Ok(write(state, &answer))
    };
    let builder = GraphBuilder::new().node("a", node).node("ask", ask).node("b", node);
    builder.path([START, "a", "ask", "b", END]).compile().unwrap()
}

fn first() -> Graph<'static, First> {
    asking(|state: &First, word| FirstUpdate::new().count(state.count + 1).gone(word).log([word.to_owned()]))
}

fn later() -> Graph<'static, Later> {
    asking(|state: &Later, word| LaterUpdate::new().count(state.count + 1).more(1).log([word.to_owned()]))
}

#[test]
fn a_run_continues_after_its_state_got_a_field_lost_one_and_reordered_the_rest() {
    let (store, _) = waiting();
    let history: History<Later> = History::read(&log_of(&store)).unwrap();
    let expected = Later { log: vec!["a".to_owned()], more: 7, count: 1, scratch: 0 };
    assert_eq!(history.state(history.head()).unwrap(), expected);
    let written: Vec<_> =
        history.checkpoints().flat_map(|point| point.ran).flat_map(|ran| ran.update.written()).collect();
    assert_eq!(written, ["log", "count"], "what was written to a field that is gone is left out");

    let mut run = block_on(later().restore(store.clone(), RUN)).unwrap().unwrap();
    run.resume(Value::from("yes")).unwrap();
    assert_eq!(block_on(run.drive()).unwrap(), Halt::Done);
    let expected = Later { log: ["a", "yes", "b"].map(str::to_owned).into(), more: 9, count: 3, scratch: 0 };
    assert_eq!(run.run().state(), &expected);
    // What the later version wrote after the lines of the first is read by it again.
    let history: History<Later> = History::read(&log_of(&store)).unwrap();
    assert_eq!(history.state(history.head()).unwrap(), expected);
    assert_eq!(history.state(1).unwrap().more, 7);
}

#[test]
fn a_new_field_without_a_default_is_named() {
    let (store, _) = waiting();
    let error = History::<WithoutDefault>::read(&log_of(&store)).err().unwrap();
    let message =
        "the log was written for another state: it lacks the field `added`, which has no default (`#[serde(default)]`)";
    assert_eq!(error.to_string(), message);
}

/// The log of a run of the first version that waits for an answer.
fn waiting() -> (Rc<MemoryStore>, Interrupt) {
    let store = Rc::new(MemoryStore::default());
    let mut run = first().invoke(First::default()).recorded(&store);
    let Halt::Interrupted(mut asked) = block_on(run.drive()).unwrap() else { panic!("it asks") };
    (store, asked.remove(0))
}

/// A run of `a -> b -> c` that stopped before this node.
fn stopped_before(node: &str) -> Rc<MemoryStore> {
    let (graph, store) = (chain(["a", "b", "c"]).compile().unwrap(), Rc::new(MemoryStore::default()));
    let run = graph.invoke(Work::default()).recorded(&store);
    assert!(matches!(block_on(run.pause_before([node]).drive()), Ok(Halt::Paused(_))));
    store
}

#[test]
fn a_run_continues_in_a_graph_with_other_nodes_while_its_own_is_there() {
    let other = chain(["b", "between", "c", "last"]).compile().unwrap();
    let store = stopped_before("b");
    let run = block_on(other.restore(store.clone(), RUN)).unwrap().unwrap();
    assert_eq!(block_on(run.into_future()).unwrap().log, ["a", "b", "between", "c", "last"]);
    // And either version shows it as it ran.
    let history: History<Work> = History::read(&log_of(&store)).unwrap();
    let ran: Vec<_> = history.checkpoints().flat_map(|point| point.ran).map(|ran| ran.node.to_owned()).collect();
    assert_eq!(ran, ["a", "b", "between", "c", "last"]);
}

#[test]
fn a_run_at_a_node_that_is_gone_can_be_read_and_forked_from_where_it_fits() {
    let other = chain(["a", "c"]).compile().unwrap();
    let store = stopped_before("b");
    let log = log_of(&store);
    let error = block_on(other.restore(store.clone(), RUN)).err().unwrap();
    assert!(matches!(&error, RunError::Log(LogError::NoNode { node }) if node == "b"));
    assert_eq!(
        error.to_string(),
        "the run goes on at the node \"b\", which its graph has no more; it can still be looked at and replayed"
    );
    assert_eq!(log_of(&store), log);
    let history = block_on(other.history(&*store, RUN)).unwrap().unwrap();
    assert_eq!(history.state(history.head()).unwrap().log, ["a"]);
    let fork = block_on(other.restore_at(store.clone(), RUN, 0)).unwrap().unwrap();
    assert_eq!(block_on(fork.into_future()).unwrap().log, ["a", "c"]);
}

#[test]
fn a_half_complete_join_holds_a_run_to_its_graph() {
    let nodes = ["a", "b", "b2", "met"];
    let builder = || nodes.into_iter().fold(GraphBuilder::new(), |builder, name| builder.node(name, named));
    let edges = |builder: GraphBuilder<'static, Work>| {
        builder.edge(START, "a").path([START, "b", "b2"]).join(["a", "b2"], "met").edge("met", END)
    };
    let (graph, store) = (edges(builder()).compile().unwrap(), Rc::new(MemoryStore::default()));
    let run = graph.invoke(Work::default()).recorded(&store);
    assert!(matches!(block_on(run.pause_before(["b2"]).drive()), Ok(Halt::Paused(_))));
    let history: History<Work> = History::read(&log_of(&store)).unwrap();
    assert!(Run::restore(&graph, &history).is_ok());
    let other = edges(builder()).node("more", named).path(["met", "more", END]).compile().unwrap();
    let error = Run::restore(&other, &history).err().unwrap();
    assert!(error.to_string().contains("it waits at a join, and nodes or edges have changed"), "{error}");
}

#[test]
fn a_subgraph_continues_in_another_version_of_it() {
    let with_last = |last: &'static str| {
        let sub = chain(["x"]).node("ask", ask).node(last, named).path(["x", "ask", last, END]);
        around("sub", sub.compile().unwrap())
    };
    let store = Rc::new(MemoryStore::default());
    let mut run = with_last("y").invoke(Work::default()).recorded(&store);
    assert!(matches!(block_on(run.drive()), Ok(Halt::Interrupted(_))));
    let mut run = block_on(with_last("z").restore(store, RUN)).unwrap().unwrap();
    run.resume(Value::from("yes")).unwrap();
    assert_eq!(block_on(run.into_future()).unwrap().log, ["x", "yes", "z"]);
}

/// Ids of interrupts did not always depend on the question; they were `node:step:task:call`, and so they are in stored runs.
#[test]
fn a_question_of_an_earlier_version_is_answered_under_its_id() {
    let (store, asked) = waiting();
    let old = "ask:2:0:0";
    let lines = String::from_utf8(log_of(&store)).unwrap();
    let lines = lines.lines().map(|line| line[9..].replace(&asked.id, old));
    let lines: String = lines.map(|json| format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes()))).collect();
    block_on(store.remove(RUN)).unwrap();
    block_on(store.append(RUN, LogEnd::NEW, lines.as_bytes())).unwrap();
    let restore = || block_on(first().restore(store.clone(), RUN)).unwrap().unwrap();
    let mut run = restore();
    assert_eq!(run.run().interrupts()[0].id, old);
    run.resume(Value::from("yes")).unwrap();
    assert_eq!(block_on(run.into_future()).unwrap().log, ["a", "yes", "b"]);
}
