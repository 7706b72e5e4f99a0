//! The models of an agent, and those of a run, which charge its account.

use crate::limited::{AboutRepository, LimitedModel};
use model::spending::{Account, Budget, BudgetedModel, Spent};
use model::{ModelClient, ProfileName, Profiles};
use std::rc::Rc;

/// The models of an agent, and what the host lets its runs spend.
#[derive(Clone, Copy)]
pub struct Models<'a> {
    clients: Clients<'a>,
    most: Budget,
    instead: Budget,
    spent: Spent,
}

#[derive(Clone, Copy)]
enum Clients<'a> {
    One(&'a dyn ModelClient),
    Profiles(&'a Profiles),
}

impl<'a> Models<'a> {
    /// One model for all kinds of work.
    pub fn one(model: &'a dyn ModelClient) -> Self {
        Self::with(Clients::One(model))
    }

    /// A model for each profile.
    pub fn of(profiles: &'a Profiles) -> Self {
        Self::with(Clients::Profiles(profiles))
    }

    fn with(clients: Clients<'a>) -> Self {
        Self { clients, most: Budget::default(), instead: Budget::default(), spent: Spent::default() }
    }

    /// With a budget of the host, which no question exceeds.
    #[must_use]
    pub fn within(self, most: Budget) -> Self {
        Self { most, ..self }
    }

    /// With limits of tokens and US dollars in place of those that the run was started with: a person raises them to
    /// resume it.
    #[must_use]
    pub fn instead(self, tokens: Option<u64>, usd: Option<f64>) -> Self {
        Self { instead: Budget { steps: None, tokens, usd }, ..self }
    }

    /// With what the host knows that the run has spent: it counts where the log of the run says less, because a call's
    /// superstep was never stored.
    #[must_use]
    pub fn after(self, spent: Spent) -> Self {
        Self { spent, ..self }
    }

    /// The model for a kind of work.
    pub fn get(&self, profile: ProfileName) -> &'a dyn ModelClient {
        match self.clients {
            Clients::One(model) => model,
            Clients::Profiles(profiles) => profiles.get(profile),
        }
    }

    /// The smaller of a question's budget and the host's.
    pub(crate) fn budget(&self, asked: Budget) -> Budget {
        let Budget { steps, tokens, usd } = asked;
        let asked = Budget { steps, tokens: self.instead.tokens.or(tokens), usd: self.instead.usd.or(usd) };
        asked.within(self.most)
    }

    /// What was spent, by the log or by the host, whichever is more.
    pub(crate) fn spent(&self, logged: Spent) -> Spent {
        if self.spent.tokens() > logged.tokens() || self.spent.usd > logged.usd { self.spent } else { logged }
    }
}

/// The models of one run, which charge its account and know the folder that it is limited to.
pub struct RunModels<'a>([LimitedModel<'a>; ProfileName::ALL.len()]);

impl<'a> RunModels<'a> {
    /// Models that charge this account.
    pub fn new(models: Models<'a>, account: Rc<Account>) -> Self {
        Self(
            ProfileName::ALL
                .map(|profile| LimitedModel::new(BudgetedModel::new(models.get(profile), Rc::clone(&account)))),
        )
    }

    /// Of a run that is limited to a folder.
    pub(crate) fn limited(self, folder: Option<&str>) -> Self {
        Self(self.0.map(|model| model.within(folder)))
    }

    /// Of a run about a repository.
    pub(crate) fn about(self, project: &Rc<AboutRepository>) -> Self {
        Self(self.0.map(|model| model.about(Rc::clone(project))))
    }

    pub(crate) fn get(&self, profile: ProfileName) -> &dyn ModelClient {
        // The variants are in the order of `ALL`.
        &self.0[profile as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_in_the_order_of_their_variants() {
        assert!(ProfileName::ALL.iter().enumerate().all(|(at, profile)| at == *profile as usize));
    }
}
