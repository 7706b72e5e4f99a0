//! The options that choose the model of a run and bound its work.

use clap::Args;
use protocol::{AskOptions, ModelChoice};

/// The model of a run and the limits of its work.
#[derive(Debug, Args)]
pub struct Answering {
    /// `offline`, or the name of a model at --base-url
    #[arg(long, default_value = "offline")]
    pub model: String,
    /// The base URL of a Chat Completions server; its key is read from the environment variable QUARRY_API_KEY
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// The largest number of planning rounds [default: the agent's own, 10 for plan-react]
    #[arg(long, env = "MAX_ITERATIONS")]
    pub max_iterations: Option<u32>,
    /// The largest number of model calls within one step of the plan [default: the agent's own, 5 for plan-react]
    #[arg(long, env = "MAX_EXECUTOR_STEPS")]
    pub max_executor_steps: Option<u32>,
    /// The largest number of supersteps of the agent's graph [default: the agent's own, 150 for plan-react]
    #[arg(long)]
    pub recursion_limit: Option<u32>,
}

impl Answering {
    /// The options as protocol type, for a run of `agent` with `model`.
    pub fn options(&self, agent: &str, model: ModelChoice) -> AskOptions {
        AskOptions {
            agent: agent.to_owned(),
            model,
            max_iterations: self.max_iterations,
            max_executor_steps: self.max_executor_steps,
            recursion_limit: self.recursion_limit,
            ..AskOptions::default()
        }
    }
}
