//! Graphs that run as nodes of other graphs.
//!
//! The run of a subgraph is recorded in the log of the run around it, line by line inside the task, so that a killed run
//! goes on within the subgraph. In one process it is parked with the driver while its task stands still.

use futures::future::{LocalBoxFuture, join_all};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::driver::Halt;
use super::invocation::Invocation;
use super::sink::ChildSink;
use crate::channel::IdSource;
use crate::graph::{Graph, GraphBuilder};
use crate::interrupt::{Interrupt, Resume};
use crate::log::{History, Question};
use crate::node::{
    AnyNode, Command, NodeContext, NodeError, NodeOptions, Outcome, Picked, Route, RunEvent, Services, Sink, Standstill,
};
use crate::run::{Parked, Run, RunData, RunError};
use crate::state::{State, Update};

/// How a subgraph ended.
pub struct SubgraphEnd<T> {
    /// Its last state.
    pub state: T,
    /// The label with which a node [ended](crate::Command::exit) it, if one did.
    pub exit: Option<String>,
}

/// What a subgraph's end means to the graph around it: an update, where to go, an exit.
type Left<S> = (<S as State>::Update, Vec<Picked<S>>, Option<String>);

/// A subgraph with a state of its own.
pub(crate) struct OwnState<'a, T: State, E, L> {
    graph: Graph<'a, T>,
    enter: E,
    leave: L,
}

impl<'a, T: State, E, L> OwnState<'a, T, E, L> {
    pub(crate) fn new(graph: Graph<'a, T>, enter: E, leave: L) -> Self {
        Self { graph, enter, leave }
    }
}

impl<'a, S, T, E, L> AnyNode<S> for OwnState<'a, T, E, L>
where
    S: State,
    T: State,
    T::Event: Into<S::Event>,
    E: Fn(&S) -> T,
    L: Fn(SubgraphEnd<T>) -> Left<S>,
{
    fn run_boxed<'f>(
        &'f self,
        state: &'f S,
        cx: &'f NodeContext<'f, S>,
    ) -> LocalBoxFuture<'f, Result<Outcome<S>, NodeError>> {
        Box::pin(async move {
            let end = run_inside(&self.graph, cx, || (self.enter)(state), Sharing::Nothing).await?;
            let end = SubgraphEnd { state: Rc::unwrap_or_clone(end.state), exit: end.exit };
            let (update, goto, exit) = (self.leave)(end);
            Ok(Outcome { goto, exit, ..Outcome::new(update) })
        })
    }
}

/// A subgraph of the same state.
pub(crate) struct SharedState<'a, S: State>(Graph<'a, S>);

impl<'a, S: State> SharedState<'a, S> {
    pub(crate) fn new(graph: Graph<'a, S>) -> Self {
        Self(graph)
    }
}

impl<S: State> AnyNode<S> for SharedState<'_, S> {
    fn run_boxed<'f>(
        &'f self,
        state: &'f S,
        cx: &'f NodeContext<'f, S>,
    ) -> LocalBoxFuture<'f, Result<Outcome<S>, NodeError>> {
        Box::pin(async move {
            let end = run_inside(&self.0, cx, || state.clone(), Sharing::State).await?;
            Ok(Outcome::new(end.gathered.unwrap_or_default()))
        })
    }
}

impl<'a, S: State> GraphBuilder<'a, S> {
    /// Adds a graph as a node, with a state of its own: `enter` makes its first state, `leave` the update of this graph
    /// from its last. Its supersteps don't count for this graph's limit but for their own.
    #[must_use]
    pub fn subgraph<T: State>(
        self,
        name: impl Into<String>,
        graph: Graph<'a, T>,
        enter: impl Fn(&S) -> T + 'a,
        leave: impl Fn(T) -> S::Update + 'a,
    ) -> Self
    where
        T::Event: Into<S::Event>,
    {
        let structure = Some(graph.structure());
        let leave = move |end: SubgraphEnd<T>| (leave(end.state), Vec::new(), None);
        let node = OwnState::new(graph, enter, leave);
        self.add(name.into(), Box::new(node), NodeOptions::new(), None, structure)
    }

    /// Like [`subgraph`](GraphBuilder::subgraph); `leave` also says where this graph goes on, which may depend on the
    /// label with which a node [ended](Command::exit) the subgraph.
    #[must_use]
    pub fn subgraph_command<T: State, R: Route + 'static>(
        self,
        name: impl Into<String>,
        graph: Graph<'a, T>,
        enter: impl Fn(&S) -> T + 'a,
        leave: impl Fn(SubgraphEnd<T>) -> Command<S, R> + 'a,
    ) -> Self
    where
        T::Event: Into<S::Event>,
    {
        let structure = Some(graph.structure());
        let leave = move |end: SubgraphEnd<T>| {
            let Command { update, goto, exit } = leave(end);
            (update, goto.into_iter().map(|(route, argument)| (route.index(), argument)).collect(), exit)
        };
        let node = OwnState::new(graph, enter, leave);
        self.add(name.into(), Box::new(node), NodeOptions::new(), Some(R::TARGETS), structure)
    }

    /// Adds a graph of the same state as a node: it starts from this graph's state, and what its nodes write is written
    /// here, each write once.
    #[must_use]
    pub fn shared_subgraph(self, name: impl Into<String>, graph: Graph<'a, S>) -> Self {
        let structure = Some(graph.structure());
        self.add(name.into(), Box::new(SharedState::new(graph)), NodeOptions::new(), None, structure)
    }
}

/// What a subgraph and the graph around it have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    Nothing,
    /// The first state is what the task sees, and all updates are gathered to be written there.
    State,
}

/// Runs a subgraph to its end, from where it had got to if it was run before.
async fn run_inside<S: State, T: State>(
    graph: &Graph<'_, T>,
    cx: &NodeContext<'_, S>,
    enter: impl Fn() -> T,
    sharing: Sharing,
) -> Result<RunData<T>, NodeError>
where
    T::Event: Into<S::Event>,
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
        None => restored(graph, cx, &enter, sharing)?,
    };
    let mut run = run.unwrap_or_else(|| {
        let mut run = graph.start(enter());
        run.data.seed = cx.random();
        run.data.gathered = (sharing == Sharing::State).then(T::Update::default);
        run
    });
    // Had it failed, the run around it was told to retry, or this task would not run again.
    run.retry();
    run.data.limit = outer.limit;
    let prefix = format!("{}-{}-{}-", cx.node(), cx.step(), cx.task());
    run = run.ids(PrefixedIds { outer: outer.ids.clone(), prefix });
    let sink: Option<Rc<dyn Sink + '_>> = outer.sink.as_ref().map(|sink| {
        let sink: Rc<dyn Sink + '_> = Rc::new(ChildSink::new::<S>(sink.clone(), cx.step(), cx.task()));
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
        parked: run.parked(),
    };
    let invocation = Invocation::with(run, services).on_event(listener);
    // However this future ends, what the subgraph has done is kept with the run around it.
    let mut keeper = Keeper { invocation, outer, task: cx.task(), ended: false };
    loop {
        match keeper.invocation.drive().await {
            Ok(Halt::Done) => {
                keeper.ended = true;
                return Ok(keeper.invocation.take_run().data);
            }
            Ok(Halt::Interrupted(interrupts)) => {
                let answers = answers(cx, &interrupts).await;
                keeper.invocation.resume(Resume::Answers(answers))?;
            }
            Ok(Halt::Paused(pause)) if pause.before.is_empty() && pause.after.is_empty() => {
                stand(cx, Standstill::Paused).await;
            }
            Ok(Halt::Paused(pause)) => {
                let step = keeper.invocation.run().steps();
                let id = format!("{}:{}:{}/breakpoint:{step}", cx.node(), cx.step(), cx.task());
                let value = json!({ "breakpoint": { "before": pause.before, "after": pause.after } });
                if cx.answer(&id, &value).is_none() {
                    cx.open::<()>(Question { id, value, refused: None }).await;
                }
                keeper.invocation.proceed();
            }
            Err(RunError::Cancelled { .. }) => stand(cx, Standstill::Cancelled).await,
            Err(RunError::Store { error, .. }) => stand(cx, Standstill::NotStored(error)).await,
            Err(RunError::Node { node, error, .. }) => return Err(error.inside(&node)),
            Err(error) => return Err(error.into()),
        }
    }
}

/// The driver around this one stops too; this task is begun again when that goes on.
async fn stand<S: State>(cx: &NodeContext<'_, S>, why: Standstill) {
    cx.stands.replace(Some(why));
    std::future::pending().await
}

/// The answers there are to a subgraph's interrupts; never ready while there is none.
async fn answers<S: State>(cx: &NodeContext<'_, S>, interrupts: &[Interrupt]) -> BTreeMap<String, Value> {
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

/// The run as the log around it has it; None if it had not begun.
fn restored<'g, S: State, T: State>(
    graph: &Graph<'g, T>,
    cx: &NodeContext<'_, S>,
    enter: impl FnOnce() -> T,
    sharing: Sharing,
) -> Result<Option<Run<'g, T>>, NodeError> {
    let Some(history) = History::of_child(cx.child.unwrap_or_default(), enter)? else { return Ok(None) };
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
    let parked = services.parked.borrow_mut().remove(&task)?;
    parked.downcast().ok().map(|parked| *parked)
}

/// Parks the subgraph's run when its task stands still, fails or is dropped.
struct Keeper<'k, 'a, T: State> {
    invocation: Invocation<'a, T>,
    outer: &'k Services<'k>,
    task: u32,
    ended: bool,
}

impl<T: State> Drop for Keeper<'_, '_, T> {
    fn drop(&mut self) {
        if !self.ended {
            let parked = self.invocation.take_run().park();
            self.outer.parked.borrow_mut().insert(self.task, Box::new(parked));
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
