//! The requests that the Worker sends to a run's Durable Object, within the deployment.

use super::spec::RunSpec;
use crate::access::{Bearer, Caller};
use crate::failure::{Failure, FailureKind};
use crate::tokens::Tokens;
use protocol::PersonAnswer;
use serde::{Deserialize, Serialize};
use worker::{Env, Headers, Method, Request, RequestInit, Response};

/// The binding of the Durable Objects with the runs.
const RUNS: &str = "RUNS";

/// Sends a request to a run's object, and returns its response.
///
/// # Errors
/// If the deployment has no such objects, or the platform refuses the request.
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

/// A request to a run.
#[derive(Debug, Serialize, Deserialize)]
pub struct RunCall {
    /// The caller on whose behalf it is made.
    pub asker: Asker,
    /// Whether the response is a stream of events; otherwise it is the run, once that has ended or is suspended.
    pub stream: bool,
    /// The operation.
    pub what: What,
}

/// The caller on whose behalf a request to a run is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asker(
    /// The holder of the token; `None` for a caller without one.
    pub Option<Bearer>,
);

impl Asker {
    /// From the caller of an HTTP request. The address of an anonymous one is dropped.
    pub fn of(caller: &Caller) -> Self {
        match caller {
            Caller::Anonymous(_) => Self(None),
            Caller::Bearer(bearer) => Self(Some(bearer.clone())),
        }
    }

    /// The owner of a run, with the rights that their token has now.
    ///
    /// # Errors
    /// 403 if the token was removed.
    pub fn owner(name: Option<&str>, tokens: &Tokens) -> Result<Self, Failure> {
        let Some(name) = name else { return Ok(Self(None)) };
        let gone =
            || Failure::new(FailureKind::Forbidden, format!("The token `{name}` that asked is no longer known."));
        Ok(Self(Some(tokens.named(name).ok_or_else(gone)?)))
    }

    /// For access checks.
    pub fn caller(&self) -> Caller {
        self.0.clone().map_or_else(|| Caller::Anonymous(String::new()), Caller::Bearer)
    }

    /// The token's name.
    pub fn name(&self) -> Option<&str> {
        self.0.as_ref().map(|bearer| bearer.name.as_str())
    }

    /// Whether they may read a run of `owner`. A run without an owner is protected only by its id, which cannot be
    /// guessed.
    pub fn may_see(&self, owner: Option<&str>) -> bool {
        self.caller().is_admin() || owner.is_none() || owner == self.name()
    }
}

/// The operation of a request to a run.
#[derive(Debug, Serialize, Deserialize)]
pub enum What {
    /// Start a run.
    Ask(Box<RunSpec>),
    /// Read its state, or its events after one.
    Read {
        /// The last event that the reader has.
        after: Option<u32>,
    },
    /// Continue it.
    Resume {
        /// The answer for a run that awaits one.
        answer: Option<PersonAnswer>,
    },
    /// Cancel it.
    Cancel,
    /// Delete all that is stored of it.
    Delete,
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
