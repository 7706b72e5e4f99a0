//! The thin async driver: runs the tasks of each superstep concurrently and reports what happens.

use std::cell::RefCell;
use std::future::IntoFuture;
use std::rc::Rc;

use futures::future::{Either, LocalBoxFuture, select};
use futures::stream::{FuturesUnordered, StreamExt};

use crate::{
    CancelToken, Clock, IdSource, Next, NodeContext, NodeResult, Run, RunError, RunEvent, RunEventKind, State, Task,
    TaskId,
};

type Listener<'a, S> = Box<dyn FnMut(RunEvent<'_, S>) + 'a>;

/// A run with the options of its driver; await it. Dropping its future cancels everything it runs.
pub struct Invocation<'a, S: State> {
    run: Run<'a, S>,
    cancel: CancelToken,
    clock: Option<Rc<dyn Clock + 'a>>,
    listener: RefCell<Listener<'a, S>>,
}

impl<'a, S: State> Invocation<'a, S> {
    /// Drives a run on from where it is. Tasks that were handed out and not completed are started again.
    pub fn new(run: Run<'a, S>) -> Self {
        Self { run, cancel: CancelToken::new(), clock: None, listener: RefCell::new(Box::new(|_| {})) }
    }

    /// Sets how many user supersteps the run may take; 25 unless set.
    #[must_use]
    pub fn limit(mut self, steps: u32) -> Self {
        self.run = self.run.limit(steps);
        self
    }

    /// Sets the source of message ids; [`CounterIds`](crate::CounterIds) unless set.
    #[must_use]
    pub fn ids(mut self, ids: impl IdSource + 'a) -> Self {
        self.run = self.run.ids(ids);
        self
    }

    /// Stops the run when the token says so: running nodes are dropped at once.
    #[must_use]
    pub fn cancel(mut self, token: CancelToken) -> Self {
        self.cancel = token;
        self
    }

    /// Gives events a time.
    #[must_use]
    pub fn clock(mut self, clock: Rc<dyn Clock + 'a>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Hears what happens, as it happens. The listener must not block.
    #[must_use]
    pub fn on_event(mut self, listener: impl FnMut(RunEvent<'_, S>) + 'a) -> Self {
        self.listener = RefCell::new(Box::new(listener));
        self
    }

    /// The run as it stands.
    pub fn run(&self) -> &Run<'a, S> {
        &self.run
    }

    /// Runs on until the end or a failure, and keeps the run: after a failure [`retry`](Invocation::retry) and drive
    /// again, or drive again after a cancelled run was given a new token. Awaiting the invocation itself does this
    /// once and gives the state.
    ///
    /// # Errors
    /// Why the run stopped.
    pub async fn drive(&mut self) -> Result<(), RunError> {
        let mut tasks = self.run.outstanding();
        loop {
            self.step(std::mem::take(&mut tasks)).await?;
            match self.run.next() {
                Next::Tasks(more) => tasks = more,
                Next::Stepped { step, next } => {
                    self.tell(step, RunEventKind::StepFinished { state: self.run.state(), next: &next });
                }
                Next::Done => return Ok(()),
                Next::Failed(error) => return Err(error),
                // Every task that was handed out is completed by `step`.
                Next::Waiting => tasks = self.run.outstanding(),
            }
        }
    }

    /// Lets a failed run go on, as [`Run::retry`] does.
    pub fn retry(&mut self) -> bool {
        self.run.retry()
    }

    /// Runs tasks until all are completed or one has failed; the others are then dropped.
    async fn step(&mut self, tasks: Vec<Task<S>>) -> Result<(), RunError> {
        if self.cancel.is_cancelled() {
            return Err(self.cancelled());
        }
        let Self { run, cancel, clock, listener } = self;
        let graph = run.graph().clone();
        let ears = Ears { clock: clock.as_deref(), listener };
        let emit = |node: &str, step, payload| ears.tell(step, RunEventKind::Custom { node, payload });
        let mut running: FuturesUnordered<_> = tasks
            .into_iter()
            .map(|task| async {
                let task = task;
                ears.tell(task.step, RunEventKind::NodeStarted { node: &task.node });
                let started = ears.now();
                let cx = NodeContext::new(&task.node, task.step, &emit);
                let result = graph.execute(&task, &cx).await;
                ears.tell_result(&task, &result, started);
                (task.id, result)
            })
            .collect();
        let mut stop = cancel.cancelled();
        while !running.is_empty() {
            let (id, result): (TaskId, NodeResult<S>) = match select(&mut stop, running.next()).await {
                Either::Left(_) => {
                    drop(running);
                    return Err(self.cancelled());
                }
                Either::Right((None, _)) => break,
                Either::Right((Some(done), _)) => done,
            };
            let failed = result.is_err();
            run.complete(id, result);
            if failed {
                break;
            }
        }
        Ok(())
    }

    fn tell(&self, step: u32, kind: RunEventKind<'_, S>) {
        Ears { clock: self.clock.as_deref(), listener: &self.listener }.tell(step, kind);
    }

    fn cancelled(&self) -> RunError {
        let running = self.run.outstanding().iter().map(|task| task.node().to_owned()).collect();
        RunError::Cancelled { step: self.run.steps(), running }
    }

    async fn finish(mut self) -> Result<S, Stopped<S>> {
        match self.drive().await {
            Ok(()) => Ok(self.run.into_state()),
            Err(error) => Err(Stopped { error, steps: self.run.steps(), state: Box::new(self.run.into_state()) }),
        }
    }
}

/// Where events go, with their time.
struct Ears<'e, 'a, S: State> {
    clock: Option<&'e (dyn Clock + 'a)>,
    listener: &'e RefCell<Listener<'a, S>>,
}

impl<S: State> Ears<'_, '_, S> {
    fn now(&self) -> Option<f64> {
        self.clock.map(Clock::now_ms)
    }

    fn tell(&self, step: u32, kind: RunEventKind<'_, S>) {
        // A listener that itself makes a node emit would find itself busy; such an event is dropped, not a panic.
        if let Ok(mut listener) = self.listener.try_borrow_mut() {
            listener(RunEvent { at: self.now(), step, kind });
        }
    }

    fn tell_result(&self, task: &Task<S>, result: &NodeResult<S>, started: Option<f64>) {
        let duration = started.zip(self.now()).map(|(start, end)| end - start);
        let node = &*task.node;
        let kind = match result {
            Ok(update) => RunEventKind::NodeFinished { node, update, duration },
            Err(error) => RunEventKind::NodeFailed { node, error, duration },
        };
        self.tell(task.step, kind);
    }
}

impl<'a, S: State> IntoFuture for Invocation<'a, S> {
    type Output = Result<S, Stopped<S>>;
    type IntoFuture = LocalBoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.finish())
    }
}

/// A run that did not reach its end, with what it had got to.
#[derive(thiserror::Error)]
#[error("{error}")]
pub struct Stopped<S> {
    /// Why.
    pub error: RunError,
    /// How many user supersteps were started.
    pub steps: u32,
    /// The state after the last superstep that ended.
    pub state: Box<S>,
}

impl<S> std::fmt::Debug for Stopped<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stopped").field("error", &self.error).field("steps", &self.steps).finish_non_exhaustive()
    }
}
