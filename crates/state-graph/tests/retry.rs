//! Attempts, delays, timeouts, error handlers: vector 30. Time is a clock and a sleep of the test.

mod support;

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::rc::Rc;

use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use state_graph::{
    Clock, END, Graph, GraphBuilder, Invocation, Node, NodeContext, NodeError, NodeOptions, NodeResult, RetryPolicy,
    RunError, RunEvent, RunEventKind, START, Sleep, TimedOut,
};
use support::work::{Work, WorkUpdate};
use support::{Edges, Session, yields};

/// Time that passes only while a run sleeps.
#[derive(Default)]
struct Time {
    now: Cell<f64>,
    slept: RefCell<Vec<f64>>,
}

impl Clock for Time {
    fn now_ms(&self) -> f64 {
        self.now.get()
    }
}

impl Sleep for Time {
    fn sleep(&self, ms: f64) -> LocalBoxFuture<'_, ()> {
        Box::pin(async move {
            self.slept.borrow_mut().push(ms);
            yields(3).await;
            self.now.set(self.now.get() + ms);
        })
    }
}

fn one_node(node: impl Node<Work> + 'static, options: NodeOptions<'static, Work>) -> Graph<'static, Work> {
    GraphBuilder::new().node_with("n", node, options).path([START, "n", END]).compile().unwrap()
}

/// Fails this often, then writes its attempt.
fn failing(times: u32) -> impl Node<Work> {
    async move |_: &Work, cx: &NodeContext<'_, Work>| {
        cx.record(format!("attempt {}", cx.attempt()));
        if cx.attempt() <= times {
            return Err(NodeError::msg(format!("failure {}", cx.attempt())));
        }
        Ok(WorkUpdate::new().value(i64::from(cx.attempt())))
    }
}

fn policy() -> RetryPolicy {
    RetryPolicy { attempts: 3, delay_ms: 10.0, factor: 2.0, jitter: false, ..RetryPolicy::default() }
}

fn timed<'a>(graph: &Graph<'a, Work>, time: &Rc<Time>) -> Invocation<'a, Work> {
    graph.invoke(Work::default()).clock(time.clone()).sleep(time.clone())
}

#[test]
fn vector_30_delays_double_on_an_injected_sleep() {
    let time = Rc::new(Time::default());
    let graph = one_node(failing(2), NodeOptions::new().retry(policy()));
    let mut failures = Vec::new();
    let listen = |event: RunEvent<'_, String>| {
        if let RunEventKind::NodeFailed { error, retry_in, .. } = event.kind {
            failures.push((event.at, error.to_string(), retry_in));
        }
    };
    let end = block_on(timed(&graph, &time).on_event(listen).into_future()).unwrap();
    assert_eq!(end.value, 3);
    assert_eq!(*time.slept.borrow(), [10.0, 20.0]);
    let failure = |at, text: &str, delay| (Some(at), text.to_owned(), Some(delay));
    assert_eq!(failures, [failure(0.0, "failure 1", 10.0), failure(10.0, "failure 2", 20.0)]);
}

#[test]
fn after_the_last_attempt_the_last_error_ends_the_run() {
    let time = Rc::new(Time::default());
    let graph = one_node(failing(9), NodeOptions::new().retry(policy()));
    let stopped = block_on(timed(&graph, &time).into_future()).unwrap_err();
    assert_eq!(stopped.to_string(), "node \"n\" failed in step 1: failure 3");
    assert_eq!(*time.slept.borrow(), [10.0, 20.0]);
}

#[test]
fn the_delay_is_capped_and_jitter_adds_less_than_a_second_the_same_each_time() {
    let capped = RetryPolicy { attempts: 5, max_delay_ms: 25.0, ..policy() };
    let delays: Vec<f64> = (1..5).map(|failed| capped.delay(failed, 0.9)).collect();
    assert_eq!(delays, [10.0, 20.0, 25.0, 25.0]);
    let slept = |seed| {
        let time = Rc::new(Time::default());
        let graph = one_node(failing(2), NodeOptions::new().retry(RetryPolicy { jitter: true, ..policy() }));
        block_on(timed(&graph, &time).seed(seed).into_future()).unwrap();
        time.slept.take()
    };
    let delays = slept(1);
    assert!((10.0..1010.0).contains(&delays[0]) && (20.0..1020.0).contains(&delays[1]), "{delays:?}");
    assert_ne!(delays[0] - 10.0, delays[1] - 20.0);
    assert_eq!(slept(1), delays);
    assert_ne!(slept(2), delays);
}

#[test]
fn runs_that_fail_at_once_are_not_retried_at_once() {
    let slept = |name: &str, now: f64| {
        let time = Rc::new(Time::default());
        time.now.set(now);
        let graph = one_node(failing(1), NodeOptions::new().retry(RetryPolicy { jitter: true, ..policy() }));
        let store = Rc::new(state_graph::MemoryStore::default());
        let run = timed(&graph, &time).checkpoints(store, name, state_graph::Durability::Step, serde_json::Value::Null);
        block_on(run.into_future()).unwrap();
        time.slept.take().remove(0)
    };
    assert_eq!(slept("one", 0.0), slept("one", 0.0));
    let other_names: std::collections::BTreeSet<_> =
        ["one", "two", "three"].map(|name| slept(name, 0.0).to_bits()).into();
    let other_times: std::collections::BTreeSet<_> = [0.0, 1.0, 2.0].map(|now| slept("one", now).to_bits()).into();
    assert_eq!((other_names.len(), other_times.len()), (3, 3));
}

#[test]
fn the_defaults_are_those_of_langgraph() {
    let RetryPolicy { attempts, delay_ms, factor, max_delay_ms, jitter, .. } = RetryPolicy::default();
    assert_eq!((attempts, delay_ms, factor, max_delay_ms, jitter), (3, 500.0, 2.0, 128_000.0, true));
}

#[test]
fn permanent_errors_are_not_tried_again() {
    let (time, calls) = (Rc::new(Time::default()), Rc::new(Cell::new(0)));
    let counted = calls.clone();
    let node = async move |_: &Work, _: &NodeContext<'_, Work>| -> NodeResult<Work> {
        counted.set(counted.get() + 1);
        Err(NodeError::msg("no such model").permanent())
    };
    let graph = one_node(node, NodeOptions::new().retry(policy()));
    assert!(block_on(timed(&graph, &time).into_future()).is_err());
    assert_eq!((calls.get(), time.slept.borrow().len()), (1, 0));
}

#[test]
fn the_first_policy_that_takes_the_error_counts() {
    let time = Rc::new(Time::default());
    let first = RetryPolicy { attempts: 2, delay_ms: 1.0, when: |error| error.to_string() == "failure 1", ..policy() };
    let graph = one_node(failing(3), NodeOptions::new().retry(first).retry(RetryPolicy { attempts: 4, ..policy() }));
    assert_eq!(block_on(timed(&graph, &time).into_future()).unwrap().value, 4);
    assert_eq!(*time.slept.borrow(), [1.0, 20.0, 40.0]);
}

#[test]
fn only_what_the_last_attempt_recorded_is_kept() {
    let graph = one_node(failing(2), NodeOptions::new().retry(RetryPolicy { delay_ms: 0.0, ..policy() }));
    let mut run = Session::new(&graph, Work::default(), false);
    run.end();
    let history = run.history();
    assert_eq!(history.checkpoint(1).unwrap().ran[0].events, ["attempt 3"]);
}

#[test]
fn an_attempt_that_takes_too_long_fails_and_may_be_tried_again() {
    let time = Rc::new(Time::default());
    let slow = async |_: &Work, cx: &NodeContext<'_, Work>| {
        if cx.attempt() == 1 {
            pending::<()>().await;
        }
        Ok(WorkUpdate::new().value(i64::from(cx.attempt())))
    };
    let options = NodeOptions::new().timeout_ms(100.0);
    let stopped = block_on(timed(&one_node(slow, options), &time).into_future()).unwrap_err();
    assert_eq!(stopped.to_string(), "node \"n\" failed in step 1: no answer within 100 ms");
    let RunError::Node { error, .. } = &stopped.error else { panic!("{stopped}") };
    assert_eq!(error.downcast_ref::<TimedOut>().unwrap().ms, 100.0);
    assert_eq!(time.now.get(), 100.0);

    let options = NodeOptions::new().timeout_ms(100.0).retry(policy());
    assert_eq!(block_on(timed(&one_node(slow, options), &time).into_future()).unwrap().value, 2);
}

#[test]
fn a_question_within_the_time_limit_is_not_late_however_long_the_answer_takes() {
    let time = Rc::new(Time::default());
    let node = async |_: &Work, cx: &NodeContext<'_, Work>| {
        let answer: i64 = cx.interrupt("?").await?;
        Ok(WorkUpdate::new().value(answer))
    };
    let mut run = timed(&one_node(node, NodeOptions::new().timeout_ms(100.0)), &time);
    assert!(matches!(block_on(run.drive()), Ok(state_graph::Halt::Interrupted(_))));
    time.now.set(1e9);
    run.resume(serde_json::json!(5)).unwrap();
    block_on(run.drive()).unwrap();
    assert_eq!(run.run().state().value, 5);
}

#[test]
fn a_handler_puts_an_update_in_the_place_of_a_node_that_failed_for_good() {
    for restores in [false, true] {
        let no_delay = RetryPolicy { delay_ms: 0.0, ..policy() };
        let options = NodeOptions::new().retry(no_delay).on_error(|state: &Work, failure| {
            let attempts: Vec<String> = failure.attempts.iter().map(ToString::to_string).collect();
            let line = format!("{} gave up after {}: {}", failure.node, attempts.join(", "), failure.message());
            Ok(WorkUpdate::new().log([line]).value(state.value + 1))
        });
        let mut run = Session::new(&one_node(failing(9), options), Work::default(), restores);
        let end = run.end();
        assert_eq!(end.log, ["n gave up after failure 1, failure 2, failure 3: failure 3"]);
        assert_eq!(end.value, 1);
        assert!(run.history().is_done());
    }
    let options = NodeOptions::new().on_error(|_: &Work, _| -> NodeResult<Work> { Err(NodeError::msg("cannot help")) });
    let stopped = block_on(one_node(failing(1), options).invoke(Work::default()).into_future()).unwrap_err();
    assert_eq!(stopped.to_string(), "node \"n\" failed in step 1: cannot help");
}

#[test]
fn a_handled_failure_does_not_stop_the_siblings() {
    let handled = NodeOptions::new().on_error(|_: &Work, _| Ok(WorkUpdate::new().log(["handled".to_owned()])));
    let slow = async |_: &Work, cx: &NodeContext<'_, Work>| {
        yields(5).await;
        Ok(WorkUpdate::new().log([cx.node().to_owned()]))
    };
    let builder = GraphBuilder::new().node_with("a", failing(1), handled).node("b", slow);
    let graph = builder.path([START, "a", END]).path([START, "b", END]).compile().unwrap();
    assert_eq!(block_on(graph.invoke(Work::default()).into_future()).unwrap().log, ["handled", "b"]);
}

#[test]
fn a_delay_or_a_timeout_without_a_sleep_is_reported_before_anything_runs() {
    for options in [NodeOptions::new().timeout_ms(1.0), NodeOptions::new().retry(policy())] {
        let stopped = block_on(one_node(failing(0), options).invoke(Work::default()).into_future()).unwrap_err();
        assert!(matches!(stopped.error, RunError::NoSleep { ref node } if node == "n"));
        assert_eq!(stopped.steps, 0);
    }
}

#[test]
fn a_node_can_sleep_and_its_random_numbers_are_those_of_the_seed() {
    let time = Rc::new(Time::default());
    let node = async |_: &Work, cx: &NodeContext<'_, Work>| {
        cx.sleep(40.0).await?;
        let numbers = [cx.random(), cx.random()];
        Ok(WorkUpdate::new().log(numbers.map(|number| number.to_string())).value(cx.now().unwrap_or(0.0) as i64))
    };
    let graph = one_node(node, NodeOptions::new());
    let numbers = |seed| block_on(timed(&graph, &time).seed(seed).into_future()).unwrap();
    let (first, again, other) = (numbers(1), numbers(1), numbers(2));
    assert_eq!((&first.log, first.value), (&again.log, 40));
    assert_ne!(first.log, other.log);
    assert_ne!(first.log[0], first.log[1]);
    let stopped = block_on(graph.invoke(Work::default()).into_future()).unwrap_err();
    assert!(stopped.to_string().ends_with("there is no port for waiting"));
}

#[test]
fn a_run_that_sleeps_between_attempts_can_be_cancelled() {
    struct Never;
    impl Sleep for Never {
        fn sleep(&self, _: f64) -> LocalBoxFuture<'_, ()> {
            Box::pin(pending())
        }
    }
    let token = state_graph::CancelToken::new();
    let graph = one_node(failing(9), NodeOptions::new().retry(policy()));
    let mut run = graph.invoke(Work::default()).sleep(Rc::new(Never)).cancel(token.clone()).into_future();
    assert!(support::poll_times(run.as_mut(), 3).is_none());
    token.cancel();
    let stopped = block_on(run).unwrap_err();
    assert_eq!(stopped.to_string(), "cancelled in step 1 while \"n\" ran");
}
