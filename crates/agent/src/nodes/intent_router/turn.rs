//! What every node of a turn writes: where it is, which attempts failed before, and what is said where it gives up.

use crate::graphs::Setting;
use crate::states::intent_router::{ATTEMPTS, IntentRouterState, Working};
use crate::{IntentRouterStateUpdate, RunContext};
use agent_memory::Feedback;
use model::ModelError;
use state_graph::{NodeError, NodeFailure, NodeOptions, RetryPolicy};

/// Most characters of an error in the feedback history.
const ERROR_CHARS: usize = 500;

/// The update of a node that is at a step of its work. An attempt that succeeds after others says how many failed.
pub(super) fn at(
    state: &IntentRouterState,
    step: &str,
    setting: &Setting<'_>,
    cx: &RunContext<'_>,
) -> IntentRouterStateUpdate {
    with(Working { current_step: step.to_owned(), ..state.working.clone() }, setting, cx)
}

/// The same with what else there is to say of where the node is.
pub(super) fn with(working: Working, setting: &Setting<'_>, cx: &RunContext<'_>) -> IntentRouterStateUpdate {
    let failed = cx.attempt().saturating_sub(1);
    let retry_count = working.retry_count + failed;
    let working = Working { current_node: cx.node().to_owned(), retry_count, ..working };
    let update = IntentRouterStateUpdate::new().working(working);
    if failed == 0 {
        return update;
    }
    let times = if failed == 1 { "once".to_owned() } else { format!("{failed} times") };
    let error = Some(format!("failed {times} before it succeeded"));
    update.feedback_history(Feedback {
        error,
        success: true,
        retry_count: failed,
        ..feedback(cx.node(), setting, cx.now())
    })
}

/// What a node of this run has to say, to be filled in.
pub(super) fn feedback(node: &str, setting: &Setting<'_>, now: Option<f64>) -> Feedback {
    // A run without a clock has no times: only tests have such runs.
    let at = now.unwrap_or(0.0);
    Feedback { run: setting.run.id.clone(), node: node.to_owned(), at, ..Feedback::default() }
}

/// How the nodes are run: again at once where that may help, since the model's client has waited already; then the turn
/// ends with a sentence. What would only happen again ends the run.
pub(crate) fn options<'a>(setting: &'a Setting<'a>) -> NodeOptions<'a, IntentRouterState> {
    let policy = RetryPolicy { attempts: ATTEMPTS, delay_ms: 0.0, jitter: false, when: may_help, ..Default::default() };
    NodeOptions::new()
        .retry(policy)
        .on_error(move |state: &IntentRouterState, failure| given_up(state, failure, setting))
}

fn may_help(error: &NodeError) -> bool {
    !error.is_permanent() && !error.downcast_ref::<ModelError>().is_some_and(ModelError::is_hopeless)
}

fn given_up(
    state: &IntentRouterState,
    failure: &NodeFailure<'_>,
    setting: &Setting<'_>,
) -> Result<IntentRouterStateUpdate, NodeError> {
    match failure.attempts.last() {
        Some(error) if !may_help(error) => return Err(error.clone()),
        _ => {}
    }
    let tried = failure.attempts.len() as u32;
    let noted = failure.attempts.iter().zip(0..).map(|(error, retry_count)| Feedback {
        error: Some(beginning(&error.to_string())),
        retry_count,
        ..feedback(failure.node, setting, None)
    });
    let why = failure.message();
    let times = if tried == 1 { "once".to_owned() } else { format!("{tried} times") };
    let response = format!(
        "This could not be done: {why}. It was tried {times}. Nothing was changed by it; ask again, in other words if need be."
    );
    let working = Working {
        current_node: failure.node.to_owned(),
        retry_count: state.working.retry_count + tried.saturating_sub(1),
        last_error: Some(why),
        ..state.working.clone()
    };
    let update = IntentRouterStateUpdate::new().working(working).response(response).done(true);
    Ok(noted.fold(update, IntentRouterStateUpdate::feedback_history))
}

/// A failed attempt of a node, for later ones.
pub(super) fn failed(error: &str, retry_count: u32, setting: &Setting<'_>, cx: &RunContext<'_>) -> Feedback {
    Feedback { error: Some(beginning(error)), retry_count, ..feedback(cx.node(), setting, cx.now()) }
}

fn beginning(error: &str) -> String {
    error.chars().take(ERROR_CHARS).collect()
}
