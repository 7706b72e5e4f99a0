//! The budget of a run, as the deployment sets it and a request lowers it.

use model::spending;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most that a run may spend.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// Planning rounds.
    pub iterations: u32,
    /// Model calls within a step of the plan.
    pub executor_steps: u32,
    /// Supersteps of the graph.
    pub steps: u32,
    /// Tokens read and written.
    pub tokens: u64,
    /// US dollars, by the deployment's prices.
    pub usd: f64,
}

impl Default for Budget {
    fn default() -> Self {
        let agent = agent::Limits::default();
        Self {
            iterations: agent.max_iterations,
            executor_steps: agent.max_executor_steps,
            steps: agent.recursion_limit,
            tokens: 200_000,
            usd: 0.5,
        }
    }
}

/// Limits that a request sets for itself; a limit above that of the deployment has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Most planning rounds.
    #[serde(default)]
    pub max_iterations: Option<u32>,
    /// Most model calls within one step of the plan.
    #[serde(default)]
    pub max_executor_steps: Option<u32>,
    /// Most supersteps of the graph.
    #[serde(default)]
    pub max_steps: Option<u32>,
    /// Most tokens, read and written.
    #[serde(default)]
    pub max_tokens: Option<u64>,
    /// Most US dollars.
    #[serde(default)]
    pub max_usd: Option<f64>,
}

impl Budget {
    /// As the agent takes it.
    pub fn of_runs(&self) -> spending::Budget {
        spending::Budget { steps: Some(self.steps), tokens: Some(self.tokens), usd: Some(self.usd) }
    }

    /// This budget, lowered to the limits of a request.
    pub fn lowered(self, limits: &Limits) -> Self {
        Self {
            iterations: limits.max_iterations.map_or(self.iterations, |wish| wish.clamp(1, self.iterations.max(1))),
            executor_steps: limits
                .max_executor_steps
                .map_or(self.executor_steps, |wish| wish.clamp(1, self.executor_steps.max(1))),
            steps: limits.max_steps.map_or(self.steps, |wish| wish.clamp(1, self.steps.max(1))),
            tokens: limits.max_tokens.map_or(self.tokens, |wish| wish.min(self.tokens)),
            usd: limits.max_usd.filter(|wish| *wish >= 0.0).map_or(self.usd, |wish| wish.min(self.usd)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_of_an_earlier_record_is_read() {
        let budget: Budget =
            serde_json::from_str(r#"{"iterations":4,"executor_steps":5,"steps":50,"tokens":1000,"usd":1}"#).unwrap();
        let runs = spending::Budget { steps: Some(50), tokens: Some(1000), usd: Some(1.0) };
        assert_eq!(budget.of_runs(), runs);
    }

    #[test]
    fn a_request_can_lower_a_budget_and_not_raise_it() {
        let most = Budget { steps: 100, tokens: 1000, usd: 0.1, ..Budget::default() };
        let wish = Limits { max_steps: Some(5), max_tokens: Some(9999), max_usd: Some(f64::NAN), ..Limits::default() };
        let budget = most.lowered(&wish);
        assert_eq!((budget.steps, budget.tokens, budget.usd), (5, 1000, 0.1));
        assert_eq!(most.lowered(&Limits { max_iterations: Some(0), ..Limits::default() }).iterations, 1);
    }
}
