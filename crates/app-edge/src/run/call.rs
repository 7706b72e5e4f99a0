//! What the Worker asks of a run's object. It never leaves the deployment.

use crate::access::{Bearer, Caller, Tokens};
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
pub struct Asker(
    /// What their token allows; `None` for nobody we know.
    pub Option<Bearer>,
);

impl Asker {
    /// A caller as the object is told of it.
    pub fn of(caller: &Caller) -> Self {
        match caller {
            Caller::Anonymous(_) => Self(None),
            Caller::Bearer(bearer) => Self(Some(bearer.clone())),
        }
    }

    /// The owner of a run, with the rights that their token has now.
    ///
    /// # Errors
    /// 403 where the token was taken back.
    pub fn owner(name: Option<&str>, tokens: &Tokens) -> Result<Self, Failure> {
        let Some(name) = name else { return Ok(Self(None)) };
        let gone =
            || Failure::new(FailureKind::Forbidden, format!("The token `{name}` that asked is no longer known."));
        Ok(Self(Some(tokens.named(name).ok_or_else(gone)?)))
    }

    /// As a caller. The address of nobody we know is not needed here.
    pub fn caller(&self) -> Caller {
        self.0.clone().map_or_else(|| Caller::Anonymous(String::new()), Caller::Bearer)
    }

    /// The token's name.
    pub fn name(&self) -> Option<&str> {
        self.0.as_ref().map(|bearer| bearer.name.as_str())
    }

    /// Whether a run of `owner` is theirs. The runs of nobody we know are protected by their names alone.
    pub fn may_see(&self, owner: Option<&str>) -> bool {
        self.caller().is_admin() || owner.is_none() || owner == self.name()
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
    use crate::access::Scope;

    #[test]
    fn a_run_is_seen_by_its_owner_and_admins() {
        let asker = |name: &str, scope| Asker(Some(Bearer { name: name.to_owned(), scope, repos: None }));
        assert!(asker("a", Scope::Ask).may_see(Some("a")));
        assert!(!asker("b", Scope::Ask).may_see(Some("a")));
        assert!(!Asker(None).may_see(Some("a")));
        assert!(Asker(None).may_see(None));
        assert!(asker("b", Scope::Admin).may_see(Some("a")));
    }

    #[test]
    fn an_owner_has_the_rights_of_now() {
        let now = r#"[{"name":"a","scope":"ask","token":"a-token-of-tests-1","repos":["other"]}]"#;
        let tokens = Tokens::parse(now).unwrap();
        let owner = Asker::owner(Some("a"), &tokens).unwrap().caller();
        assert!(owner.require(Scope::Ask, Some("other"), false).is_ok());
        assert_eq!(owner.require(Scope::Ask, Some("shop"), false).unwrap_err().kind, FailureKind::Forbidden);
        assert!(Asker::owner(Some("gone"), &tokens).unwrap_err().message.contains("no longer known"));
        assert_eq!(Asker::owner(None, &tokens).unwrap(), Asker(None));
    }
}
