//! What a server needs of the program around it: a port.

use agent::{CancelToken, ToolError, ToolOutput, Toolbox};
use futures::future::{LocalBoxFuture, ready};
use model::ToolSpec;
use protocol::TimedEvent;
use serde_json::Value;

/// What clients learn of the server and the repository.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// The repository's name, as people call it; sent to clients.
    pub repository: String,
    /// One sentence more for agents, such as from when the index is.
    pub note: Option<String>,
    /// Names of the agents that may be asked, the default first. None of them: `ask` is not offered.
    pub agents: Vec<String>,
}

/// A question to an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskRequest {
    /// As asked; not empty.
    pub question: String,
    /// One of [`About::agents`].
    pub agent: String,
    /// Most planning rounds, from 1; the agent's own where left out.
    pub max_iterations: Option<u32>,
    /// The folder of the repository that the run is limited to, as asked; `None` for the whole repository.
    pub folder: Option<String>,
}

/// A run under way; the error is a sentence for the client's model.
pub type AskFuture<'a> = LocalBoxFuture<'a, Result<(), String>>;

/// Gives a server its tools and a way to ask. Caching, retrying and permissions are the host's business: it refuses with a
/// sentence, which is sent to the client.
///
/// Where the tools are the agent's reading ones, [`call`](Self::call) is one line:
/// [`Toolbox::call`](agent::Toolbox::call).
pub trait Host {
    /// What is served. Called at every request, so it must not wait.
    fn about(&self) -> About;

    /// Whether a further request of a batch may be answered. The first one came with the call that brought the batch, which
    /// the host has judged already; where calls are counted, this counts each of the others.
    ///
    /// # Errors
    /// Why not, for the client.
    fn admit(&self) -> LocalBoxFuture<'_, Result<(), String>> {
        Box::pin(ready(Ok(())))
    }

    /// The tools, always in the same order: the agent's reading ones, unless the host has others. An error is sent as one of the server ([`ErrorCode::Internal`]).
    ///
    /// [`ErrorCode::Internal`]: crate::ErrorCode::Internal
    fn tools(&self) -> LocalBoxFuture<'_, Result<Vec<ToolSpec>, String>> {
        Box::pin(ready(Ok(Toolbox::reading_specs())))
    }

    /// Runs a tool by name. [`ToolError::Unknown`] and [`ToolError::Index`] become errors of the protocol, every other error
    /// a result that the client's model reads.
    fn call<'a>(&'a self, tool: &'a str, arguments: &'a Value) -> LocalBoxFuture<'a, Result<ToolOutput, ToolError>>;

    /// Runs an agent and hands every event to `on`, in order, from `RunStarted` to `RunFinished`: the answer, its citations
    /// and a failure are taken from them. When `cancel` comes the run is to stop soon; its result is not used then.
    ///
    /// # Errors
    /// Why there was no run, or why its events broke off, for the client's model.
    fn ask<'a>(&'a self, ask: AskRequest, cancel: &'a CancelToken, on: &'a dyn Fn(TimedEvent)) -> AskFuture<'a>;
}
