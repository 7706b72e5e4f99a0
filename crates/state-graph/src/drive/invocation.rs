//! A run with the options of its driver.

use std::cell::RefCell;
use std::future::IntoFuture;

use futures::future::LocalBoxFuture;

use super::driver::{Halt, drive, persist, settle};
use super::listener::{EventSink, Listener};
use crate::graph::Graph;
use crate::interrupt::{Resume, ResumeError};
use crate::log::StopReason;
use crate::node::{RunEvent, RunEventKind, Services, WhenFull};
use crate::port::CancelToken;
use crate::run::{Run, RunData, RunError, wrap_child};
use crate::state::State;

/// A run with the options of its driver; await it, or [`drive`](Invocation::drive) it. Dropping its future cancels
/// everything it runs.
pub struct Invocation<'a, S: State> {
    pub(super) run: Run<'a, S>,
    pub(crate) services: Services<'a>,
    pub(super) listener: RefCell<Option<Listener<'a, S>>>,
    /// The listener got the event of the run's start.
    started: bool,
    /// It drives a subgraph: why that stops, the driver around it records.
    inside: bool,
}

impl<'a, S: State> Graph<'a, S> {
    /// Runs the graph from this state with the async driver; set its options, then await it.
    pub fn invoke(&self, state: S) -> Invocation<'a, S> {
        Invocation::new(self.start(state))
    }
}

impl<'a, S: State> Invocation<'a, S> {
    /// Drives a run on from where it is. Tasks that were handed out and not completed are started again.
    pub fn new(run: Run<'a, S>) -> Self {
        let services = Services {
            clock: None,
            sleep: None,
            ids: run.id_source(),
            cancel: CancelToken::new(),
            pause: CancelToken::new(),
            sink: None,
            when_full: WhenFull::default(),
            jitter: 0,
            limit: run.data.limit,
            wrap_child: wrap_child::<S>,
            parked: run.parked(),
        };
        Self { inside: false, ..Self::with(run, services) }
    }

    pub(crate) fn with(run: Run<'a, S>, services: Services<'a>) -> Self {
        Self { run, services, listener: RefCell::new(None), started: false, inside: true }
    }

    /// Lets a run that stopped because its store is full [continue](WhenFull::Continue) without being stored when it is
    /// driven again, unless there is room by then.
    pub fn continue_unstored(&mut self) {
        self.services.when_full = WhenFull::Continue;
    }

    /// Also calls `observe` with each event from here on, before the listener; the event of the run's start is repeated.
    pub(crate) fn also_on_event(&mut self, mut observe: impl FnMut(&RunEvent<'_, S::Event>) + 'a) {
        let mut listener = self.listener.take();
        self.started = false;
        self.listener = RefCell::new(Some(Box::new(move |event| {
            observe(&event);
            if let Some(listener) = &mut listener {
                listener(event);
            }
        })));
    }

    /// The run in its present state.
    pub fn run(&self) -> &Run<'a, S> {
        &self.run
    }

    /// The run, to be changed from outside while it is not driven: new input, an edited state.
    pub fn run_mut(&mut self) -> &mut Run<'a, S> {
        &mut self.run
    }

    /// The run without its driver. What is not stored for sure is [persisted](crate::Next::Persist) again.
    pub fn into_run(mut self) -> Run<'a, S> {
        self.take_back();
        self.run.quiet = false;
        self.run
    }

    pub(super) fn take_back(&mut self) {
        let Some(sink) = self.services.sink.take() else { return };
        let (bytes, unsure) = sink.take_back();
        if !bytes.is_empty() {
            self.run.take_back(bytes, unsure);
        }
    }

    /// Runs on until the run ends, fails, pauses or is suspended, and keeps it: after a failure [`retry`](Invocation::retry) and
    /// drive again; answer or proceed and drive again; or drive again after a cancelled run was given a new token.
    /// Awaiting the invocation itself does this once and gives the state.
    ///
    /// # Errors
    /// Why the run stopped.
    pub async fn drive(&mut self) -> Result<Halt, RunError> {
        let Self { run, services, listener, started, inside } = self;
        services.limit = run.data.limit;
        if services.sleep.is_none()
            && let Some(slot) = run.graph().0.nodes.iter().find(|slot| slot.options.waits())
        {
            return Err(RunError::NoSleep { node: slot.name.to_string() });
        }
        run.quiet = listener.borrow().is_none();
        let events = EventSink { services, listener };
        if !std::mem::replace(started, true) {
            run.open()?;
            events.report(run.steps(), RunEventKind::Started { state: run.state() });
        }
        let pushes = || services.sink.as_ref().map_or(0, |sink| sink.pushes());
        let before = pushes();
        let result = drive(run, services, &events).await;
        run.quiet = false;
        if pushes() != before {
            run.data.stopped = None;
        }
        if matches!(result, Err(RunError::Store { .. })) {
            return result;
        }
        match &result {
            _ if *inside => {}
            Ok(Halt::Paused(_)) => run.record_stop(StopReason::Paused),
            Err(RunError::Cancelled { .. }) => run.record_stop(StopReason::Cancelled),
            _ => {}
        }
        if let Some(bytes) = run.take_unpersisted() {
            persist(run, services, &events, bytes).await?;
        }
        settle(run, services, &events, true).await?;
        match &result {
            Ok(Halt::Interrupted(interrupts)) => events.report(run.steps(), RunEventKind::Interrupted { interrupts }),
            Ok(Halt::Paused(pause)) => events.report(run.steps(), RunEventKind::Paused { pause }),
            _ => {}
        }
        result
    }

    /// Lets a failed run continue, as [`Run::retry`] does.
    pub fn retry(&mut self) -> bool {
        self.run.retry()
    }

    /// Answers interrupts, as [`Run::resume`] does.
    ///
    /// # Errors
    /// When the answers don't fit what is pending.
    pub fn resume(&mut self, answers: impl Into<Resume>) -> Result<(), ResumeError> {
        self.run.resume(answers)
    }

    /// Passes the breakpoint at which the run is paused, as [`Run::proceed`] does.
    pub fn proceed(&mut self) -> bool {
        self.run.proceed()
    }

    /// The run of a subgraph, with an empty one of the same graph in its place. What it recorded is with the driver
    /// around it.
    pub(crate) fn take_run(&mut self) -> Run<'a, S> {
        let graph = self.run.graph().clone();
        let empty = RunData::at(&graph, self.run.data.state.clone());
        std::mem::replace(&mut self.run, Run::with(graph, empty))
    }

    async fn finish(mut self) -> Result<S, Stopped<S>> {
        let error = match self.drive().await {
            Ok(Halt::Done) => return Ok(self.run.into_state()),
            Ok(Halt::Interrupted(interrupts)) => {
                RunError::Interrupted { interrupts: interrupts.into_iter().map(|interrupt| interrupt.id).collect() }
            }
            Ok(Halt::Paused(pause)) => RunError::Paused { next: pause.next },
            Err(error) => error,
        };
        Err(Stopped { error, steps: self.run.steps(), state: Box::new(self.run.into_state()) })
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
