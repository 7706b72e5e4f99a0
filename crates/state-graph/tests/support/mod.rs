//! What several test files share.
#![allow(dead_code)] // Each test file uses a part of it.

pub mod dying;
pub mod effects;
pub mod examples;
pub mod work;

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::rc::Rc;
use std::task::Poll;

use serde_json::{Value, json};
use state_graph::{CheckpointStore, Durability, Graph, Halt, History, Invocation, MemoryStore, Resume, RunError};
use work::Work;

/// The name of the run in the store.
pub const RUN: &str = "run";

/// Not ready for this many polls.
pub async fn yields(times: u32) {
    let mut left = times;
    poll_fn(|cx| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Polls a future at most this many times.
pub fn poll_times<F: Future + ?Sized>(mut future: std::pin::Pin<&mut F>, times: usize) -> Option<F::Output> {
    let waker = futures::task::noop_waker();
    let mut cx = std::task::Context::from_waker(&waker);
    (0..times).find_map(|_| match future.as_mut().poll(&mut cx) {
        Poll::Ready(end) => Some(end),
        Poll::Pending => None,
    })
}

/// Drives a run to its end: answers what it asks, passes breakpoints, retries failed nodes.
pub async fn to_end(invocation: &mut Invocation<'_, Work>) -> Result<(), RunError> {
    loop {
        match invocation.drive().await {
            Ok(Halt::Done) => return Ok(()),
            Ok(Halt::Interrupted(asked)) => {
                let answer = |value: &Value| json!(format!("yes to {value}"));
                let answers: BTreeMap<_, _> = asked.iter().map(|ask| (ask.id.clone(), answer(&ask.value))).collect();
                invocation.resume(Resume::Answers(answers)).expect("what was asked is answered");
            }
            Ok(Halt::Paused(_)) => assert!(invocation.proceed(), "it stands at a breakpoint"),
            Err(RunError::Node { .. }) => assert!(invocation.retry(), "a failed run can be retried"),
            Err(error) => return Err(error),
        }
    }
}

/// The run as the store has it, or a new one if it has none.
pub async fn restored_or_new<'a>(
    graph: &Graph<'a, Work>,
    store: Rc<dyn CheckpointStore + 'a>,
) -> Result<Invocation<'a, Work>, RunError> {
    let restored = graph.restore(store.clone(), RUN).await?;
    let new = || graph.invoke(Work::default()).checkpoints(store, RUN, Durability::Step, Value::Null);
    Ok(restored.unwrap_or_else(new).limit(200))
}

/// The log of the run.
pub fn log_of(store: &MemoryStore) -> Vec<u8> {
    futures::executor::block_on(store.read(RUN)).expect("memory").unwrap_or_default()
}

/// The log of the run, read.
pub fn history_of(store: &MemoryStore) -> History<Work> {
    History::read(&log_of(store)).expect("the log can be read")
}
