//! What a run spends on models, and what it may spend at most.
//!
//! A run has one [`Account`], which all its models charge: each is called as a [`BudgetedModel`], at the prices that
//! [`ModelClient::prices`](crate::ModelClient::prices) gives; a host that knows them wraps the model as [`Priced`]. The
//! account refuses the call that no longer fits the [`Budget`], and reports once for each part of the budget that 80% of
//! it is used, so that the run can be paused.

mod account;
mod budgeted_model;
mod priced;
#[cfg(test)]
mod tests;

pub use account::{Account, BudgetPart, NearlySpent};
pub use budgeted_model::BudgetedModel;
pub use priced::Priced;

pub use protocol::{Charge, Prices};
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

impl Budget {
    /// The smaller of both, part by part.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        fn least<N: PartialOrd>(a: Option<N>, b: Option<N>) -> Option<N> {
            match (a, b) {
                (Some(a), Some(b)) => Some(if b < a { b } else { a }),
                (one, None) | (None, one) => one,
            }
        }
        Self {
            steps: least(self.steps, other.steps),
            tokens: least(self.tokens, other.tokens),
            usd: least(self.usd, other.usd),
        }
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
    #[must_use]
    pub fn and(self, call: Charge) -> Self {
        Self {
            calls: self.calls + 1,
            // A stored run can hold any numbers.
            input_tokens: self.input_tokens.saturating_add(call.input),
            output_tokens: self.output_tokens.saturating_add(call.output),
            usd: self.usd + call.usd,
            estimated: self.estimated || call.estimated,
        }
    }

    /// Tokens read and written.
    pub fn tokens(self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }
}
