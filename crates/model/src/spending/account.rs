//! The account of a run.

use super::budgeted_model::charge;
use super::{Budget, Charge, Prices, Spent};
use crate::{ModelError, ModelErrorKind};
use std::cell::Cell;

/// The part of a budget that counts as nearly all of it.
const NEARLY: f64 = 0.8;

/// A part of a [`Budget`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BudgetPart {
    /// [`Budget::steps`].
    Steps,
    /// [`Budget::tokens`].
    Tokens,
    /// [`Budget::usd`].
    Usd,
}

/// A run has used 80% of a part of its budget. Its text is a sentence for people.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NearlySpent {
    /// Which part.
    pub part: BudgetPart,
    /// How much of it is used: steps, tokens or US dollars.
    pub used: f64,
    /// The budget.
    pub most: f64,
}

impl std::fmt::Display for NearlySpent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (used, most) = (self.used, self.most);
        match self.part {
            BudgetPart::Steps => write!(f, "The run has used {used} of its {most} steps."),
            BudgetPart::Tokens => write!(f, "The run has used {used} of its {most} tokens."),
            BudgetPart::Usd => write!(f, "The run has spent {used:.4} of its {most} US dollars."),
        }
    }
}

/// The budget of a run and what it has spent, over all its models.
#[derive(Debug, Default)]
pub struct Account {
    budget: Budget,
    spent: Cell<Spent>,
    steps: Cell<u32>,
    /// For each part of the budget: whether its 80% have been reported, or had been passed when the account was opened.
    reported: Cell<[bool; 3]>,
}

impl Account {
    /// An account that starts with what the run spent, and the supersteps it made, before it was resumed. What is nearly
    /// used up then is not reported again: the person has resumed the run all the same.
    pub fn new(budget: Budget, spent: Spent, steps: u32) -> Self {
        let account = Self { budget, spent: Cell::new(spent), steps: Cell::new(steps), reported: Cell::default() };
        account.reported.set(account.parts().map(|part| part.is_some_and(is_near)));
        account
    }

    /// So far.
    pub fn spent(&self) -> Spent {
        self.spent.get()
    }

    /// Notes that the run has finished this superstep, which counts from 1.
    pub fn finish_step(&self, step: u32) {
        self.steps.set(self.steps.get().max(step));
    }

    /// A part of the budget of which 80% are used since the last call of this: each is returned once, and not at all
    /// where nothing of it is left. The run is then paused at the end of the superstep, until the person resumes it.
    pub fn take_nearly_spent(&self) -> Option<NearlySpent> {
        let mut reported = self.reported.get();
        for (part, reported_part) in self.parts().into_iter().zip(&mut reported) {
            if let Some(part) = part.filter(|part| is_near(*part) && !*reported_part) {
                *reported_part = true;
                self.reported.set(reported);
                return Some(part);
            }
        }
        None
    }

    /// A part of the budget of which 80% are used, and not all.
    pub fn nearly_spent(&self) -> Option<NearlySpent> {
        self.parts().into_iter().flatten().find(|part| is_near(*part))
    }

    /// The limited parts of the budget and their use.
    fn parts(&self) -> [Option<NearlySpent>; 3] {
        let spent = self.spent.get();
        let of = |part, used, most: Option<f64>| most.map(|most| NearlySpent { part, used, most });
        [
            of(BudgetPart::Steps, f64::from(self.steps.get()), self.budget.steps.map(f64::from)),
            of(BudgetPart::Tokens, spent.tokens() as f64, self.budget.tokens.map(|most| most as f64)),
            of(BudgetPart::Usd, spent.usd, self.budget.usd),
        ]
    }

    /// Checks that a call which reads so many tokens still fits.
    pub(super) fn check(&self, input: u64, prices: Prices) -> Result<(), ModelError> {
        let after = self.spent.get().and(charge(input, 0, prices, false));
        let over = if let Some(most) = self.budget.steps.filter(|most| self.steps.get() >= *most) {
            format!("{most} steps")
        } else if let Some(most) = self.budget.tokens.filter(|most| after.tokens() > *most) {
            format!("{most} tokens")
        } else if let Some(most) = self.budget.usd.filter(|most| prices.are_known() && after.usd > *most) {
            format!("{most} US dollars")
        } else {
            return Ok(());
        };
        Err(ModelError {
            kind: ModelErrorKind::Quota,
            message: format!("the run's budget of {over} is used up"),
            advice: Some("Ask a narrower question, or raise the limits; the run is kept.".to_owned()),
        })
    }

    /// Charges a call.
    pub(super) fn charge(&self, call: Charge) {
        self.spent.set(self.spent.get().and(call));
    }
}

fn is_near(part: NearlySpent) -> bool {
    part.used >= part.most * NEARLY && part.used < part.most
}
