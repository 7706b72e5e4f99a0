//! What a stored run has used of its budget, by its recorded events.

use super::About;
use model::spending::{Account, Budget, NearlySpent, Spent};
use protocol::{AskOptions, Charge, Event, TimedEvent};

/// What a stored run has used of its budget. A fork uses a budget of its own: what it shares with the run that it was
/// forked from does not count.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Used {
    pub(crate) spent: Spent,
    /// Supersteps that do not count.
    pub(crate) shared_steps: u32,
    /// Supersteps that do.
    pub(crate) steps: u32,
}

impl Used {
    /// By the recorded events of a run.
    pub(crate) fn of(about: &About, events: &[TimedEvent]) -> Self {
        let shared = about.forked_from.as_ref().map(|origin| origin.checkpoint);
        let mut used = Self::default();
        for event in events {
            match event.event.innermost() {
                // A log can hold any number: nothing is paid back.
                Event::ModelUsed { charge: Some(charge), .. } => {
                    used.spent = used.spent.and(Charge { usd: charge.usd.max(0.0), ..*charge });
                }
                // Recorded by a version that had no accounts.
                Event::ModelUsed { usage: Some(usage), .. } => {
                    let (input, output) = (u64::from(usage.input), u64::from(usage.output));
                    used.spent = used.spent.and(Charge { input, output, ..Charge::default() });
                }
                Event::Checkpointed { checkpoint, step, .. } if Some(*checkpoint) == shared => {
                    used = Self { spent: Spent::default(), shared_steps: *step, steps: 0 };
                }
                Event::Checkpointed { step, .. } => used.steps = step.saturating_sub(used.shared_steps),
                _ => {}
            }
        }
        used
    }
}

/// The budget that a question asks for.
pub(crate) fn asked_budget(options: &AskOptions) -> Budget {
    Budget { steps: options.recursion_limit, tokens: options.max_tokens, usd: options.max_usd }
}

/// Why a run is paused.
pub(crate) fn pause_sentence(nearly: NearlySpent) -> String {
    format!("{nearly} Resumed, it may use the rest.")
}

/// The same of a stored run that is paused; `None` where it has enough left, so that a person paused it.
pub(crate) fn why_paused(about: &About, events: &[TimedEvent]) -> Option<String> {
    let used = Used::of(about, events);
    Account::new(asked_budget(&about.options), used.spent, used.steps).nearly_spent().map(pause_sentence)
}
