//! The options that choose the models of a run and bound its work.

use agent::Models;
use clap::Args;
use std::path::PathBuf;

/// The models of a run and the limits of its work.
#[derive(Debug, Default, Args)]
pub struct Answering {
    /// `offline`, or the name of a model at --base-url [default: that of --models, else offline]
    #[arg(long)]
    pub model: Option<String>,
    /// The base URL of a Chat Completions server; its key is read from the environment variable QUARRY_API_KEY
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// A file with models for kinds of work, such as planning, and their prices. A repository's quarry.toml is not
    /// read for them unless it is named here
    #[arg(long, value_name = "FILE", env = "QUARRY_MODELS")]
    pub models: Option<PathBuf>,
    /// What a million tokens that the model reads cost, in US dollars
    #[arg(long, value_name = "USD", value_parser = amount)]
    pub price_input: Option<f64>,
    /// What a million tokens that the model writes cost, in US dollars
    #[arg(long, value_name = "USD", value_parser = amount)]
    pub price_output: Option<f64>,
    /// The largest number of planning rounds [default: the agent's own, 10 for plan-react]
    #[arg(long, env = "MAX_ITERATIONS")]
    pub max_iterations: Option<u32>,
    /// The largest number of model calls within one step of the plan [default: the agent's own, 5 for plan-react]
    #[arg(long, env = "MAX_EXECUTOR_STEPS")]
    pub max_executor_steps: Option<u32>,
    /// The largest number of supersteps of the agent's graph [default: the agent's own, 150 for plan-react]
    #[arg(long)]
    pub recursion_limit: Option<u32>,
    /// What the run may spend.
    #[command(flatten)]
    pub spending: Spending,
}

/// What a run may spend. At 80% it is paused once.
#[derive(Debug, Default, Clone, Copy, Args)]
pub struct Spending {
    /// The most tokens that the run may use, read and written; it is paused once at 80%
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_tokens: Option<u64>,
    /// The most US dollars that the run may spend, at known prices; it is paused once at 80%
    #[arg(long, value_name = "USD", value_parser = amount)]
    pub max_cost: Option<f64>,
}

impl Spending {
    /// The models with these limits in place of those that the run recorded.
    pub fn instead<'m>(&self, models: Models<'m>) -> Models<'m> {
        models.instead(self.max_tokens, self.max_cost)
    }
}

/// An amount of money above 0.
fn amount(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(amount) if amount.is_finite() && amount > 0.0 => Ok(amount),
        _ => Err("not an amount of US dollars above 0, such as 0.5".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Arguments, Command, parsed};

    #[test]
    fn a_run_has_a_budget_of_tokens_and_of_money() {
        let ask = |line: &str| match parsed(line).map(|arguments| arguments.command) {
            Ok(Command::Ask(options)) => {
                Ok((options.answering.spending.max_tokens, options.answering.spending.max_cost))
            }
            Ok(other) => panic!("{other:?}"),
            Err(code) => Err(code),
        };
        assert_eq!(ask("quarry ask . Who?"), Ok((None, None)));
        assert_eq!(ask("quarry ask . Who? --max-tokens 5000 --max-cost 0.5"), Ok((Some(5000), Some(0.5))));
        for wrong in
            ["--max-tokens 0", "--max-tokens many", "--max-cost 0", "--max-cost -1", "--max-cost inf", "--max-cost x"]
        {
            assert_eq!(ask(&format!("quarry ask . Who? {wrong}")), Err(2), "{wrong}");
        }
        let Ok(Arguments { command: Command::Resume(options), .. }) = parsed("quarry resume r1 --max-tokens 9") else {
            panic!("resume")
        };
        assert_eq!(options.spending.max_tokens, Some(9));
    }
}
