//! One task: attempts, timeouts, interrupts, the error handler.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

use futures::future::{Either, select};

use crate::graph::Graph;
use crate::log::Question;
use crate::node::{
    NodeContext, NodeError, NodeFailure, Outcome, RunEvent, RunEventKind, Services, Suspension, Task, TaskContext,
    TaskId, TimedOut,
};
use crate::random::{fraction, number};
use crate::state::State;

/// How a task ended for now.
pub(super) enum TaskEnd<S: State> {
    Done(Outcome<S>),
    /// It waits for answers.
    Asked(Vec<Question>),
    Suspended(Suspension),
    Failed(NodeError),
}

/// Runs a task to its end, trying again according to its node's options.
pub(super) async fn run_task<S: State>(
    graph: &Graph<'_, S>,
    task: Task<S>,
    events: &dyn Fn(RunEvent<'_, S::Event>),
    services: &Services<'_>,
) -> (TaskId, TaskEnd<S>) {
    let options = &graph.slot(task.place).options;
    let report = |kind: RunEventKind<'_, S::Event>| {
        events(RunEvent { at: services.now(), step: task.step, path: "", tasks: &[task.id], kind });
    };
    let node = &*task.node;
    report(RunEventKind::NodeStarted { node });
    let started = services.now();
    let since = || started.zip(services.now()).map(|(start, end)| end - start);
    // Runs that failed together must not come back together.
    let seed = task.seed ^ services.jitter ^ started.map_or(0, f64::to_bits);
    let mut errors: Vec<NodeError> = Vec::new();
    loop {
        let attempt = u32::try_from(errors.len() + 1).unwrap_or(u32::MAX);
        let error = match attempt_once(graph, &task, attempt, events, services).await {
            Ok(TaskEnd::Done(mut outcome)) => {
                (outcome.at, outcome.ms) = (started, since());
                report(RunEventKind::NodeFinished { node, update: &outcome.update, duration: outcome.ms });
                return (task.id, TaskEnd::Done(outcome));
            }
            Ok(end) => return (task.id, end),
            Err(error) => error,
        };
        errors.push(error.clone());
        let policy = options.retry.iter().find(|policy| (policy.when)(&error));
        if let Some(policy) = policy.filter(|policy| attempt < policy.attempts) {
            let delay = policy.delay(attempt, fraction(number(seed, task.step, task.id.index, u32::MAX - attempt)));
            report(RunEventKind::NodeFailed { node, error: &error, duration: since(), retry_in: Some(delay) });
            if let Some(sleep) = services.sleep.as_ref().filter(|_| delay > 0.0) {
                sleep.sleep(delay).await;
            }
            continue;
        }
        report(RunEventKind::NodeFailed { node, error: &error, duration: since(), retry_in: None });
        return match options.handle(&task.state, &NodeFailure { node, attempts: &errors }) {
            Some(Ok(outcome)) => {
                let outcome = Outcome { at: started, ms: since(), ..outcome };
                report(RunEventKind::NodeFinished { node, update: &outcome.update, duration: outcome.ms });
                (task.id, TaskEnd::Done(outcome))
            }
            Some(Err(error)) => (task.id, TaskEnd::Failed(error)),
            None => (task.id, TaskEnd::Failed(error)),
        };
    }
}

async fn attempt_once<S: State>(
    graph: &Graph<'_, S>,
    task: &Task<S>,
    attempt: u32,
    events: &dyn Fn(RunEvent<'_, S::Event>),
    services: &Services<'_>,
) -> Result<TaskEnd<S>, NodeError> {
    let cx = TaskContext::of_task(task, attempt, events, services);
    let work = graph.execute(task, &cx);
    let end = until_suspended(work, &cx);
    let limit = graph.slot(task.place).options.timeout_ms.zip(services.sleep.as_ref());
    let mut end = match limit {
        None => end.await?,
        Some((ms, sleep)) => match select(pin!(end), sleep.sleep(ms)).await {
            Either::Left((end, _)) => end?,
            Either::Right(_) => return Err(TimedOut { ms }.into()),
        },
    };
    if let TaskEnd::Done(outcome) = &mut end {
        outcome.events = cx.recorded.take();
    }
    Ok(end)
}

/// Waits for the node, or until it is suspended by a question that has no answer yet.
async fn until_suspended<S: State>(
    mut work: Pin<Box<dyn Future<Output = Result<Outcome<S>, NodeError>> + '_>>,
    cx: &NodeContext<'_, S>,
) -> Result<TaskEnd<S>, NodeError> {
    poll_fn(|waker| match work.as_mut().poll(waker) {
        Poll::Ready(result) => Poll::Ready(result.map(TaskEnd::Done)),
        Poll::Pending => {
            let questions = cx.questions.take();
            if !questions.is_empty() {
                return Poll::Ready(Ok(TaskEnd::Asked(questions)));
            }
            cx.suspended.take().map_or(Poll::Pending, |why| Poll::Ready(Ok(TaskEnd::Suspended(why))))
        }
    })
    .await
}
