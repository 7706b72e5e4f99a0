//! The thin async driver: runs the tasks of each superstep concurrently, persists, and reports what happens.

use std::pin::pin;

use futures::stream::{FuturesUnordered, StreamExt};

use super::attempt::{TaskEnd, run_task};
use super::listener::EventSink;
use crate::interrupt::{Interrupt, Pause};
use crate::node::{RunEvent, RunEventKind, Services, Suspension, TaskId, WhenFull};
use crate::run::{Next, Run, RunError, names};
use crate::state::State;
use crate::store::StoreErrorKind;

/// Why a driver stopped without a failure.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    /// The run is at its end.
    Done,
    /// It waits for answers: [`Invocation::resume`](crate::Invocation::resume), then drive on.
    Interrupted(Vec<Interrupt>),
    /// It is paused between supersteps: at a breakpoint (then [`Invocation::proceed`](crate::Invocation::proceed)) or on
    /// request.
    Paused(Pause),
}

/// Drives a run until it ends, pauses or is suspended.
pub(super) async fn drive<S: State>(
    run: &mut Run<'_, S>,
    services: &Services<'_>,
    events: &EventSink<'_, '_, S>,
) -> Result<Halt, RunError> {
    // Should the store have refused something, that comes first.
    settle(run, services, events, false).await?;
    let graph = run.graph().clone();
    let forward = |event: RunEvent<'_, S::Event>| events.forward(event);
    // Declared before the futures that borrow it.
    let (forward, graph) = (&forward, &graph);
    let mut running = FuturesUnordered::new();
    running.extend(run.outstanding().into_iter().map(|task| run_task(graph, task, forward, services)));
    let mut stop = services.cancel.cancelled();
    loop {
        match run.next() {
            Next::Persist(bytes) => persist(run, services, events, bytes).await?,
            Next::Tasks(mut tasks) => {
                if services.cancel.is_cancelled() {
                    return Err(cancelled(run));
                }
                // The usual case: a task alone needs no set to be waited for in.
                if tasks.len() == 1
                    && let Some(task) = tasks.pop()
                {
                    let alone = pin!(run_task(graph, task, forward, services));
                    match stop.unless_cancelled(alone).await {
                        None => return Err(cancelled(run)),
                        Some(done) => take_in(run, services, done)?,
                    }
                    continue;
                }
                running.extend(tasks.into_iter().map(|task| run_task(graph, task, forward, services)));
            }
            Next::Waiting => {
                match stop.unless_cancelled(pin!(running.next())).await {
                    None => {
                        drop(running);
                        return Err(cancelled(run));
                    }
                    Some(Some(done)) => take_in(run, services, done)?,
                    // What is still open was suspended in a subgraph.
                    Some(None) => return Ok(Halt::Paused(pause_within(run))),
                }
            }
            Next::Stepped { step, next } => {
                let checkpoint = run.data.head.filter(|_| services.stores());
                events.report(step, RunEventKind::StepFinished { state: run.state(), next: &next, checkpoint });
                let goes_on = !run.data.planned().is_empty();
                if services.pause.is_cancelled() && goes_on {
                    let next = names(run.graph(), run.data.planned());
                    return Ok(Halt::Paused(Pause { before: Vec::new(), after: Vec::new(), next }));
                }
                if services.cancel.is_cancelled() && goes_on {
                    return Err(cancelled(run));
                }
            }
            Next::Interrupted(interrupts) => return Ok(Halt::Interrupted(interrupts)),
            Next::Paused(pause) => return Ok(Halt::Paused(pause)),
            Next::Done => return Ok(Halt::Done),
            Next::Failed(error) => return Err(error),
        }
    }
}

/// Hands a task's end to its run.
fn take_in<S: State>(
    run: &mut Run<'_, S>,
    services: &Services<'_>,
    (task, end): (TaskId, TaskEnd<S>),
) -> Result<(), RunError> {
    match end {
        TaskEnd::Done(outcome) => {
            services.parked.borrow_mut().retain(|(index, _)| *index != task.index);
            run.complete(task, Ok(outcome));
        }
        TaskEnd::Failed(error) => run.complete(task, Err(error)),
        TaskEnd::Asked(questions) => run.interrupt(task, questions),
        TaskEnd::Suspended(Suspension::Paused) => {}
        TaskEnd::Suspended(Suspension::Cancelled) => return Err(cancelled(run)),
        TaskEnd::Suspended(Suspension::NotStored(error)) => return Err(RunError::Store { step: run.steps(), error }),
    }
    Ok(())
}

pub(super) async fn persist<S: State>(
    run: &Run<'_, S>,
    services: &Services<'_>,
    events: &EventSink<'_, '_, S>,
    bytes: Vec<u8>,
) -> Result<(), RunError> {
    if let Some(sink) = &services.sink {
        sink.push(bytes);
    }
    settle(run, services, events, false).await
}

/// Waits until what was recorded is as safe as was asked for, or where the driver `stops`, until all of it is stored. What
/// a store refuses stops the run, unless it may continue without being stored.
pub(super) async fn settle<S: State>(
    run: &Run<'_, S>,
    services: &Services<'_>,
    events: &EventSink<'_, '_, S>,
    stops: bool,
) -> Result<(), RunError> {
    let Some(sink) = &services.sink else { return Ok(()) };
    let stored = if stops { sink.flush() } else { sink.settle() };
    let Err(error) = stored.await else { return Ok(()) };
    if error.kind == StoreErrorKind::Full && services.when_full == WhenFull::Continue {
        if sink.give_up() {
            events.report(run.steps(), RunEventKind::Unstored { error: &error });
        }
        return Ok(());
    }
    Err(RunError::Store { step: run.steps(), error })
}

fn cancelled<S: State>(run: &Run<'_, S>) -> RunError {
    let running = run.outstanding().iter().map(|task| task.node().to_owned()).collect();
    RunError::Cancelled { step: run.steps(), running }
}

fn pause_within<S: State>(run: &Run<'_, S>) -> Pause {
    let next = run.outstanding().iter().map(|task| task.node().to_owned()).collect();
    Pause { before: Vec::new(), after: Vec::new(), next }
}
