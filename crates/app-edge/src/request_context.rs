//! A request with who sent it and the deployment that answers it.

use crate::access::{Caller, Scope};
use crate::api::repos::Repository;
use crate::catalog::Catalog;
use crate::config::Config;
use crate::failure::Failure;
use crate::http::{Route, router::Variables};
use crate::isolate::Isolate;
use crate::{body, names};
use codebase::Reader;
use host_edge::WorkerClock;
use serde::de::DeserializeOwned;
use state_graph::Clock;
use std::cell::Cell;
use std::rc::Rc;
use worker::{Env, Headers, Request};

/// A request with its caller and the deployment that answers it.
pub struct RequestContext {
    pub env: Env,
    pub config: Rc<Config>,
    pub caller: Caller,
    pub route: &'static Route,
    pub variables: Variables,
    pub query: Vec<(String, String)>,
    pub headers: Headers,
    /// Scheme, host and port of its URL.
    pub origin: String,
    /// The request itself, until its body is read.
    pub request: Cell<Option<Request>>,
}

impl RequestContext {
    /// The published repositories.
    pub fn catalog(&self) -> Result<Catalog, Failure> {
        Catalog::open(&self.env)
    }

    /// A query parameter; if it is given more than once, the last.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.query.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A query parameter that must be given.
    ///
    /// # Errors
    /// 400 if it is missing or blank.
    pub fn required(&self, name: &str) -> Result<&str, Failure> {
        let value = self.parameter(name).filter(|value| !value.trim().is_empty());
        value.ok_or_else(|| Failure::bad(format!("`{name}` is missing in the query.")))
    }

    pub fn header(&self, name: &str) -> Option<String> {
        self.headers.get(name).ok().flatten()
    }

    /// Whether the client's `Accept` names this media type.
    pub fn accepts(&self, media: &str) -> bool {
        self.header("accept").is_some_and(|accepted| accepted.contains(media))
    }

    /// The body, up to the route's limit; empty on a second call.
    pub async fn bytes(&self) -> Result<Vec<u8>, Failure> {
        match self.request.take() {
            Some(mut request) => body::bytes(&mut request, self.most()).await,
            None => Ok(Vec::new()),
        }
    }

    pub async fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        body::parsed(&self.bytes().await?)
    }

    fn most(&self) -> usize {
        self.route.body.as_ref().map_or(0, |body| body.most)
    }

    /// Refuses callers who may not administer the repository of this id, published or not.
    pub fn admin_of(&self, id: &str) -> Result<(), Failure> {
        names::check_repository(id)?;
        self.caller.require(Scope::Admin, Some(id), false)
    }

    /// The repository, if the caller has `scope` on it. Callers without rights are refused before the response reveals
    /// whether the repository exists.
    pub async fn repository(&self, id: &str, scope: Scope) -> Result<Repository, Failure> {
        names::check_repository(id)?;
        let catalog = self.catalog()?;
        let found = Isolate::current().published(&catalog, id, WorkerClock.now_ms()).await?;
        let open = found.as_ref().is_some_and(|repository| repository.public)
            && (scope == Scope::Read || self.config.anonymous_ask);
        self.caller.require(scope, Some(id), open)?;
        found.ok_or_else(|| Failure::not_found(format!("There is no repository `{id}` here; push its index first.")))
    }

    /// A reader over the index of a repository.
    pub async fn reader(&self, repository: &Repository) -> Result<Rc<Reader>, Failure> {
        Isolate::current().reader(&self.catalog()?, repository).await
    }
}
