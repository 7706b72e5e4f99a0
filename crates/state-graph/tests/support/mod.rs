//! What several test files share.
#![allow(dead_code)] // Each test file uses a part of it.

pub mod dying;
pub mod effects;
pub mod examples;
pub mod program;
pub mod work;

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::rc::Rc;
use std::task::Poll;

use serde_json::{Value, json};
use state_graph::{
    CheckpointStore, Durability, END, Graph, GraphBuilder, Halt, History, Interrupt, Invocation, MemoryStore,
    NodeContext, NodeResult, Resume, RunError, START,
};
use work::{Work, WorkUpdate};

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
            Ok(Halt::Interrupted(asked)) => answer(invocation, &asked),
            Ok(Halt::Paused(_)) => assert!(invocation.proceed(), "it is paused at a breakpoint"),
            Err(RunError::Node { .. }) => assert!(invocation.retry(), "a failed run can be retried"),
            Err(error) => return Err(error),
        }
    }
}

/// Answers all that is asked.
pub fn answer(invocation: &mut Invocation<'_, Work>, asked: &[Interrupt]) {
    let answer = |value: &Value| json!(format!("yes to {value}"));
    let answers: BTreeMap<_, _> = asked.iter().map(|ask| (ask.id.clone(), answer(&ask.value))).collect();
    invocation.resume(Resume::Answers(answers)).expect("what was asked is answered");
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

/// A run whose process ends at each halt, so that it goes on from its log, or does not.
pub struct Session<'a> {
    pub graph: Graph<'a, Work>,
    pub memory: Rc<MemoryStore>,
    restores: bool,
    invocation: Option<Invocation<'a, Work>>,
}

impl<'a> Session<'a> {
    pub fn new(graph: &Graph<'a, Work>, start: Work, restores: bool) -> Self {
        let memory = Rc::new(MemoryStore::default());
        let invocation = graph.invoke(start).checkpoints(memory.clone(), RUN, Durability::Step, Value::Null);
        Self { graph: graph.clone(), memory, restores, invocation: Some(invocation) }
    }

    /// Both ways.
    pub fn both(graph: &Graph<'a, Work>, start: &Work) -> [Self; 2] {
        [false, true].map(|restores| Self::new(graph, start.clone(), restores))
    }

    pub fn invocation(&mut self) -> &mut Invocation<'a, Work> {
        self.invocation.as_mut().expect("the run")
    }

    /// Sets options of the driver.
    pub fn with(&mut self, set: impl FnOnce(Invocation<'a, Work>) -> Invocation<'a, Work>) {
        self.invocation = self.invocation.take().map(set);
    }

    /// Drives on; then the process ends, or does not.
    pub fn drive(&mut self) -> Result<Halt, RunError> {
        let halt = futures::executor::block_on(self.invocation().drive());
        self.restore();
        halt
    }

    fn restore(&mut self) {
        if self.restores {
            self.invocation = None;
            let restored = futures::executor::block_on(self.graph.restore(self.memory.clone(), RUN));
            self.invocation = restored.expect("the log can be read");
        }
    }

    /// Drives on to questions.
    pub fn asked(&mut self) -> Vec<Interrupt> {
        match self.drive() {
            Ok(Halt::Interrupted(asked)) => asked,
            other => panic!("it asks nothing: {other:?}"),
        }
    }

    /// The values of the questions to which it drives on.
    pub fn questions(&mut self) -> Vec<Value> {
        self.asked().into_iter().map(|asked| asked.value).collect()
    }

    pub fn resume(&mut self, answers: impl Into<Resume>) {
        self.invocation().resume(answers).expect("what is asked is answered");
    }

    /// Drives on to the end.
    pub fn end(&mut self) -> Work {
        assert_eq!(self.drive().expect("it ends"), Halt::Done);
        self.state().clone()
    }

    pub fn state(&mut self) -> &Work {
        self.invocation().run().state()
    }

    pub fn history(&self) -> History<Work> {
        history_of(&self.memory)
    }
}

/// A chain of nodes, each of which writes its name.
pub fn chain<'a, const N: usize>(names: [&str; N]) -> GraphBuilder<'a, Work> {
    let builder = names.into_iter().fold(GraphBuilder::new(), |builder, name| builder.node(name, named));
    let edges = std::iter::once(START).chain(names).zip(names.into_iter().chain([END]));
    edges.fold(builder, |builder, (from, to)| builder.edge(from, to))
}

/// Writes its name.
pub async fn named(_: &Work, cx: &NodeContext<'_, Work>) -> NodeResult<Work> {
    Ok(WorkUpdate::new().log([cx.node().to_owned()]))
}
