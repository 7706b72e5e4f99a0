//! The async driver: concurrency, cancellation, events.

mod support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::task::{Context, Poll};

use expect_test::expect;
use futures::channel::oneshot;
use futures::executor::block_on;
use futures::task::noop_waker;
use serde::{Deserialize, Serialize};
use state_graph::{
    CancelToken, Clock, END, Graph, GraphBuilder, Node, NodeContext, NodeError, NodeResult, RunError, RunEvent,
    RunEventKind, START, State,
};
use support::Edges;

#[derive(Clone, Debug, Default, Serialize, Deserialize, State)]
#[state(event = String)]
struct Log {
    #[channel(append)]
    lines: Vec<String>,
}

fn line(text: &str) -> LogUpdate {
    LogUpdate::new().lines([text.to_owned()])
}

async fn quick(_: &Log, cx: &NodeContext<'_, Log>) -> NodeResult<Log> {
    Ok(line(cx.node()))
}

/// Never finishes; reports when it is dropped.
struct Endless(Rc<Cell<u32>>);

struct OnDrop(Rc<Cell<u32>>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

impl Node<Log> for Endless {
    type Output = LogUpdate;

    async fn run(&self, _: &Log, _: &NodeContext<'_, Log>) -> NodeResult<Log> {
        let _guard = OnDrop(self.0.clone());
        futures::future::pending().await
    }
}

fn two<'a>(left: impl Node<Log> + 'a, right: impl Node<Log> + 'a) -> Graph<'a, Log> {
    GraphBuilder::new()
        .node("left", left)
        .node("right", right)
        .path([START, "left", END])
        .path([START, "right", END])
        .compile()
        .unwrap()
}

#[test]
fn nodes_of_a_step_run_concurrently_and_write_in_name_order() {
    let (send, receive) = oneshot::channel::<()>();
    let (send, receive) = (RefCell::new(Some(send)), RefCell::new(Some(receive)));
    // The left node can only finish after the right one has.
    let left = async |_: &Log, _: &NodeContext<'_, Log>| {
        let receive = receive.borrow_mut().take().unwrap();
        receive.await?;
        Ok(line("left"))
    };
    let right = async |_: &Log, _: &NodeContext<'_, Log>| {
        let _ = send.borrow_mut().take().unwrap().send(());
        Ok(line("right"))
    };
    let graph = two(left, right);
    let end = block_on(graph.invoke(Log::default()).into_future()).unwrap();
    assert_eq!(end.lines, ["left", "right"]);
}

#[test]
fn an_error_stops_the_siblings_and_comes_back_as_it_was() {
    let dropped = Rc::new(Cell::new(0));
    let failing =
        async |_: &Log, _: &NodeContext<'_, Log>| -> NodeResult<Log> { Err("x".parse::<u8>().unwrap_err().into()) };
    let graph = two(Endless(dropped.clone()), failing);
    let stopped = block_on(graph.invoke(Log::default()).into_future()).unwrap_err();
    assert_eq!(dropped.get(), 1);
    let RunError::Node { node, step: 1, error, .. } = &stopped.error else { panic!("{stopped}") };
    assert_eq!(node, "right");
    assert!(error.downcast_ref::<std::num::ParseIntError>().is_some());
}

#[test]
fn a_token_stops_running_nodes_and_keeps_the_state() {
    let (dropped, token) = (Rc::new(Cell::new(0)), CancelToken::new());
    let graph = GraphBuilder::new()
        .node("first", quick)
        .node("endless", Endless(dropped.clone()))
        .path([START, "first", "endless", END])
        .compile()
        .unwrap();
    let mut run = graph.invoke(Log::default()).cancel(token.clone()).into_future();
    let waker = noop_waker();
    assert!(run.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    token.cancel();
    let Poll::Ready(Err(stopped)) = run.as_mut().poll(&mut Context::from_waker(&waker)) else { panic!("stops") };
    assert_eq!(stopped.to_string(), "cancelled in step 2 while \"endless\" ran");
    assert_eq!((dropped.get(), stopped.state.lines.as_slice()), (1, ["first".to_owned()].as_slice()));
}

#[test]
fn cancelling_wakes_a_waiting_run() {
    let token = CancelToken::new();
    let graph = two(Endless(Rc::default()), Endless(Rc::default()));
    let other = token.clone();
    let cancelling = std::thread::spawn(move || other.cancel());
    let stopped = block_on(graph.invoke(Log::default()).cancel(token).into_future()).unwrap_err();
    cancelling.join().unwrap();
    assert!(matches!(stopped.error, RunError::Cancelled { .. }));
}

#[test]
fn a_node_may_cancel_its_own_run_and_the_next_step_does_not_start() {
    let token = CancelToken::new();
    let stop = async |_: &Log, cx: &NodeContext<'_, Log>| {
        token.cancel();
        Ok(line(cx.node()))
    };
    let graph = GraphBuilder::new()
        .node("stop", stop)
        .node("never", async |_: &Log, _: &LogContext<'_>| -> NodeResult<Log> { Err(NodeError::msg("ran")) })
        .path([START, "stop", "never", END])
        .compile()
        .unwrap();
    let stopped = block_on(graph.invoke(Log::default()).cancel(token.clone()).into_future()).unwrap_err();
    assert_eq!(stopped.to_string(), "cancelled in step 1");
    assert_eq!(stopped.state.lines, ["stop"], "the finished node's writes are kept");
}

#[test]
fn dropping_the_future_drops_the_nodes() {
    let dropped = Rc::new(Cell::new(0));
    let graph = two(Endless(dropped.clone()), Endless(dropped.clone()));
    let mut run = graph.invoke(Log::default()).into_future();
    let waker = noop_waker();
    assert!(run.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    drop(run);
    assert_eq!(dropped.get(), 2);
}

/// Advances by 5 ms each time it is read.
struct Ticking(Cell<f64>);

impl Clock for Ticking {
    fn now_ms(&self) -> f64 {
        self.0.set(self.0.get() + 5.0);
        self.0.get()
    }
}

fn show(event: RunEvent<'_, String>) -> String {
    let what = match event.kind {
        RunEventKind::NodeStarted { node } => format!("{node} starts"),
        RunEventKind::NodeFinished { node, update, duration } => {
            format!("{node} writes {} after {duration:?}", update.to_json().unwrap())
        }
        RunEventKind::NodeFailed { node, error, duration, .. } => format!("{node} fails: {error} after {duration:?}"),
        RunEventKind::Custom { node, payload, .. } => format!("{node} says {payload}"),
        RunEventKind::StepFinished { state, next, .. } => {
            format!("{:?}, next {next:?}", state.get::<Log>().unwrap().lines)
        }
        RunEventKind::Started { .. } => "starts".to_owned(),
        _ => String::new(),
    };
    format!("{:?} step {}: {what}\n", event.at, event.step)
}

fn talking() -> Graph<'static, Log> {
    let talk = async |_: &Log, cx: &NodeContext<'_, Log>| {
        cx.emit("hello".to_owned());
        Ok(line("talked"))
    };
    let fail = async |_: &Log, _: &LogContext<'_>| -> NodeResult<Log> { Err(NodeError::msg("no")) };
    GraphBuilder::new().node("talk", talk).node("fail", fail).path([START, "talk", "fail", END]).compile().unwrap()
}

#[test]
fn events_report_the_run_in_order_with_times() {
    let mut shown = String::new();
    let run = talking().invoke(Log::default()).clock(Rc::new(Ticking(Cell::new(0.0))));
    let stopped = block_on(run.on_event(|event| shown.push_str(&show(event))).into_future()).unwrap_err();
    assert_eq!(stopped.to_string(), "node \"fail\" failed in step 2: no");
    expect![[r#"
        Some(5.0) step 0: starts
        Some(10.0) step 1: talk starts
        Some(20.0) step 1: talk says hello
        Some(30.0) step 1: talk writes {"lines":["talked"]} after Some(10.0)
        Some(35.0) step 1: ["talked"], next ["fail"]
        Some(40.0) step 2: fail starts
        Some(55.0) step 2: fail fails: no after Some(5.0)
    "#]]
    .assert_eq(&shown);
}

#[test]
fn without_a_clock_events_carry_no_time() {
    let mut times = 0;
    let count = |event: RunEvent<'_, String>| times += usize::from(event.at.is_some());
    let _ = block_on(talking().invoke(Log::default()).on_event(count).into_future());
    assert_eq!(times, 0);
}
