//! The host of the MCP server: a repository's reading tools, and agents to ask.
//!
//! A question becomes a run like any other, in its own Durable Object, and is cancelled when the client disconnects.

use crate::access::{Caller, Scope};
use crate::api::repos::Repository;
use crate::api::runs::Ask;
use crate::catalog::Catalog;
use crate::config::Config;
use crate::failure::Failure;
use crate::isolate::Isolate;
use crate::rate;
use crate::request_context::RequestContext;
use crate::run::{Asker, RunCall, RunSpec, What, hand_over};
use agent::{AgentKind, CancelToken, IndexFailure, ToolError, ToolOutput, Toolbox};
use codebase::Reader;
use futures::StreamExt;
use futures::future::{Either, LocalBoxFuture, select};
use mcp::{About, AskFuture, AskRequest, Host};
use protocol::TimedEvent;
use serde_json::Value;
use std::pin::pin;
use std::rc::Rc;
use worker::{Env, Response};

/// A repository, as it is served to one client.
pub struct McpHost {
    env: Env,
    config: Rc<Config>,
    caller: Caller,
    catalog: Catalog,
    repository: Repository,
}

impl McpHost {
    pub fn of(cx: &RequestContext, repository: Repository) -> Result<Self, Failure> {
        let (env, config, caller) = (cx.env.clone(), Rc::clone(&cx.config), cx.caller.clone());
        Ok(Self { env, config, caller, catalog: cx.catalog()?, repository })
    }

    fn may_ask(&self) -> bool {
        let open = self.repository.public && self.config.anonymous_ask;
        self.caller.may(Scope::Ask, Some(&self.repository.id), open)
    }

    async fn reader(&self) -> Result<Rc<Reader>, Failure> {
        Isolate::current().reader(&self.catalog, &self.repository).await
    }

    async fn run(&self, ask: AskRequest, cancel: &CancelToken, on: &dyn Fn(TimedEvent)) -> Result<(), Failure> {
        let mut request = Ask::about(&self.repository.id, ask.question);
        request.agent = Some(ask.agent);
        request.limits.max_iterations = ask.max_iterations;
        request.folder = ask.folder;
        request.cancel_on_disconnect = true;
        // Another program asks: nobody is there to answer.
        let spec = RunSpec { attended: false, ..RunSpec::new(&self.config, request)? };
        let name = spec.run.clone();
        let call = RunCall { asker: Asker::of(&self.caller), stream: true, what: What::Ask(Box::new(spec)) };
        let response = hand_over(&self.env, &name, &call).await?;
        let forwarded = pin!(forward(response, on));
        match select(forwarded, cancel.cancelled()).await {
            Either::Left((result, _)) => result,
            Either::Right(_) => Ok(()),
        }
    }
}

/// Passes a run's events on as they come.
async fn forward(mut response: Response, on: &dyn Fn(TimedEvent)) -> Result<(), Failure> {
    if response.status_code() != 200 {
        // A body that is not JSON has no message.
        let document: Value = serde_json::from_str(&response.text().await?).unwrap_or_default();
        return Err(Failure::bad(document["error"]["message"].as_str().unwrap_or("The run could not begin.")));
    }
    let (mut pieces, mut text) = (response.stream()?, Vec::new());
    while let Some(piece) = pieces.next().await {
        text.extend(piece?);
        // A line is whole once its end has come; what is cut stays for the next piece.
        while let Some(end) = text.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = text.drain(..=end).collect();
            if let Some(event) = line.strip_prefix(b"data: ").and_then(|data| serde_json::from_slice(data).ok()) {
                on(event);
            }
        }
    }
    Ok(())
}

impl Host for McpHost {
    fn about(&self) -> About {
        About {
            repository: self.repository.name.clone(),
            note: Some(format!("Code is as in the published index, snapshot {}.", self.repository.snapshot)),
            agents: if self.may_ask() { AgentKind::names() } else { Vec::new() },
        }
    }

    fn admit(&self) -> LocalBoxFuture<'_, Result<(), String>> {
        Box::pin(async { rate::check(&self.env, &self.caller).await.map_err(|failure| failure.message) })
    }

    fn call<'a>(&'a self, tool: &'a str, arguments: &'a Value) -> LocalBoxFuture<'a, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let reader = self.reader().await.map_err(|failure| IndexFailure::new(failure.message))?;
            Toolbox::over(&reader).call(tool, arguments).await
        })
    }

    fn ask<'a>(&'a self, ask: AskRequest, cancel: &'a CancelToken, on: &'a dyn Fn(TimedEvent)) -> AskFuture<'a> {
        Box::pin(async move { self.run(ask, cancel, on).await.map_err(|failure| failure.message) })
    }
}
