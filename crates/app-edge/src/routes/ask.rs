//! `POST /v1/ask`

use super::draw_agent::unknown;
use super::runs::hand_over;
use crate::access::Scope;
use crate::api::runs::Ask;
use crate::desk::Desk;
use crate::failure::Failure;
use crate::run::{Asker, Commission, RunCall, What};
use crate::{models, names};
use agent::AgentKind;
use host_edge::{WorkerClock, random_id};
use protocol::AskOptions;
use state_graph::Clock;
use worker::Response;

/// Most characters of a question.
const QUESTION: usize = 8_000;

/// Begins a run in an object of its own and passes its events on.
pub async fn answer(desk: &Desk) -> Result<Response, Failure> {
    let ask: Ask = desk.json().await?;
    desk.repository(&ask.repo, Scope::Ask).await?;
    let stream = !desk.accepts("application/json");
    let commission = commission(desk, ask)?;
    let name = commission.run.clone();
    let call = RunCall { asker: Asker::of(&desk.caller), stream, what: What::Ask(Box::new(commission)) };
    hand_over(desk, &name, &call).await
}

/// Decides all that is to be decided about a run.
pub fn commission(desk: &Desk, ask: Ask) -> Result<Commission, Failure> {
    if ask.question.trim().is_empty() {
        return Err(Failure::bad("`question` is empty."));
    }
    if ask.question.chars().count() > QUESTION {
        return Err(Failure::bad(format!("`question` is longer than {QUESTION} characters.")));
    }
    let agent = ask.agent.unwrap_or_else(|| AskOptions::default().agent);
    if AgentKind::from_name(&agent).is_none() {
        return Err(Failure { kind: crate::failure::FailureKind::BadRequest, ..unknown(&agent) });
    }
    let run = match ask.run {
        Some(run) => run,
        None => format!("run-{}", random_id()),
    };
    names::check_run(&run)?;
    let budget = desk.config.budget.lowered(&ask.limits);
    Ok(Commission {
        run,
        repo: ask.repo,
        question: ask.question,
        history: ask.history,
        options: AskOptions {
            agent,
            model: models::chosen(&desk.config, ask.model.as_deref())?,
            max_iterations: budget.iterations,
            max_executor_steps: budget.executor_steps,
            recursion_limit: budget.steps,
            approve_tools: ask.approve,
        },
        budget,
        cancel_on_disconnect: ask.cancel_on_disconnect,
        asked_at: WorkerClock.now_ms(),
    })
}
