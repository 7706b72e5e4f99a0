//! Work on runs: a question, a resumed run, a fork.

use crate::failure;
use crate::models::Models;
use crate::port::Port;
use crate::runs::Runs;
use agent::{Agent, AskError, Clock, CodebaseVerifier, Controls, Fork, Question, RunEnd, Toolbox};
use codebase::Reader;
use host_web::PerformanceClock;
use protocol::{Approval, AskOptions, Failure, FailureKind, ModelChoice, Reply, RunOrigin, Turn};
use state_graph::StoreError;
use std::rc::Rc;

/// The engine's clock, for a run's events.
struct RunClock(PerformanceClock);

impl Clock for RunClock {
    fn now_ms(&self) -> f64 {
        self.0.now_ms()
    }
}

/// What is to be done.
pub enum Work {
    /// A new run.
    Ask {
        /// As asked.
        question: String,
        /// Earlier turns.
        history: Vec<Turn>,
        /// Agent, model, limits.
        options: AskOptions,
    },
    /// A stored run goes on.
    Resume {
        /// Which.
        run: String,
        /// A person's word on the tools it wants to call.
        approval: Option<Approval>,
        /// Who answers from here on.
        model: ModelChoice,
    },
    /// A run of its own goes on from a checkpoint.
    Fork {
        /// Where from.
        origin: RunOrigin,
        /// Another question.
        question: Option<String>,
        /// Another plan.
        plan: Option<Vec<String>>,
        /// Who answers from here on.
        model: ModelChoice,
    },
}

impl Work {
    /// Who answers: as the page says with each request. A stored run has no say in it, as anybody can have written it.
    fn model(&self) -> &ModelChoice {
        match self {
            Self::Ask { options, .. } => &options.model,
            Self::Resume { model, .. } | Self::Fork { model, .. } => model,
        }
    }
}

/// The desk at which work is done.
pub struct Desk<'e> {
    /// The repository.
    pub reader: &'e Reader,
    /// Its name.
    pub repository: String,
    /// Who answers.
    pub models: &'e Models,
    /// The repository's runs.
    pub runs: Runs<'e>,
    /// How it can be stopped.
    pub controls: Controls,
    /// Where events go.
    pub port: &'e Port,
}

impl Desk<'_> {
    /// Does it. How a run ends is told by its events; the reply is the run as it is stored then.
    pub async fn work(&self, work: Work) -> Result<Reply, Failure> {
        let run = match &work {
            Work::Ask { question, .. } if question.trim().is_empty() => {
                return Err(failure::bad_input("The question is empty."));
            }
            Work::Resume { run, .. } => run.clone(),
            Work::Ask { .. } | Work::Fork { .. } => fresh_name(),
        };
        let lock = self.runs.store.lock(&run).await.ok_or_else(failure::busy_run)?;
        if !self.runs.active.borrow_mut().insert(run.clone()) {
            return Err(failure::busy_run());
        }
        let port = self.port.clone();
        let on_full = move |error: &StoreError| port.notice(failure::run_not_stored(error));
        self.runs.store.when_full(&run, Some(Rc::new(on_full)));
        let end = self.run(work, run.clone()).await;
        self.runs.store.when_full(&run, None);
        self.runs.active.borrow_mut().remove(&run);
        self.runs.store.release().await;
        drop(lock);
        match end {
            // There is no run to reply with.
            Err(AskError::NoAgent(name)) => Err(failure::bad_input(format!("There is no agent called `{name}`."))),
            Err(error @ (AskError::NoRun(_) | AskError::Log(_) | AskError::Resume(_) | AskError::Unchecked(_))) => {
                let words = crate::repository_store::sentence(&error);
                Err(failure::failure(FailureKind::BadInput, words, Some("The run is kept as it is.")))
            }
            _ => self.runs.run_that_is(&run, false).await,
        }
    }

    async fn run(&self, work: Work, run: String) -> Result<RunEnd, AskError> {
        let model = self.models.open(work.model()).await;
        let tools = Toolbox::over(self.reader);
        let agent = Agent {
            model: model.as_ref(),
            tools: &tools,
            verifier: &CodebaseVerifier::new(self.reader),
            clock: Rc::new(RunClock(PerformanceClock::new())),
            store: self.runs.store.port(),
        };
        let (controls, on, asked_at) = (&self.controls, |event| self.port.event(event), PerformanceClock::wall_ms());
        match work {
            Work::Ask { question, history, options } => {
                let repository = self.repository.clone();
                let question = Question { run, text: question, history, options, repository, asked_at };
                agent.ask(question, controls, on).await
            }
            Work::Resume { run, approval, .. } => agent.resume(&run, approval, controls, on).await,
            Work::Fork { origin, question, plan, model } => {
                agent.fork(Fork { origin, run, question, plan, model, asked_at }, controls, on).await
            }
        }
    }
}

/// A name for a run: by time, and with a number by chance for two tabs that ask at the same moment.
fn fresh_name() -> String {
    format!("run-{:.0}-{:04}", PerformanceClock::wall_ms(), (js_sys::Math::random() * 10_000.0) as u32)
}
