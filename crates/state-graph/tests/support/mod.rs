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
    CancelToken, CheckpointStore, Durability, END, Graph, GraphBuilder, Halt, History, Interrupt, Invocation,
    MemoryStore, Node, NodeContext, NodeResult, Resume, Route, RouteTarget, RunError, START, State, Subgraph,
    SubgraphEnd,
};
use work::{Work, WorkUpdate};

/// The name of the run in the store.
pub const RUN: &str = "run";

/// The calls of a test's store that the `MemoryStore` in its field `memory` answers: all but `append`.
macro_rules! reads_from_memory {
    () => {
        fn read<'a>(
            &'a self,
            run: &'a str,
        ) -> futures::future::LocalBoxFuture<'a, Result<Option<Vec<u8>>, state_graph::StoreError>> {
            self.memory.read(run)
        }

        fn runs(&self) -> futures::future::LocalBoxFuture<'_, Result<Vec<String>, state_graph::StoreError>> {
            self.memory.runs()
        }

        fn remove<'a>(
            &'a self,
            run: &'a str,
        ) -> futures::future::LocalBoxFuture<'a, Result<(), state_graph::StoreError>> {
            self.memory.remove(run)
        }
    };
}
pub(crate) use reads_from_memory;

/// Edges, several at a time.
pub trait Edges: Sized {
    fn edges(self, edges: &[(&str, &str)]) -> Self;

    /// The edges along a path.
    fn path<const N: usize>(self, nodes: [&str; N]) -> Self {
        let edges: Vec<_> = nodes.windows(2).map(|pair| (pair[0], pair[1])).collect();
        self.edges(&edges)
    }
}

impl<S: State> Edges for GraphBuilder<'_, S> {
    fn edges(self, edges: &[(&str, &str)]) -> Self {
        edges.iter().fold(self, |builder, (from, to)| builder.edge(*from, *to))
    }
}

pub trait Recorded<'a> {
    /// Records the run as [`RUN`], step by step.
    fn recorded<C: CheckpointStore + 'a>(self, store: &Rc<C>) -> Self;
}

impl<'a, S: State> Recorded<'a> for Invocation<'a, S> {
    fn recorded<C: CheckpointStore + 'a>(self, store: &Rc<C>) -> Self {
        self.checkpoints(store.clone(), RUN, Durability::Step, Value::Null)
    }
}

/// A route of one target with this index, which is in range only if it is 0.
pub struct Index(pub usize);

impl Route for Index {
    const TARGETS: &'static [RouteTarget] = &[RouteTarget { label: "end", node: END }];

    fn index(&self) -> usize {
        self.0
    }
}

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
        let invocation = graph.invoke(start).recorded(&memory);
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

    /// Pauses at the end of the next superstep.
    pub fn pause(&mut self) {
        let token = CancelToken::new();
        token.cancel();
        self.with(|invocation| invocation.pause(token));
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

pub fn single<'a, S: State>(name: &str, node: impl Node<S> + 'a) -> Graph<'a, S> {
    GraphBuilder::new().node(name, node).path([START, name, END]).compile().expect("a graph with one node")
}

/// A chain of nodes, each of which writes its name.
pub fn chain<'a, const N: usize>(names: [&str; N]) -> GraphBuilder<'a, Work> {
    let builder = names.into_iter().fold(GraphBuilder::new(), |builder, name| builder.node(name, named));
    let edges = std::iter::once(START).chain(names).zip(names.into_iter().chain([END]));
    builder.edges(&edges.collect::<Vec<_>>())
}

/// Writes its name.
pub async fn named(_: &Work, cx: &NodeContext<'_, Work>) -> NodeResult<Work> {
    Ok(WorkUpdate::new().log([cx.node().to_owned()]))
}

/// Asks `?` and writes the answer.
pub async fn ask(_: &Work, cx: &NodeContext<'_, Work>) -> NodeResult<Work> {
    let answer: String = cx.interrupt("?").await?;
    Ok(WorkUpdate::new().log([answer]))
}

#[derive(Route)]
pub enum Loop {
    Again,
    #[route(end)]
    Stop,
}

/// Runs one node, which writes its name, at least once and then while this holds.
pub fn looping(more: impl Fn(&Work) -> bool + 'static) -> Graph<'static, Work> {
    let choose = move |state: &Work| if more(state) { Loop::Again } else { Loop::Stop };
    GraphBuilder::new().node("again", named).edge(START, "again").route("again", choose).compile().expect("a loop")
}

/// What a graph around this one is to write: its log.
pub fn log_of_end(end: SubgraphEnd<Work>) -> NodeResult<Work> {
    Ok(WorkUpdate::new().log(end.state.log))
}

/// The graph as a node of another, with a state of its own.
pub fn subgraph(graph: Graph<'static, Work>) -> Subgraph<'static, Work, Work, WorkUpdate> {
    Subgraph::new(graph, |_: &Work| Work::default(), log_of_end)
}

/// A graph with one node, which is this graph with a state of its own.
pub fn around(name: &str, graph: Graph<'static, Work>) -> Graph<'static, Work> {
    single(name, subgraph(graph))
}
