//! What the Worker asks of a run's object. It never leaves the deployment.

use crate::access::Caller;
use crate::api::runs::{EarlierTurn, GivenApproval};
use crate::budget::Budget;
use protocol::AskOptions;
use serde::{Deserialize, Serialize};

/// One call.
#[derive(Debug, Serialize, Deserialize)]
pub struct RunCall {
    /// For whom.
    pub asker: Asker,
    /// Events as they come; otherwise the run once it stands still.
    pub stream: bool,
    /// What is to be done.
    pub what: What,
}

/// Who stands behind a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asker {
    /// The token's name; `None` for nobody we know.
    pub token: Option<String>,
    /// May look at everyone's runs.
    pub admin: bool,
}

impl Asker {
    /// A caller as the object is told of it.
    pub fn of(caller: &Caller) -> Self {
        Self { token: caller.name().map(str::to_owned), admin: caller.is_admin() }
    }

    /// Whether a run of `owner` is theirs. The runs of nobody we know are protected by their names alone.
    pub fn may_see(&self, owner: Option<&str>) -> bool {
        self.admin || owner.is_none() || owner == self.token.as_deref()
    }
}

/// What is to be done.
#[derive(Debug, Serialize, Deserialize)]
pub enum What {
    /// A new run.
    Ask(Box<Commission>),
    /// How it stands, or its events after one.
    Read {
        /// The last event that the reader has.
        after: Option<u32>,
    },
    /// It goes on.
    Resume {
        /// A person's word.
        approval: Option<GivenApproval>,
    },
    /// It stops.
    Cancel,
    /// It goes.
    Delete,
}

/// What is asked, with all that is decided about it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Commission {
    /// Names the run.
    pub run: String,
    /// The repository's id.
    pub repo: String,
    /// As asked.
    pub question: String,
    /// Earlier turns, oldest first.
    pub history: Vec<EarlierTurn>,
    /// Agent, model and limits.
    pub options: AskOptions,
    /// What it may take.
    pub budget: Budget,
    /// Stops with the client that asked.
    pub cancel_on_disconnect: bool,
    /// Milliseconds since 1970.
    pub asked_at: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_seen_by_its_owner_and_admins() {
        let asker = |token: Option<&str>, admin| Asker { token: token.map(str::to_owned), admin };
        assert!(asker(Some("a"), false).may_see(Some("a")));
        assert!(!asker(Some("b"), false).may_see(Some("a")));
        assert!(!asker(None, false).may_see(Some("a")));
        assert!(asker(None, false).may_see(None));
        assert!(asker(Some("b"), true).may_see(Some("a")));
    }
}
