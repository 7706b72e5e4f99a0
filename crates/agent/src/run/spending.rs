//! The account of a run that is worked on, and the pause where most of its budget is used.

use super::Agent;
use crate::record::used::{Used, asked_budget, pause_sentence};
use model::spending::{Account, NearlySpent};
use protocol::AskOptions;
use std::cell::RefCell;
use std::rc::Rc;

/// The account of a run that is worked on.
pub(super) struct Spending {
    pub(super) account: Rc<Account>,
    shared_steps: u32,
    /// Whether the run is paused where most of its budget is used.
    pauses: bool,
    /// Why it is being paused.
    nearly: RefCell<Option<NearlySpent>>,
}

impl Spending {
    /// Notes that a superstep is over: true if the run is to be paused here, because most of a budget is used.
    pub(super) fn finish_step(&self, step: u32) -> bool {
        self.account.finish_step(step.saturating_sub(self.shared_steps));
        let Some(nearly) = self.account.take_nearly_spent().filter(|_| self.pauses) else { return false };
        self.nearly.replace(Some(nearly));
        true
    }

    /// Whether the run is paused for its budget.
    pub(super) fn is_pausing(&self) -> bool {
        self.nearly.borrow().is_some()
    }

    /// Why the run is paused, once: `None` where it was not for its budget.
    pub(super) fn take_reason(&self) -> Option<String> {
        self.nearly.take().map(pause_sentence)
    }
}

impl Agent<'_> {
    /// The account of a run with these options that has used so much.
    pub(super) fn spending(&self, options: &AskOptions, used: Used) -> Spending {
        let spent = self.models.spent(used.spent);
        let account = Rc::new(Account::new(self.models.budget(asked_budget(options)), spent, used.steps));
        // Where nobody can resume it, a run uses what it has.
        Spending { account, shared_steps: used.shared_steps, pauses: self.attended, nearly: RefCell::default() }
    }
}
