//! Graphs that run as nodes of other graphs.
//!
//! The run of a subgraph is recorded in the log of the run around it, line by line inside the task, so that a killed run
//! continues within the subgraph. In one process it is parked with the driver while its task is suspended.

use futures::future::join_all;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::driver::Halt;
use super::invocation::Invocation;
use super::sink::ChildSink;
use crate::channel::IdSource;
use crate::graph::Graph;
use crate::interrupt::{Interrupt, Resume};
use crate::log::{History, Question};
use crate::node::{Node, NodeContext, NodeError, NodeOutput, RunEvent, Services, Sink, Suspension, TaskContext};
use crate::run::{Parked, Run, RunData, RunError, wrap_child};
use crate::state::{State, Update};
use crate::structure::GraphStructure;

/// How a subgraph ended.
pub struct SubgraphEnd<T> {
    /// Its last state.
    pub state: T,
    /// The label with which a node [ended](crate::Command::exit) it, if one did.
    pub exit: Option<String>,
}

/// A graph to be added as a [node](crate::GraphBuilder::node) of another, with a state of its own.
///
/// `enter` makes its first state from what the node sees. `leave` makes what the node returns from the subgraph's end: an
/// update, or a [`Command`](crate::Command), which can depend on the label with which a node
/// [ended](crate::Command::exit) the subgraph; it may fail as a node may. The subgraph's supersteps don't count for the
/// outer graph's limit but for their own.
pub struct Subgraph<'a, S, T: State, O> {
    graph: Graph<'a, T>,
    enter: Box<dyn Fn(&S) -> T + 'a>,
    leave: Box<Leave<'a, T, O>>,
}

type Leave<'a, T, O> = dyn Fn(SubgraphEnd<T>) -> Result<O, NodeError> + 'a;

impl<'a, S: State, T: State, O: NodeOutput<S>> Subgraph<'a, S, T, O> {
    /// A graph with the ways into and out of its state.
    pub fn new(
        graph: Graph<'a, T>,
        enter: impl Fn(&S) -> T + 'a,
        leave: impl Fn(SubgraphEnd<T>) -> Result<O, NodeError> + 'a,
    ) -> Self {
        Self { graph, enter: Box::new(enter), leave: Box::new(leave) }
    }
}

impl<S: State, T: State, O: NodeOutput<S>> Node<S> for Subgraph<'_, S, T, O>
where
    T::Event: Into<S::Event>,
{
    type Output = O;

    async fn run(&self, state: &S, cx: &NodeContext<'_, S>) -> Result<O, NodeError> {
        let end = run_graph(&self.graph, cx, || (self.enter)(state), Sharing::Nothing).await?;
        (self.leave)(SubgraphEnd { state: Rc::unwrap_or_clone(end.state), exit: end.exit })
    }

    fn subgraph(&self) -> Option<GraphStructure> {
        Some(self.graph.structure())
    }
}

/// A subgraph that shares the state of the graph around it.
impl<S: State> Node<S> for Graph<'_, S> {
    type Output = S::Update;

    async fn run(&self, state: &S, cx: &NodeContext<'_, S>) -> Result<S::Update, NodeError> {
        let end = run_graph(self, cx, || state.clone(), Sharing::State).await?;
        // It gathers from its start to its end, so nothing is missing here.
        Ok(end.gathered.unwrap_or_default())
    }

    fn subgraph(&self) -> Option<GraphStructure> {
        Some(self.structure())
    }
}

/// What a subgraph and the graph around it have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    Nothing,
    /// The first state is what the task sees, and all updates are gathered to be written there.
    State,
}

/// Runs a graph inside a node that builds it while it runs, and so is no [`Subgraph`]: to its end, from where it had got to
/// if the task was run before. `enter` makes its first state. The graph must be the same whenever the task is repeated, and
/// a task runs one such graph at most: its log has one place for it. Diagrams do not show it.
///
/// # Errors
/// Those of the graph's run.
pub async fn run_inside<E: Clone, T: State>(
    graph: &Graph<'_, T>,
    cx: &TaskContext<'_, E>,
    enter: impl Fn() -> T,
) -> Result<SubgraphEnd<T>, NodeError>
where
    T::Event: Into<E>,
{
    let end = run_graph(graph, cx, enter, Sharing::Nothing).await?;
    Ok(SubgraphEnd { state: Rc::unwrap_or_clone(end.state), exit: end.exit })
}

/// Runs a subgraph to its end, from where it had got to if it was run before.
async fn run_graph<E: Clone, T: State>(
    graph: &Graph<'_, T>,
    cx: &TaskContext<'_, E>,
    enter: impl Fn() -> T,
    sharing: Sharing,
) -> Result<RunData<T>, NodeError>
where
    T::Event: Into<E>,
{
    let listener = |event: RunEvent<'_, T::Event>| {
        let path = if event.path.is_empty() { cx.node().to_owned() } else { [cx.node(), event.path].join(":") };
        let RunEvent { at, step, tasks, kind, .. } = event;
        let tasks = [&[cx.task_id()], tasks].concat();
        cx.pass_on(RunEvent { at, step, path: &path, tasks: &tasks, kind: kind.map(Into::into) });
    };
    let outer = cx.services.ok_or_else(|| NodeError::msg("a subgraph needs a driver").permanent())?;
    let run = match unpark::<T>(outer, cx.task()) {
        Some(parked) => Some(parked.into_run(graph.clone())),
        None => restored(graph, cx.child, &enter, sharing)?,
    };
    let mut run = run.unwrap_or_else(|| {
        let mut run = graph.start(enter());
        run.data.seed = cx.random();
        run.data.gathered = (sharing == Sharing::State).then(T::Update::default);
        run
    });
    // If it failed before, this task runs again because the run around it is retried.
    run.retry();
    run.data.limit = outer.limit;
    let prefix = format!("{}-{}-{}-", cx.node(), cx.step(), cx.task());
    run = run.ids(PrefixedIds { outer: outer.ids.clone(), prefix });
    let sink: Option<Rc<dyn Sink + '_>> = outer.sink.as_ref().map(|sink| {
        let sink: Rc<dyn Sink + '_> = Rc::new(ChildSink::new(sink.clone(), cx.step(), cx.task(), outer.wrap_child));
        sink
    });
    if sink.is_some() {
        run = if sharing == Sharing::State { run.recording_shared() } else { run.recording(Value::Null) };
    }
    let services = Services {
        clock: outer.clock.clone(),
        sleep: outer.sleep.clone(),
        ids: run.id_source(),
        cancel: outer.cancel.clone(),
        pause: outer.pause.clone(),
        sink,
        when_full: outer.when_full,
        jitter: outer.jitter,
        limit: outer.limit,
        wrap_child: wrap_child::<T>,
        parked: run.parked(),
    };
    let invocation = Invocation::with(run, services).on_event(listener);
    // However this future ends, what the subgraph has done is kept with the run around it.
    let mut child = ParkOnDrop { invocation, outer, task: cx.task(), ended: false };
    loop {
        match child.invocation.drive().await {
            Ok(Halt::Done) => {
                child.ended = true;
                return Ok(child.invocation.take_run().data);
            }
            Ok(Halt::Interrupted(interrupts)) => {
                let answers = answers(cx, &interrupts).await;
                child.invocation.resume(Resume::Answers(answers))?;
            }
            Ok(Halt::Paused(pause)) if pause.before.is_empty() && pause.after.is_empty() => {
                suspend(cx, Suspension::Paused).await;
            }
            Ok(Halt::Paused(pause)) => {
                let step = child.invocation.run().steps();
                let id = format!("{}:{}:{}/breakpoint:{step}", cx.node(), cx.step(), cx.task());
                let value = json!({ "breakpoint": { "before": pause.before, "after": pause.after } });
                if cx.answer(&id, &value).is_none() {
                    cx.open::<()>(Question { id, value, refused: None }).await;
                }
                child.invocation.proceed();
            }
            Err(RunError::Cancelled { .. }) => suspend(cx, Suspension::Cancelled).await,
            Err(RunError::Store { error, .. }) => suspend(cx, Suspension::NotStored(error)).await,
            Err(RunError::Node { node, error, .. }) => return Err(error.inside(&node)),
            Err(error) => return Err(error.into()),
        }
    }
}

/// The driver around this one stops too, and starts this task again when it is driven on.
async fn suspend<E>(cx: &TaskContext<'_, E>, why: Suspension) {
    cx.suspended.replace(Some(why));
    std::future::pending().await
}

/// The answers there are to a subgraph's interrupts; never ready while there is none.
async fn answers<E: Clone>(cx: &TaskContext<'_, E>, interrupts: &[Interrupt]) -> BTreeMap<String, Value> {
    let outer = |id: &str| format!("{}:{}:{}/{id}", cx.node(), cx.step(), cx.task());
    let known = interrupts.iter().filter_map(|asked| {
        let answer = cx.answer(&outer(&asked.id), &asked.value)?;
        // One that the subgraph has refused already is no answer.
        let is_new = asked.refused.as_ref().is_none_or(|refused| refused.answer != answer);
        is_new.then(|| (asked.id.clone(), answer))
    });
    let known: BTreeMap<_, _> = known.collect();
    if known.is_empty() {
        // All of them are asked at once.
        join_all(interrupts.iter().map(|asked| {
            let Interrupt { value, refused, .. } = asked.clone();
            cx.open::<()>(Question { id: outer(&asked.id), value, refused })
        }))
        .await;
    }
    known
}

/// The run as the log around it has it; None if it had not started.
fn restored<'g, T: State>(
    graph: &Graph<'g, T>,
    lines: &[Box<RawValue>],
    enter: impl FnOnce() -> T,
    sharing: Sharing,
) -> Result<Option<Run<'g, T>>, NodeError> {
    let Some(history) = History::of_child(lines, enter)? else { return Ok(None) };
    let mut run = Run::restore(graph, &history)?;
    if sharing == Sharing::State {
        let mut gathered = T::Update::default();
        for id in history.line_of(history.head()) {
            let tasks = history.entry(id)?.ran().map(|task| task.update.as_ref().clone()).collect::<Vec<_>>();
            if !tasks.is_empty() {
                gathered = gathered.then(T::Update::of_step(tasks));
            }
        }
        run.data.gathered = Some(gathered);
    }
    Ok(Some(run))
}

fn unpark<T: State>(services: &Services<'_>, task: u32) -> Option<Parked<T>> {
    let mut parked = services.parked.borrow_mut();
    let place = parked.iter().position(|(index, _)| *index == task)?;
    parked.swap_remove(place).1.downcast().ok().map(|parked| *parked)
}

/// Parks the subgraph's run when its task is suspended, fails or is dropped.
struct ParkOnDrop<'k, 'a, T: State> {
    invocation: Invocation<'a, T>,
    outer: &'k Services<'k>,
    task: u32,
    ended: bool,
}

impl<T: State> Drop for ParkOnDrop<'_, '_, T> {
    fn drop(&mut self) {
        if !self.ended {
            let parked = self.invocation.take_run().park();
            self.outer.parked.borrow_mut().push((self.task, Box::new(parked)));
        }
    }
}

/// Ids that differ from those of the graph around and of its other tasks.
struct PrefixedIds<'a> {
    outer: Rc<dyn IdSource + 'a>,
    prefix: String,
}

impl IdSource for PrefixedIds<'_> {
    fn message_id(&self, sequence: u64) -> String {
        [&*self.prefix, &self.outer.message_id(sequence)].concat()
    }
}
