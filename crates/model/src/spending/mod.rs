//! What a run spends on models, and what it may spend at most.
//!
//! A run has one [`Account`], which all its models charge: the host wraps each model that costs something in a
//! [`BudgetedModel`] with the prices of that model. The account refuses the call that no longer fits the [`Budget`], and
//! reports once for each part of the budget that 80% of it is used, so that the host can pause the run.

mod account;
mod budgeted_model;
#[cfg(test)]
mod tests;

pub use account::{Account, BudgetPart, NearlySpent};
pub use budgeted_model::BudgetedModel;

use serde::{Deserialize, Serialize};

/// The most that a run may spend. `None`: without a limit.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Budget {
    /// Supersteps of the graph.
    pub steps: Option<u32>,
    /// Tokens read and written.
    pub tokens: Option<u64>,
    /// US dollars. Limits only models whose prices are known.
    pub usd: Option<f64>,
}

/// Prices in US dollars for a million tokens; 0 where they are not known.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Prices {
    /// Of tokens of the prompt.
    pub input: f64,
    /// Of tokens of the answer.
    pub output: f64,
}

impl Prices {
    fn are_known(self) -> bool {
        self != Self::default()
    }
}

/// What a run has spent so far.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Spent {
    /// Model calls.
    pub calls: u32,
    /// Tokens read.
    pub input_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
    /// US dollars, by the deployment's prices.
    pub usd: f64,
    /// True if the provider reported no token counts for some calls, which were then estimated at four characters a
    /// token.
    pub estimated: bool,
}

impl Spent {
    /// With one more model call.
    pub fn and(self, input: u64, output: u64, prices: Prices, estimated: bool) -> Self {
        let usd = (input as f64 * prices.input + output as f64 * prices.output) / 1e6;
        Self {
            calls: self.calls + 1,
            input_tokens: self.input_tokens + input,
            output_tokens: self.output_tokens + output,
            usd: self.usd + usd,
            estimated: self.estimated || estimated,
        }
    }

    /// Tokens read and written.
    pub fn tokens(self) -> u64 {
        self.input_tokens + self.output_tokens
    }
}
