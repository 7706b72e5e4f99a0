//! A run as a stream.

mod support;

use std::cell::Cell;
use std::rc::Rc;

use expect_test::{Expect, expect};
use futures::StreamExt;
use futures::executor::block_on;
use serde_json::{Value, json};
use state_graph::{
    DebugItem, END, Graph, GraphBuilder, Halt, Invocation, MemoryStore, NodeContext, NodeError, NodeResult, RunError,
    RunStream, START, StreamItem, StreamKind, StreamMode, Subgraph,
};
use support::work::{Note, Work, WorkUpdate};
use support::{Edges, Recorded, ask, chain, log_of_end, single, yields};

const ALL: [StreamMode; 5] =
    [StreamMode::Values, StreamMode::Updates, StreamMode::Messages, StreamMode::Custom, StreamMode::Debug];

fn show(item: &StreamItem<Work>) -> String {
    let state = |state: &Value| format!("{} {}", state["log"], state["notes"]);
    let what = match &item.kind {
        StreamKind::Values(value) => format!("values {}", state(value)),
        StreamKind::Update { node, update } => format!("update {node} {update}"),
        StreamKind::Token { node, message, text } => format!("token {node} {message} {text:?}"),
        StreamKind::Message { node, message } => format!("message {node} {message}"),
        StreamKind::Custom { node, payload, recorded } => format!("custom {node} {payload} {recorded}"),
        StreamKind::Debug(DebugItem::Task { node }) => format!("debug task {node}"),
        StreamKind::Debug(DebugItem::TaskResult { node, result, retry_in, .. }) => {
            format!("debug result {node} {result:?} {retry_in:?}")
        }
        StreamKind::Debug(DebugItem::Checkpoint { id, next, state: at }) => {
            format!("debug checkpoint {id:?} {} {next:?}", state(at))
        }
        StreamKind::End { result, state } => format!("end {result:?} {:?}", state.log),
        _ => "?".to_owned(),
    };
    format!("{}/{} {what}\n", item.path, item.step)
}

fn items(stream: &mut RunStream<'_, Work>) -> String {
    block_on(stream.map(|item| show(&item)).collect::<Vec<_>>()).concat()
}

fn check(run: Invocation<'_, Work>, modes: &[StreamMode], expected: Expect) {
    expected.assert_eq(&items(&mut run.stream(modes)));
}

/// Streams a message in pieces, writes that and one that comes whole, emits an event, and records one.
async fn talk(_: &Work, cx: &NodeContext<'_, Work>) -> state_graph::NodeResult<Work> {
    cx.token("m1", "Hel");
    yields(1).await;
    cx.token("m1", "lo");
    cx.emit("spoken".to_owned());
    cx.record("kept".to_owned());
    let notes = [Note::with_id("m1", "Hello"), Note::with_id("m2", "whole")];
    Ok(WorkUpdate::new().notes(notes.to_vec()).log([cx.node().to_owned()]))
}

/// Talks, then does nothing, then talks in a subgraph.
fn talking() -> Graph<'static, Work> {
    let quiet = async |_: &Work, _: &NodeContext<'_, Work>| Ok(WorkUpdate::new());
    let sub = single("inner", talk);
    let enter = |_: &Work| Work { notes: vec![Note::new("in")].into(), ..Work::default() };
    let builder = GraphBuilder::new().node("talk", talk).node("quiet", quiet);
    let builder = builder.node("sub", Subgraph::new(sub, enter, log_of_end));
    builder.path([START, "talk", "quiet", "sub", END]).compile().unwrap()
}

fn start() -> Work {
    Work { notes: vec![Note::new("asked")].into(), ..Work::default() }
}

#[test]
fn values_come_after_the_input_and_after_steps_that_changed_something() {
    check(
        talking().invoke(start()),
        &[StreamMode::Values],
        expect![[r#"
        /0 values [] [{"id":"msg-1","text":"asked"}]
        /1 values ["talk"] [{"id":"msg-1","text":"asked"},{"id":"m1","text":"Hello"},{"id":"m2","text":"whole"}]
        sub/0 values [] [{"id":"sub-3-0-msg-1","text":"in"}]
        sub/1 values ["inner"] [{"id":"sub-3-0-msg-1","text":"in"},{"id":"m1","text":"Hello"},{"id":"m2","text":"whole"}]
        /3 values ["talk","inner"] [{"id":"msg-1","text":"asked"},{"id":"m1","text":"Hello"},{"id":"m2","text":"whole"}]
        /3 end Ok(Done) ["talk", "inner"]
    "#]],
    );
}

#[test]
fn updates_come_as_nodes_finish() {
    check(
        talking().invoke(start()),
        &[StreamMode::Updates],
        expect![[r#"
        /1 update talk {"log":["talk"],"notes":[{"put":{"id":"m1","text":"Hello"}},{"put":{"id":"m2","text":"whole"}}]}
        /2 update quiet {}
        sub/1 update inner {"log":["inner"],"notes":[{"put":{"id":"m1","text":"Hello"}},{"put":{"id":"m2","text":"whole"}}]}
        /3 update sub {"log":["inner"]}
        /3 end Ok(Done) ["talk", "inner"]
    "#]],
    );
}

#[test]
fn messages_come_in_pieces_or_whole_but_once() {
    check(
        talking().invoke(start()),
        &[StreamMode::Messages],
        expect![[r#"
        /1 token talk m1 "Hel"
        /1 token talk m1 "lo"
        /1 message talk {"id":"m2","text":"whole"}
        sub/1 token inner m1 "Hel"
        sub/1 token inner m1 "lo"
        /3 end Ok(Done) ["talk", "inner"]
    "#]],
    );
}

#[test]
fn custom_events_come_with_the_path_of_their_subgraph() {
    check(
        talking().invoke(start()),
        &[StreamMode::Custom],
        expect![[r#"
        /1 custom talk spoken false
        /1 custom talk kept true
        sub/1 custom inner spoken false
        sub/1 custom inner kept true
        /3 end Ok(Done) ["talk", "inner"]
    "#]],
    );
}

#[test]
fn debug_items_have_tasks_their_results_and_checkpoints() {
    let store = Rc::new(MemoryStore::default());
    let run = chain(["a", "b"]).compile().unwrap().invoke(Work::default());
    check(
        run.recorded(&store),
        &[StreamMode::Debug],
        expect![[r#"
        /1 debug task a
        /1 debug result a Ok(Object {"log": Array [String("a")]}) None
        /1 debug checkpoint Some(1) ["a"] [] ["b"]
        /2 debug task b
        /2 debug result b Ok(Object {"log": Array [String("b")]}) None
        /2 debug checkpoint Some(2) ["a","b"] [] []
        /2 end Ok(Done) ["a", "b"]
    "#]],
    );
}

#[test]
fn several_modes_come_in_the_order_of_what_happens() {
    let run = chain(["a"]).compile().unwrap().invoke(Work::default());
    check(
        run,
        &ALL,
        expect![[r#"
        /0 values [] []
        /1 debug task a
        /1 update a {"log":["a"]}
        /1 debug result a Ok(Object {"log": Array [String("a")]}) None
        /1 values ["a"] []
        /1 debug checkpoint None ["a"] [] []
        /1 end Ok(Done) ["a"]
    "#]],
    );
}

#[test]
fn without_a_mode_there_is_the_end_alone() {
    check(
        chain(["a"]).compile().unwrap().invoke(Work::default()),
        &[],
        expect![[r#"
        /1 end Ok(Done) ["a"]
    "#]],
    );
}

#[test]
fn an_error_comes_last() {
    let fail = async |_: &Work, _: &NodeContext<'_, Work>| -> NodeResult<Work> { Err(NodeError::msg("no")) };
    let graph = chain(["a"]).node("fail", fail).path(["a", "fail", END]).compile().unwrap();
    let mut stream = graph.invoke(Work::default()).stream(&[StreamMode::Updates]);
    let items = block_on(stream.by_ref().collect::<Vec<_>>());
    assert_eq!(items.len(), 2);
    assert_eq!(items[0].mode(), Some(StreamMode::Updates));
    let StreamKind::End { result: Err(RunError::Node { node, .. }), state } = &items[1].kind else {
        panic!("it fails")
    };
    assert_eq!((node.as_str(), &*state.log), ("fail", ["a".to_owned()].as_slice()));
    assert!(block_on(stream.next()).is_none());
}

#[test]
fn items_come_while_nodes_still_run() {
    let step = Rc::new(Cell::new(0));
    let latest = step.clone();
    let slow = async move |_: &Work, cx: &NodeContext<'_, Work>| {
        for n in 1..4 {
            latest.set(n);
            cx.emit(format!("{n}"));
            yields(1).await;
        }
        Ok(WorkUpdate::new())
    };
    let graph = single("n", slow);
    let mut stream = graph.invoke(Work::default()).stream(&[StreamMode::Custom]);
    for n in 1..4 {
        assert!(
            matches!(block_on(stream.next()).unwrap().kind, StreamKind::Custom { payload, .. } if payload == n.to_string())
        );
        assert_eq!(step.get(), n, "the run goes no further than it is listened to");
    }
    assert!(stream.into_invocation().is_none(), "it is not at its end");
}

#[test]
fn a_run_that_halts_is_answered_and_streamed_on() {
    let graph = chain(["a"]).node("ask", ask).path(["a", "ask", END]).compile().unwrap();
    let events = Cell::new(0);
    let run = graph.invoke(Work::default()).on_event(|_| events.set(events.get() + 1));
    let mut stream = run.stream(&[StreamMode::Values]);
    let first = items(&mut stream);
    let Some(mut run) = stream.into_invocation() else { panic!("it is at its end") };
    run.resume(json!("yes")).unwrap();
    let mut stream = run.stream(&[StreamMode::Values]);
    let second = items(&mut stream);
    expect![[r#"
        /0 values [] []
        /1 values ["a"] []
        /2 end Ok(Interrupted([Interrupt { id: "ask:2:0:0:44be4718", node: "ask", value: String("?"), refused: None }])) ["a"]
        -- answered
        /2 values ["a"] []
        /2 values ["a","yes"] []
        /2 end Ok(Done) ["a", "yes"]
    "#]]
    .assert_eq(&format!("{first}-- answered\n{second}"));
    assert!(events.get() > 6, "the listener gets all of it too");
    let mut run = stream.into_invocation().unwrap();
    assert_eq!(block_on(run.drive()).unwrap(), Halt::Done);
}

#[test]
fn a_message_without_an_id_comes_each_time_it_is_written() {
    let say = async |_: &Work, _: &NodeContext<'_, Work>| Ok(WorkUpdate::new().notes(Note::new("hello")));
    let graph = GraphBuilder::new().node("a", say).node("b", say).path([START, "a", "b", END]);
    check(
        graph.compile().unwrap().invoke(Work::default()),
        &[StreamMode::Messages],
        expect![[r#"
        /1 message a {"text":"hello"}
        /2 message b {"text":"hello"}
        /2 end Ok(Done) []
    "#]],
    );
}
