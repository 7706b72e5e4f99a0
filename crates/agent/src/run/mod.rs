//! Runs of an agent: from a question to events and an answer or an error. Every run is stored superstep by superstep,
//! so that it can be paused, resumed after its process ended, and forked.

mod clock;
mod conversation;
mod drive;
mod earlier;
mod error;
mod fork;
mod material;
mod propose;
mod reporter;
mod resume;
mod setting;
mod settle;
mod spending;
mod steering;
mod work;

pub use error::AskError;
pub use propose::{Proposed, propose};
pub use settle::{SettleError, settle};
pub use steering::Steering;
pub use work::{Answer, Controls, Fork, Question, RunEnd, Work};

use crate::graphs::{AgentKind, Nothing, with_state};
use crate::limited::AboutRepository;
use crate::models::{Models, RunModels};
use crate::record::used::Used;
use crate::record::{About, recheck_over};
use crate::{ActingServices, CodebaseVerifier, RunState, Toolbox, Verifier};
use change_set::ChangeSet;
use clock::RunClock;
use codebase::Reader;
use earlier::Earlier;
use model::scripted::NoWait;
use model::{ModelClient, ProfileName, Timer};
use protocol::{Event, ModelInfo, TimedEvent};
use reporter::Reporter;
use serde::Serialize;
use serde_json::Value;
use state_graph::{CheckpointStore, Clock, History};
use std::rc::Rc;

/// An agent with its model, tools and store. All state of a run is in the store.
pub struct Agent<'a> {
    /// The models that plan, call tools and answer.
    pub models: Models<'a>,
    /// The tools that answer questions about the repository.
    pub tools: Toolbox<'a>,
    /// The further tools of agents that act.
    pub acting: Toolbox<'a>,
    /// What the host offers to agents that act, beside their tools.
    pub services: ActingServices,
    /// Whether a person can answer what a run asks.
    pub attended: bool,
    /// Where agents that act find notes written for them; `None` for no notes.
    pub repository: Option<&'a Reader>,
    /// Verifies citations.
    pub verifier: Box<dyn Verifier + 'a>,
    /// The clock that events are timed by.
    pub clock: Rc<dyn Clock>,
    /// Waits before retries, and for the time limits of nodes.
    pub timer: Rc<dyn Timer>,
    /// The store of the logs of runs.
    pub store: Rc<dyn CheckpointStore + 'a>,
}

impl<'a> Agent<'a> {
    /// An agent that writes into the log of a run without working on it: it has no tool and no repository.
    fn of_log(model: &'a dyn ModelClient, store: Rc<dyn CheckpointStore + 'a>) -> Self {
        Self {
            models: Models::one(model),
            tools: Toolbox::new(),
            acting: Toolbox::new(),
            services: ActingServices::default(),
            attended: false,
            repository: None,
            verifier: Box::new(Nothing),
            clock: Rc::new(|| 0.0),
            timer: Rc::new(NoWait),
            store,
        }
    }

    /// An agent over a repository with one model: with the reading tools, and with citations verified against it. Agents
    /// that act get only these until the host adds [`acting`](Self::acting) ones.
    pub fn over(
        reader: &'a Reader,
        model: &'a dyn ModelClient,
        clock: Rc<dyn Clock>,
        timer: Rc<dyn Timer>,
        store: Rc<dyn CheckpointStore + 'a>,
    ) -> Self {
        let verifier = Box::new(CodebaseVerifier::new(reader));
        let (tools, acting) = (Toolbox::over(reader), Toolbox::new());
        let models = Models::one(model);
        let services = ActingServices::default();
        Self {
            models,
            tools,
            acting,
            services,
            attended: true,
            repository: Some(reader),
            verifier,
            clock,
            timer,
            store,
        }
    }

    /// With the tools of agents that act, over the same repository, and what they and the nodes of those agents need; for every
    /// agent with those that read the git history, where the host has it, and with citations of commits verified against it.
    #[must_use]
    pub fn acting_with(self, reader: &'a Reader, services: ActingServices) -> Self {
        let (acting, attended) = (Toolbox::acting(reader, &services), services.attended);
        let tools = self.tools.clone().and(&Toolbox::history(reader, &services));
        let verifier = Box::new(CodebaseVerifier::new(reader).with_history(services.history.clone()));
        Self { tools, acting, attended, services, verifier, ..self }
    }

    /// Works until there is an answer or the run is suspended or paused. `on` gets every event in order; the last is
    /// `RunFinished`.
    ///
    /// # Errors
    /// Why there is no answer; the last event holds it too.
    pub async fn work(&self, work: Work, controls: &Controls, on: impl FnMut(TimedEvent)) -> Result<RunEnd, AskError> {
        match work {
            Work::Ask(question) => self.ask(question, controls, on).await,
            Work::Resume { run, answer } => self.resume(&run, answer, controls, on).await,
            Work::Fork(fork) => self.fork(fork, controls, on).await,
        }
    }

    /// Starts a run. The first event is `RunStarted`.
    ///
    /// # Errors
    /// As [`work`](Self::work).
    pub async fn ask(
        &self,
        question: Question,
        controls: &Controls,
        on: impl FnMut(TimedEvent),
    ) -> Result<RunEnd, AskError> {
        let (text, clock, reporter) = self.begin(&question, on);
        let end = match AgentKind::named(&question.options.agent) {
            Ok(kind) => with_state!(kind, S => self.start::<S, _>(&question, &text, clock, controls, &reporter).await),
            Err(unknown) => Err(unknown),
        };
        finish(end, &reporter)
    }

    /// The same for the one agent that a host offers, whatever the options name: a program that asks in no other way does
    /// not hold the code of the others.
    ///
    /// # Errors
    /// As [`work`](Self::work).
    pub async fn ask_as<S: RunState>(
        &self,
        question: Question,
        controls: &Controls,
        on: impl FnMut(TimedEvent),
    ) -> Result<RunEnd, AskError> {
        let (text, clock, reporter) = self.begin(&question, on);
        let end = self.start::<S, _>(&question, &text, clock, controls, &reporter).await;
        finish(end, &reporter)
    }

    /// Reports that the run has started.
    fn begin<L: FnMut(TimedEvent)>(&self, question: &Question, on: L) -> (String, Rc<RunClock>, Reporter<L>) {
        let clock = self.clock_after(&[]);
        let reporter = Reporter::after(&[], Rc::clone(&clock), on);
        let text = question.text.trim().to_owned();
        reporter.report(Event::RunStarted {
            run: question.run.clone(),
            question: text.clone(),
            agent: question.options.agent.clone(),
            model: self.info(),
        });
        (text, clock, reporter)
    }

    async fn start<S: RunState, L: FnMut(TimedEvent)>(
        &self,
        question: &Question,
        text: &str,
        clock: Rc<RunClock>,
        controls: &Controls,
        reporter: &Reporter<L>,
    ) -> Result<RunEnd, AskError> {
        if text.is_empty() {
            return Err(AskError::Empty);
        }
        let earlier = Earlier::of(question.history.clone());
        let about = About {
            run: question.run.clone(),
            question: text.to_owned(),
            options: question.options.clone(),
            answered_by: self.info(),
            repository: question.repository.clone(),
            started_at: question.asked_at,
            imported: false,
            forked_from: None,
            conversation: question.conversation.clone(),
            instead_of: question.instead_of.clone(),
            turns_left_out: earlier.left_out,
            turns_shortened: earlier.shortened,
        };
        self.check_folder(&about)?;
        about.limited().into_iter().chain(about.earlier_turns()).for_each(|said| reporter.report(said));
        let question = &Question { history: earlier.turns, ..question.clone() };
        let start = self.material::<S, L>(question, &about, text, reporter).await?;
        let spending = self.spending(&about.options, Used::default());
        let models = RunModels::new(self.models, Rc::clone(&spending.account))
            .limited(about.options.folder.as_deref())
            .about(&self.project().await);
        let setting = self.setting::<S>(&about, false, &models, &*self.verifier);
        let graph = S::graph(&self.parts(&setting, &models, &*self.verifier))?;
        let run = graph.start(S::starting(start));
        self.drive(run, &about, &spending, clock, controls, reporter).await
    }

    /// What is known of the repository; nothing where it cannot be asked.
    async fn project(&self) -> Rc<AboutRepository> {
        let Some(repository) = self.repository else { return Rc::default() };
        // Without them a question is read by its words alone; a repository that cannot be read is an error of the first tool that
        // reads it.
        let asked = repository.ask(|codebase| AboutRepository {
            names: codebase.own_names().unwrap_or_default(),
            is_fetched: !codebase.reads_all_files(),
        });
        Rc::new(asked.await.unwrap_or_default())
    }

    /// Whether the repository was opened for the folder that the run is limited to: with another one it would see more or less
    /// than the person said.
    fn check_folder(&self, about: &About) -> Result<(), AskError> {
        let (asked, opened) = (about.options.folder.as_deref(), self.repository.and_then(Reader::scope));
        if asked == opened || self.repository.is_none() {
            return Ok(());
        }
        let shown =
            |folder: Option<&str>| folder.map_or("the whole repository".to_owned(), |folder| format!("`{folder}`"));
        Err(AskError::Folder { asked: shown(asked), opened: shown(opened) })
    }

    /// A clock that continues from the time of the last of these events.
    fn clock_after(&self, earlier: &[TimedEvent]) -> Rc<RunClock> {
        Rc::new(RunClock::new(Rc::clone(&self.clock), earlier.last().map_or(0.0, |last| last.at_ms)))
    }

    /// Checks what recorded events cite against the repository, and the changes that the run proposes.
    async fn check<S: RunState>(&self, events: &mut [TimedEvent], history: &History<S>) -> Result<(), AskError> {
        let changes = match S::acts() {
            Some(acts) => (acts.changes)(&history.state(history.head())?).clone(),
            None => ChangeSet::default(),
        };
        recheck_over(events, &*self.verifier, &changes).await.map_err(AskError::Unchecked)
    }

    /// The model that is named as that of the run.
    fn info(&self) -> ModelInfo {
        self.models.get(ProfileName::Default).info()
    }
}

/// Plain data as JSON.
fn as_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("plain data with text keys is always JSON")
}

fn finish<L: FnMut(TimedEvent)>(end: Result<RunEnd, AskError>, reporter: &Reporter<L>) -> Result<RunEnd, AskError> {
    let outcome = end.as_ref().map_or_else(AskError::outcome, RunEnd::outcome);
    reporter.report(Event::RunFinished { outcome, ms: reporter.elapsed() });
    end
}
