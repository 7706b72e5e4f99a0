//! The host of the MCP server: the repository's tools, and an agent to ask.

use super::opening::Opening;
use crate::arguments::McpOptions;
use crate::output;
use crate::runs::{self, Runs};
use crate::session::since_now;
use agent::{Agent, AgentKind, CancelToken, Controls, IndexFailure, Models, Question, ToolError, ToolOutput, Toolbox};
use anyhow::Result;
use futures::future::LocalBoxFuture;
use host_native::ThreadTimer;
use mcp::{About, AskFuture, AskRequest, Host};
use protocol::{AskOptions, ProfileName, TimedEvent};
use serde_json::Value;
use std::rc::Rc;

/// A repository, and what is needed to answer questions about it.
pub struct Served<'a> {
    pub options: &'a McpOptions,
    /// The models and limits of runs; each names its agent.
    pub answering: AskOptions,
    pub models: Models<'a>,
    /// The repository, which may still be indexing.
    pub opening: Opening,
    /// The store of runs. If it could not be opened, every tool but `ask` works.
    pub runs: Result<Runs>,
}

impl Host for Served<'_> {
    fn about(&self) -> About {
        let as_of = self.opening.as_of;
        About {
            repository: output::one_line(&self.opening.name),
            note: Some(format!("Code is as it was when {as_of}; what changed since is not in it.")),
            agents: AgentKind::names(),
        }
    }

    fn call<'a>(&'a self, tool: &'a str, arguments: &'a Value) -> LocalBoxFuture<'a, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let reader = self.opening.reader().await.map_err(IndexFailure::new)?;
            Toolbox::over(&reader).call(tool, arguments).await
        })
    }

    fn ask<'a>(&'a self, ask: AskRequest, cancel: &'a CancelToken, on: &'a dyn Fn(TimedEvent)) -> AskFuture<'a> {
        Box::pin(
            async move { self.run(ask, cancel, on).await.map_err(|error| output::one_line(&format!("{error:#}"))) },
        )
    }
}

impl Served<'_> {
    async fn run(&self, ask: AskRequest, cancel: &CancelToken, on: &dyn Fn(TimedEvent)) -> Result<()> {
        let runs = self.runs.as_ref().map_err(|error| anyhow::anyhow!("{error:#}"))?;
        let whole = self.opening.reader().await.map_err(anyhow::Error::msg)?;
        let reader = match &ask.folder {
            Some(folder) => Rc::new(whole.limited_to(folder).await??),
            None => whole,
        };
        let (run, _lock) = runs.begin().await?;
        let folder = reader.scope().map(str::to_owned);
        let mut options = AskOptions { agent: ask.agent, folder, ..self.answering.clone() };
        if let Some(most) = ask.max_iterations {
            options.max_iterations = Some(options.max_iterations.map_or(most, |own| most.min(own)));
        }
        let question = Question {
            run,
            text: ask.question,
            history: Vec::new(),
            after: None,
            conversation: None,
            instead_of: None,
            options,
            repository: runs::absolute(&self.options.repository.path),
            asked_at: runs::wall_ms(),
        };
        let agent = Agent::over(
            &reader,
            self.models.get(ProfileName::Default),
            since_now(),
            Rc::new(ThreadTimer),
            runs.store(),
        );
        // Another program asks: nobody is there to answer.
        let agent = Agent { models: self.models, attended: false, ..agent };
        let controls = Controls { cancel: cancel.clone(), ..Controls::default() };
        // An error is in the last event too.
        let _ = agent.ask(question, &controls, on).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use codebase::Reader;

    #[test]
    fn the_tools_are_the_same_before_the_repository_is_there() {
        let reader = Reader::whole(fixtures::codebase("//- a.py\na = 1\n"));
        assert_eq!(Toolbox::reading_specs(), Toolbox::over(&reader).specs());
    }
}
