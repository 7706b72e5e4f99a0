//! Graphs that run as nodes of other graphs.
//!
//! The run of a subgraph is recorded in the log of the run around it, line by line inside the task, so that a killed run
//! goes on within the subgraph. In one process it is parked with the driver while its task stands still.

use futures::future::{LocalBoxFuture, join_all};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::builder::Picked;
use crate::drive::{ChildSink, Services, Sink};
use crate::log::History;
use crate::node::AnyNode;
use crate::run::{Parked, RunData};
use crate::{
    Graph, Halt, IdSource, Interrupt, Invocation, NodeContext, NodeError, Outcome, Run, RunError, RunEvent, State,
    TaskId, Update,
};

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
            let end = run_inside(&self.graph, cx, || (self.enter)(state), false).await?;
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
            let end = run_inside(&self.0, cx, || state.clone(), true).await?;
            Ok(Outcome::new(end.gathered.unwrap_or_default()))
        })
    }
}

/// Runs a subgraph to its end, from where it had got to if it was run before.
async fn run_inside<S: State, T: State>(
    graph: &Graph<'_, T>,
    cx: &NodeContext<'_, S>,
    enter: impl FnOnce() -> T,
    gather: bool,
) -> Result<RunData<T>, NodeError>
where
    T::Event: Into<S::Event>,
{
    let listener = |event: RunEvent<'_, T::Event>| {
        let path = if event.path.is_empty() { cx.node().to_owned() } else { [cx.node(), event.path].join(":") };
        let RunEvent { at, step, kind, .. } = event;
        cx.pass_on(RunEvent { at, step, path: &path, kind: kind.map(Into::into) });
    };
    let task = TaskId { step: cx.step(), index: cx.task() };
    let outer = cx.services.ok_or_else(|| NodeError::msg("a subgraph needs a driver").permanent())?;
    let mut run = match unpark::<T>(outer, task) {
        Some(parked) => parked.into_run(graph.clone()),
        None => restored(graph, cx, gather)?.unwrap_or_else(|| {
            let mut run = graph.start(enter());
            run.data.seed = cx.random();
            run.data.gathered = gather.then(T::Update::default);
            run
        }),
    };
    let prefix = format!("{}-{}-{}-", cx.node(), cx.step(), cx.task());
    run = run.ids(PrefixedIds { outer: outer.ids.clone(), prefix });
    let sink: Option<Rc<dyn Sink + '_>> = outer.sink.as_ref().map(|sink| {
        let sink: Rc<dyn Sink + '_> = Rc::new(ChildSink::new::<S>(sink.clone(), cx.step(), cx.task()));
        sink
    });
    if sink.is_some() {
        run = run.recording_inside();
    }
    let services = Services {
        clock: outer.clock.clone(),
        sleep: outer.sleep.clone(),
        ids: run.id_source(),
        cancel: outer.cancel.clone(),
        pause: outer.pause.clone(),
        sink,
        parked: RefCell::new(BTreeMap::new()),
    };
    let invocation = Invocation::with(run, services).on_event(listener);
    // However this future ends, what the subgraph has done is kept with the driver.
    let mut keeper = Keeper { invocation, outer, task };
    loop {
        match keeper.invocation.drive().await {
            Ok(Halt::Done) => return Ok(keeper.invocation.take_run().data),
            Ok(Halt::Interrupted(interrupts)) => {
                let answers = answers(cx, &interrupts).await;
                keeper.invocation.resume(crate::Resume::Answers(answers))?;
            }
            Ok(Halt::Paused(pause)) if pause.before.is_empty() && pause.after.is_empty() => {
                // The driver around it is told to pause too: this task is begun again when it goes on.
                cx.suspended.set(true);
                std::future::pending::<()>().await;
            }
            Ok(Halt::Paused(pause)) => {
                let step = keeper.invocation.run().steps();
                let id = format!("{}:{}:{}/breakpoint:{step}", cx.node(), cx.step(), cx.task());
                cx.ask(id, json!({ "breakpoint": { "before": pause.before, "after": pause.after } })).await;
                keeper.invocation.proceed();
            }
            Err(RunError::Node { error, .. }) => return Err(error),
            Err(error) => return Err(error.into()),
        }
    }
}

/// The answers there are to a subgraph's interrupts; never ready while there is none.
async fn answers<S: State>(cx: &NodeContext<'_, S>, interrupts: &[Interrupt]) -> BTreeMap<String, Value> {
    let outer = |id: &str| format!("{}:{}:{}/{id}", cx.node(), cx.step(), cx.task());
    let known = interrupts.iter().filter_map(|i| Some((i.id.clone(), cx.answer(&outer(&i.id))?)));
    let known: BTreeMap<_, _> = known.collect();
    if known.is_empty() {
        // All of them are asked at once.
        join_all(interrupts.iter().map(|i| cx.ask(outer(&i.id), i.value.clone()))).await;
    }
    known
}

/// The run as the log around it has it; None if it had not begun.
fn restored<'g, S: State, T: State>(
    graph: &Graph<'g, T>,
    cx: &NodeContext<'_, S>,
    gather: bool,
) -> Result<Option<Run<'g, T>>, NodeError> {
    let Some(history) = History::<T>::of_child(cx.child.unwrap_or_default())? else { return Ok(None) };
    let mut run = Run::restore(graph, &history)?;
    if gather {
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

fn unpark<T: State>(services: &Services<'_>, task: TaskId) -> Option<Parked<T>> {
    let parked = services.parked.borrow_mut().remove(&task)?;
    parked.downcast().ok().map(|parked| *parked)
}

/// Parks the subgraph's run when its task stands still or is dropped.
struct Keeper<'k, 'a, T: State> {
    invocation: Invocation<'a, T>,
    outer: &'k Services<'k>,
    task: TaskId,
}

impl<T: State> Drop for Keeper<'_, '_, T> {
    fn drop(&mut self) {
        let parked = self.invocation.take_run().park();
        self.outer.parked.borrow_mut().insert(self.task, Box::new(parked));
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
