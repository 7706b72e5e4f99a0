//! From a wish to a run on which everything is decided.

use crate::api::runs::Ask;
use crate::config::Config;
use crate::failure::Failure;
use crate::run::Commission;
use crate::{models, names};
use agent::AgentKind;
use host_edge::{WorkerClock, random_id};
use limits::edge::QUESTION_CHARACTERS;
use protocol::AskOptions;
use state_graph::Clock;

/// Decides all that is to be decided about a run.
///
/// # Errors
/// 400 with what is wrong with the wish.
pub fn commission(config: &Config, ask: Ask) -> Result<Commission, Failure> {
    if ask.question.trim().is_empty() {
        return Err(Failure::bad("`question` is empty."));
    }
    if ask.question.chars().count() > QUESTION_CHARACTERS {
        return Err(Failure::bad(format!("`question` is longer than {QUESTION_CHARACTERS} characters.")));
    }
    let agent = ask.agent.unwrap_or_else(|| AskOptions::default().agent);
    if AgentKind::from_name(&agent).is_none() {
        return Err(Failure::bad(unknown_agent(&agent)));
    }
    let run = match ask.run {
        Some(run) => run,
        None => format!("run-{}", random_id()),
    };
    names::check_run(&run)?;
    let budget = config.budget.lowered(&ask.limits);
    Ok(Commission {
        run,
        repo: ask.repo,
        question: ask.question,
        history: ask.history,
        options: AskOptions {
            agent,
            model: models::chosen(config, ask.model.as_deref())?,
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

/// What is said of an agent that does not exist.
pub fn unknown_agent(name: &str) -> String {
    let known: Vec<&str> = AgentKind::ALL.iter().map(|kind| kind.name()).collect();
    format!("There is no agent `{name}`; the agents are {}.", known.join(", "))
}
