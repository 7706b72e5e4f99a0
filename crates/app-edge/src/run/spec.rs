//! The specification of a run, before it is started: the question, and everything that the deployment decides about it.

use crate::api::runs::Ask;
use crate::budget::Budget;
use crate::config::Config;
use crate::failure::Failure;
use crate::{models, names};
use agent::AgentKind;
use host_edge::{WorkerClock, random_id};
use limits::edge::QUESTION_CHARACTERS;
use protocol::{AskOptions, Turn};
use serde::{Deserialize, Serialize};
use state_graph::Clock;

/// A question with its options, budget and model.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RunSpec {
    /// Names the run.
    pub run: String,
    /// The repository's id.
    pub repo: String,
    /// As asked.
    pub question: String,
    /// Earlier turns, oldest first.
    pub history: Vec<Turn>,
    /// The caller's name of the conversation that it belongs to; what that keeps is remembered.
    #[serde(default)]
    pub conversation: Option<String>,
    /// Agent, model and limits.
    pub options: AskOptions,
    /// The most that it may spend.
    pub budget: Budget,
    /// Whether a client can answer what the run asks, and resume it.
    #[serde(default = "yes")]
    pub attended: bool,
    /// Whether the run is cancelled when the client that started it disconnects.
    pub cancel_on_disconnect: bool,
    /// Milliseconds since 1970.
    pub asked_at: f64,
}

impl RunSpec {
    /// Checks a request and fills in what it leaves to the deployment.
    ///
    /// # Errors
    /// 400 with what is wrong with the request.
    pub fn new(config: &Config, ask: Ask) -> Result<Self, Failure> {
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
        let run = ask.run.unwrap_or_else(|| format!("run-{}", random_id()));
        names::check_run(&run)?;
        ask.conversation.as_deref().map_or(Ok(()), names::check_conversation)?;
        let budget = config.budget.lowered(&ask.limits);
        let model = models::chosen(config, ask.model.as_deref())?;
        Ok(Self {
            run,
            repo: ask.repo,
            question: ask.question,
            history: ask.history,
            conversation: ask.conversation,
            options: AskOptions {
                agent,
                profiles: models::profiles(config, &model),
                model,
                max_iterations: Some(budget.iterations),
                max_executor_steps: Some(budget.executor_steps),
                recursion_limit: Some(budget.steps),
                approve_tools: ask.approve,
                mode: ask.mode,
                gate: ask.gate,
                max_tokens: Some(budget.tokens),
                max_usd: Some(budget.usd),
                folder: ask.folder.filter(|folder| !folder.trim().is_empty()),
                ..AskOptions::default()
            },
            budget,
            attended: true,
            cancel_on_disconnect: ask.cancel_on_disconnect,
            asked_at: WorkerClock.now_ms(),
        })
    }
}

fn yes() -> bool {
    true
}

/// The message for an agent that does not exist; it lists those that do.
pub fn unknown_agent(name: &str) -> String {
    format!("There is no agent `{name}`; the agents are {}.", AgentKind::names().join(", "))
}
