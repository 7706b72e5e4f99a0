//! What a route works with: one request, who sent it, and the deployment.

use crate::access::{Caller, Scope};
use crate::api::repos::Repository;
use crate::catalog::Catalog;
use crate::config::Config;
use crate::failure::{Failure, FailureKind};
use crate::http::{Route, router::Variables};
use crate::isolate::Isolate;
use crate::{body, names};
use codebase::Reader;
use host_edge::WorkerClock;
use serde::Serialize;
use serde::de::DeserializeOwned;
use state_graph::Clock;
use std::cell::Cell;
use std::rc::Rc;
use worker::{Env, Headers, Request, Response, ResponseBuilder};

/// The bucket with the indexes.
pub const INDEXES: &str = "INDEXES";

/// A request on its way to its answer.
pub struct Desk {
    /// The deployment's bindings.
    pub env: Env,
    /// Its settings.
    pub config: Rc<Config>,
    /// Who asks.
    pub caller: Caller,
    /// What is asked for.
    pub route: &'static Route,
    /// The path's variables.
    pub variables: Variables,
    /// The query's.
    pub query: Vec<(String, String)>,
    /// Its headers.
    pub headers: Headers,
    /// Scheme, host and port that it was sent to.
    pub origin: String,
    /// The request itself, until its body is read.
    pub request: Cell<Option<Request>>,
}

impl Desk {
    /// The repositories.
    pub fn catalog(&self) -> Result<Catalog, Failure> {
        let bucket = self.env.bucket(INDEXES).map_err(|error| {
            worker::console_error!("{error}");
            Failure::new(FailureKind::Unavailable, "The deployment has no R2 bucket bound as INDEXES.")
        })?;
        Ok(Catalog::new(bucket))
    }

    /// The last value of a query's variable.
    pub fn asked(&self, name: &str) -> Option<&str> {
        self.query.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A query's variable that has to be there and not empty.
    pub fn required(&self, name: &str) -> Result<&str, Failure> {
        let value = self.asked(name).filter(|value| !value.trim().is_empty());
        value.ok_or_else(|| Failure::bad(format!("`{name}` is missing in the query.")))
    }

    /// A header of the request.
    pub fn header(&self, name: &str) -> Option<String> {
        self.headers.get(name).ok().flatten()
    }

    /// Whether the client's `Accept` names this media type.
    pub fn accepts(&self, media: &str) -> bool {
        self.header("accept").is_some_and(|accepted| accepted.contains(media))
    }

    /// The body, up to what the route takes. It is there once.
    pub async fn bytes(&self) -> Result<Vec<u8>, Failure> {
        match self.request.take() {
            Some(mut request) => body::bytes(&mut request, self.most()).await,
            None => Ok(Vec::new()),
        }
    }

    /// The body as JSON.
    pub async fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        body::parsed(&self.bytes().await?)
    }

    fn most(&self) -> usize {
        self.route.body.as_ref().map_or(0, |body| body.most)
    }

    /// Lets pass who may do what the route needs for a repository of this name, published or not.
    pub fn admin_of(&self, id: &str) -> Result<(), Failure> {
        names::check_repository(id)?;
        self.judge(Scope::Admin, Some(id), false)
    }

    /// The repository, if the caller may do with it what needs `scope`. Who has no rights is told so before it shows
    /// whether it exists.
    pub async fn repository(&self, id: &str, scope: Scope) -> Result<Repository, Failure> {
        names::check_repository(id)?;
        let catalog = self.catalog()?;
        let found = Isolate::current().published(&catalog, id, WorkerClock.now_ms()).await?;
        let open = found.as_ref().is_some_and(|repository| repository.public)
            && (scope == Scope::Read || self.config.anonymous_ask);
        self.judge(scope, Some(id), open)?;
        found.ok_or_else(|| Failure::not_found(format!("There is no repository `{id}` here; push its index first.")))
    }

    /// Its index.
    pub async fn reader(&self, repository: &Repository) -> Result<Rc<Reader>, Failure> {
        Isolate::current().reader(&self.catalog()?, repository).await
    }

    /// Refuses who may not do what needs `scope`.
    pub fn judge(&self, scope: Scope, repo: Option<&str>, open: bool) -> Result<(), Failure> {
        self.caller.require(scope, repo, open)
    }
}

/// A JSON document as an answer.
///
/// # Errors
/// When the platform takes no response.
pub fn json_answer(status: u16, document: &impl Serialize) -> Result<Response, Failure> {
    let response = ResponseBuilder::new().with_status(status).from_json(document)?;
    response.headers().set("cache-control", "no-store")?;
    Ok(response)
}
