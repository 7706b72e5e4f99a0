//! What the Worker asks of a run's object. It never leaves the deployment.

use crate::access::Caller;
use crate::api::runs::{EarlierTurn, GivenApproval};
use crate::budget::Budget;
use crate::failure::{Failure, FailureKind};
use protocol::AskOptions;
use serde::{Deserialize, Serialize};
use worker::{Env, Headers, Method, Request, RequestInit, Response};

/// The Durable Objects with the runs.
const RUNS: &str = "RUNS";

/// Sends a call to a run's object and gives its answer.
///
/// # Errors
/// When the deployment has no objects, or the platform takes no request.
pub async fn hand_over(env: &Env, run: &str, call: &RunCall) -> Result<Response, Failure> {
    let objects = env.durable_object(RUNS).map_err(|error| {
        worker::console_error!("{error}");
        Failure::new(FailureKind::Unavailable, "The deployment has no Durable Objects bound as RUNS.")
    })?;
    let stub = objects.id_from_name(run)?.get_stub()?;
    let headers = Headers::new();
    headers.set("content-type", "application/json")?;
    let mut init = RequestInit::new();
    let body = serde_json::to_string(call).map_err(worker::Error::from)?;
    init.with_method(Method::Post).with_headers(headers).with_body(Some(body.into()));
    Ok(stub.fetch_with_request(Request::new_with_init("https://run.invalid/", &init)?).await?)
}

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
