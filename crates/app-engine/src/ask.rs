//! Starts, resumes and forks runs for the page.

use crate::failure;
use crate::models::Models;
use crate::packs::PackParser;
use crate::port::Port;
use crate::runs::Runs;
use agent::cache::ToolCache;
use agent::tools::ActingServices;
use agent::{Agent, AskError, Controls, Fork, Question, Work};
use agent_memory::MemoryStore;
use code_runner::Runner;
use codebase::Reader;
use git_history::Repository;
use host_web::{FetchPageClient, PerformanceClock, TimeoutTimer};
use mcp_client::Servers;
use protocol::{Failure, FailureKind, ModelChoice, ProfileName, ProfileSettings, Reply};
use state_graph::{Clock, StoreError};
use std::collections::BTreeMap;
use std::rc::Rc;
use web_access::{PageReader, Rules, Web, WebSearch};

/// What the engine needs to work on a run.
pub struct RunRequest<'e> {
    /// Reads the open repository.
    pub reader: &'e Reader,
    pub models: &'e Models,
    /// The servers of tools that the person has set up.
    pub mcp: Rc<Servers>,
    /// Searches the Web; `None` where nobody is set up to answer.
    pub search: Option<Rc<WebSearch>>,
    /// What agents remember about it.
    pub memory: Rc<dyn MemoryStore>,
    /// What tools have read of it for earlier runs.
    pub tool_cache: Rc<ToolCache>,
    /// Its git data, if it came with any.
    pub history: Option<Rc<Repository>>,
    /// Parses what agents change.
    pub parser: Rc<PackParser>,
    /// Runs programs over it.
    pub runner: Rc<dyn Runner>,
    /// The stored runs of the repository.
    pub runs: Runs<'e>,
    /// Cancels and pauses the run.
    pub controls: Controls,
    /// Sends events to the page.
    pub port: &'e Port,
}

impl RunRequest<'_> {
    /// Does the work with `model`, and with the models of `profiles` where they name others. Events report how the run ends; the reply is the run as it is stored then.
    ///
    /// Models come with every command and never from a stored run, which anybody can have written.
    pub async fn run(
        &self,
        work: Work,
        model: &ModelChoice,
        profiles: &BTreeMap<ProfileName, ProfileSettings>,
    ) -> Result<Reply, Failure> {
        let run = match &work {
            Work::Ask(question) if question.text.trim().is_empty() => {
                return Err(failure::bad_input("The question is empty."));
            }
            Work::Ask(Question { run, .. }) | Work::Fork(Fork { run, .. }) | Work::Resume { run, .. } => run.clone(),
        };
        let lock = self.runs.at_rest(&run).await?;
        if !self.runs.active.borrow_mut().insert(run.clone()) {
            return Err(failure::busy_run());
        }
        let port = self.port.clone();
        let on_full = move |error: &StoreError| port.notice(failure::run_not_stored(error));
        self.runs.store.when_full(&run, Some(Rc::new(on_full)));
        let models = self.models.open_all(model, profiles).await;
        let clock = PerformanceClock::new();
        let clock = Rc::new(move || clock.now_ms());
        let store = self.runs.store.port();
        let agent = Agent::over(self.reader, models.get(ProfileName::Default), clock, Rc::new(TimeoutTimer), store);
        let (memory, parser) = (Rc::clone(&self.memory), Rc::clone(&self.parser) as _);
        let wall_clock: Rc<dyn Clock> = Rc::new(PerformanceClock::wall_ms);
        let services = ActingServices {
            memory: Some(memory),
            wall_clock: Some(wall_clock),
            tool_cache: Some(Rc::clone(&self.tool_cache)),
            parser: Some(parser),
            runner: Some(Rc::clone(&self.runner)),
            mcp: Some(Rc::clone(&self.mcp)),
            web: web(self.search.clone()),
            history: self.history.clone(),
            attended: true,
            ..ActingServices::default()
        };
        let agent = Agent { models: agent::Models::of(&models), ..agent.acting_with(self.reader, services) };
        let end = agent.work(work, &self.controls, |event| self.port.event(event)).await;
        self.runs.store.when_full(&run, None);
        self.runs.active.borrow_mut().remove(&run);
        self.runs.store.release().await;
        drop(lock);
        match end {
            // There is no run to reply with.
            Err(AskError::NoAgent(name)) => Err(failure::bad_input(format!("There is no agent called `{name}`."))),
            Err(error @ (AskError::NoRun(_) | AskError::Log(_) | AskError::Resume(_) | AskError::Unchecked(_))) => {
                let message = host_web::sentence(&error);
                Err(failure::failure(FailureKind::BadInput, message, Some("The run is kept as it is.")))
            }
            _ => self.runs.run_that_is(&run, false).await,
        }
    }
}

/// Pages that allow it can be fetched, and the Web be searched where that is set up.
fn web(search: Option<Rc<WebSearch>>) -> Web {
    let pages = PageReader::new(Rc::new(FetchPageClient), Rc::new(TimeoutTimer), Rules::default());
    Web { pages: Some(Rc::new(pages)), search }
}

/// A new id for a run: the time, and a random number because two tabs may ask at the same moment.
pub fn fresh_name() -> String {
    format!("run-{:.0}-{:04}", PerformanceClock::wall_ms(), (js_sys::Math::random() * 10_000.0) as u32)
}
