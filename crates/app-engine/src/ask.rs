//! Starts, resumes and forks runs for the page.

use crate::failure;
use crate::models::Models;
use crate::packs::PackParser;
use crate::port::Port;
use crate::runs::Runs;
use agent::tools::ActingServices;
use agent::{Agent, AskError, Controls, Fork, Question, Toolbox, Work};
use agent_memory::MemoryStore;
use codebase::Reader;
use host_web::{PerformanceClock, TimeoutTimer};
use protocol::{Failure, FailureKind, ModelChoice, Reply};
use state_graph::StoreError;
use std::rc::Rc;

/// What the engine needs to work on a run.
pub struct RunRequest<'e> {
    /// Reads the open repository.
    pub reader: &'e Reader,
    pub models: &'e Models,
    /// What agents remember about it.
    pub memory: Rc<dyn MemoryStore>,
    /// Parses what agents change.
    pub parser: Rc<PackParser>,
    /// The stored runs of the repository.
    pub runs: Runs<'e>,
    /// Cancels and pauses the run.
    pub controls: Controls,
    /// Sends events to the page.
    pub port: &'e Port,
}

impl RunRequest<'_> {
    /// Does the work with `model`. Events report how the run ends; the reply is the run as it is stored then.
    ///
    /// `model` comes with every command and never from a stored run, which anybody can have written.
    pub async fn run(&self, work: Work, model: &ModelChoice) -> Result<Reply, Failure> {
        let run = match &work {
            Work::Ask(question) if question.text.trim().is_empty() => {
                return Err(failure::bad_input("The question is empty."));
            }
            Work::Ask(Question { run, .. }) | Work::Fork(Fork { run, .. }) | Work::Resume { run, .. } => run.clone(),
        };
        let lock = self.runs.store.lock(&run).await.ok_or_else(failure::busy_run)?;
        if !self.runs.active.borrow_mut().insert(run.clone()) {
            return Err(failure::busy_run());
        }
        let port = self.port.clone();
        let on_full = move |error: &StoreError| port.notice(failure::run_not_stored(error));
        self.runs.store.when_full(&run, Some(Rc::new(on_full)));
        let model = self.models.open(model).await;
        let clock = PerformanceClock::new();
        let clock = Rc::new(move || clock.now_ms());
        let store = self.runs.store.port();
        let agent = Agent::over(self.reader, model.as_ref(), clock, Rc::new(TimeoutTimer), store);
        let (memory, parser) = (Rc::clone(&self.memory), Rc::clone(&self.parser) as _);
        let services = ActingServices { memory: Some(memory), parser: Some(parser), attended: true };
        let agent = Agent { acting: Toolbox::acting(self.reader, &services), ..agent };
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

/// A new id for a run: the time, and a random number because two tabs may ask at the same moment.
pub fn fresh_name() -> String {
    format!("run-{:.0}-{:04}", PerformanceClock::wall_ms(), (js_sys::Math::random() * 10_000.0) as u32)
}
