//! Who answers, and how long it may take.

use clap::Args;
use protocol::{AskOptions, ModelChoice};

/// Model and limits of questions.
#[derive(Debug, Args)]
pub struct Answering {
    /// `offline`, or the name of a model at --base-url.
    #[arg(long, default_value = "offline")]
    pub model: String,
    /// A Chat Completions endpoint; the key is read from the environment variable QUARRY_API_KEY.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Most planning rounds.
    #[arg(long, default_value_t = 10, env = "MAX_ITERATIONS")]
    pub max_iterations: u32,
    /// Most model calls within one step of the plan.
    #[arg(long, default_value_t = 5, env = "MAX_EXECUTOR_STEPS")]
    pub max_executor_steps: u32,
    /// Most supersteps of the graph.
    #[arg(long, default_value_t = 150)]
    pub recursion_limit: u32,
}

impl Answering {
    /// As a question carries them.
    pub fn options(&self, agent: &str, model: ModelChoice) -> AskOptions {
        AskOptions {
            agent: agent.to_owned(),
            model,
            max_iterations: self.max_iterations,
            max_executor_steps: self.max_executor_steps,
            recursion_limit: self.recursion_limit,
            approve_tools: false,
        }
    }
}
