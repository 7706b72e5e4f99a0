//! Running an agent: a question in, events out, an answer or a reason. Every run is stored as it goes, so that it can be
//! paused, resumed after its process ended, and forked.

mod clock;
mod error;
mod reporter;

pub use error::AskError;

use crate::citations::OfRecorded;
use crate::graphs::AgentKind;
use crate::graphs::plan_react::Parts;
use crate::record::{About, StoredRun, plan_given, recheck};
use crate::{AgentState, AgentStateUpdate, Limits, Toolbox, Verifier};
use clock::RunClock;
use model::ModelClient;
use protocol::{
    Approval, AskOptions, Citation, Event, ModelChoice, ProposedCall, RunOrigin, RunOutcome, TimedEvent, Turn,
};
use reporter::{Reporter, proposed};
use state_graph::{
    CancelToken, CheckpointStore, Clock, Durability, Graph, Halt, History, Invocation, LogEnd, Resume, Run,
};
use std::collections::BTreeMap;
use std::rc::Rc;

/// An agent with what it works by. It keeps nothing between runs but what is in the store.
pub struct Agent<'a> {
    /// Who answers.
    pub model: &'a dyn ModelClient,
    /// What it may call.
    pub tools: &'a Toolbox<'a>,
    /// Who checks citations.
    pub verifier: &'a dyn Verifier,
    /// Times of events.
    pub clock: Rc<dyn Clock>,
    /// Where runs are kept.
    pub store: Rc<dyn CheckpointStore + 'a>,
}

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// Names the run; chosen by the host, and not in the store yet.
    pub run: String,
    /// As asked.
    pub text: String,
    /// Earlier turns, oldest first.
    pub history: Vec<Turn>,
    /// Agent, model and limits.
    pub options: AskOptions,
    /// Names the repository, for lists of runs.
    pub repository: String,
    /// Milliseconds since 1970, for lists of runs.
    pub asked_at: f64,
}

/// A run that goes on from a checkpoint of another.
#[derive(Debug, Clone)]
pub struct Fork {
    /// Where it comes from. That run stays as it is.
    pub origin: RunOrigin,
    /// Names the new run.
    pub run: String,
    /// Another question, if it is to change.
    pub question: Option<String>,
    /// Another plan, if it is to change.
    pub plan: Option<Vec<String>>,
    /// Who answers from here on, as the new run keeps it; that of the other run is not used.
    pub model: ModelChoice,
    /// Milliseconds since 1970.
    pub asked_at: f64,
}

/// How a run can be stopped from outside.
#[derive(Clone, Default)]
pub struct Controls {
    /// At once; what had finished is kept.
    pub cancel: CancelToken,
    /// At the end of the superstep.
    pub pause: CancelToken,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Markdown with `[[number]]` citations.
    pub markdown: String,
    /// In order of their numbers.
    pub citations: Vec<Citation>,
    /// Citations taken out.
    pub dropped: u32,
}

/// How a stretch of a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunEnd {
    /// With an answer.
    Answered(Answer),
    /// It was paused and can be resumed.
    Paused,
    /// It can be resumed with a person's word on these calls.
    AwaitingApproval(Vec<ProposedCall>),
}

impl RunEnd {
    fn outcome(&self) -> RunOutcome {
        match self {
            Self::Answered(_) => RunOutcome::Answered,
            Self::Paused => RunOutcome::Paused,
            Self::AwaitingApproval(_) => RunOutcome::AwaitingApproval,
        }
    }
}

impl<'a> Agent<'a> {
    /// Asks. `on` hears every event in order; the first is `RunStarted`, the last `RunFinished`.
    ///
    /// # Errors
    /// Why there is no answer; the last event says so too.
    pub async fn ask(
        &self,
        question: Question,
        controls: &Controls,
        on: impl FnMut(TimedEvent),
    ) -> Result<RunEnd, AskError> {
        let clock = Rc::new(RunClock::new(Rc::clone(&self.clock), 0.0));
        let reporter = Reporter::new(Rc::clone(&clock), 0, on);
        let text = question.text.trim().to_owned();
        reporter.tell(Event::RunStarted {
            run: question.run.clone(),
            question: text.clone(),
            agent: question.options.agent.clone(),
            model: self.model.info(),
        });
        let end = self.begin(&question, &text, clock, controls, &reporter).await;
        finish(end, &reporter)
    }

    async fn begin<L: FnMut(TimedEvent)>(
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
        let about = About {
            run: question.run.clone(),
            question: text.to_owned(),
            options: question.options.clone(),
            answered_by: self.model.info(),
            repository: question.repository.clone(),
            started_at: question.asked_at,
            imported: false,
            forked_from: None,
        };
        let graph = self.graph(&question.options, self.verifier)?;
        let run = graph.start(AgentState::asking(text, &question.history));
        self.drive(run, &about, clock, controls, reporter).await
    }

    /// Goes on with a stored run: after a pause, after its process ended, after it was stopped or failed, or with a
    /// person's word on the tools it wants to call. `on` hears what is new; the first event is `RunResumed`.
    ///
    /// # Errors
    /// Why there is no answer; the last event says so too.
    pub async fn resume(
        &self,
        run: &str,
        approval: Option<Approval>,
        controls: &Controls,
        on: impl FnMut(TimedEvent),
    ) -> Result<RunEnd, AskError> {
        let mut stored = self.stored(run).await?;
        // What it does goes to where it was read from, whatever it calls itself.
        run.clone_into(&mut stored.about.run);
        let mut told = stored.events();
        // Of what was, only an answer is given again.
        if told.iter().any(|told| matches!(told.event, Event::Answer { .. })) {
            self.check(&mut told).await?;
        }
        let verifier = OfRecorded(self.verifier);
        let graph = self.graph(&stored.about.options, &verifier)?;
        // Recorded from here on, so that a person's word is not lost either.
        let mut restored = Run::restore(&graph, stored.history())?.recording(serde_json::Value::Null);
        let pending = restored.interrupts();
        if let Some(approval) = approval {
            let answer = serde_json::to_value(&approval).expect("an approval is JSON: it has string keys only");
            let answers: BTreeMap<_, _> = pending.iter().map(|asked| (asked.id.clone(), answer.clone())).collect();
            restored.resume(Resume::Answers(answers))?;
        }
        let clock = Rc::new(RunClock::new(Rc::clone(&self.clock), told.last().map_or(0.0, |last| last.at_ms)));
        let reporter = Reporter::new(Rc::clone(&clock), told.len(), on);
        told.iter().for_each(|told| reporter.remember(&told.event));
        let model = Some(self.model.info());
        reporter.tell(Event::RunResumed { checkpoint: stored.history().head(), model });
        let end = self.drive(restored, &stored.about, clock, controls, &reporter).await;
        finish(end, &reporter)
    }

    /// Goes on from a checkpoint of a stored run as a run of its own, with another question or plan if wanted. `on` hears
    /// the part that both share first.
    ///
    /// # Errors
    /// Why there is no answer; the last event says so too.
    pub async fn fork(&self, fork: Fork, controls: &Controls, on: impl FnMut(TimedEvent)) -> Result<RunEnd, AskError> {
        let origin = &fork.origin;
        let log = self.store.read(&origin.run).await?.ok_or_else(|| AskError::NoRun(origin.run.clone()))?;
        let mut about = About::peek(&log)?;
        about.run.clone_from(&fork.run);
        about.started_at = fork.asked_at;
        about.answered_by = self.model.info();
        about.options.model = fork.model;
        about.forked_from = Some(origin.clone());
        let question = fork.question.as_deref().map(str::trim);
        if question == Some("") {
            return Err(AskError::Empty);
        }
        if let Some(question) = question {
            question.clone_into(&mut about.question);
        }
        let header = serde_json::to_value(&about).expect("a header is JSON: it has string keys only");
        let shared = state_graph::log::excerpt(&log, origin.checkpoint, header)?;
        let stored = StoredRun::of(History::read(&shared)?)?;
        let verifier = OfRecorded(self.verifier);
        let graph = self.graph(&about.options, &verifier)?;
        let mut shared_events = stored.events();
        self.check(&mut shared_events).await?;
        let run = Run::restore_at(&graph, stored.history(), origin.checkpoint)?;
        let mut run = run.recording(serde_json::Value::Null);
        self.store.append(&fork.run, LogEnd::NEW, &shared).await?;

        let mut edit = AgentStateUpdate::new();
        if let Some(question) = question {
            edit = edit.input(question);
        }
        let planner = AgentKind::named(&about.options.agent)?.planner();
        let plans_next = stored.history().checkpoint(origin.checkpoint)?.next == [planner];
        let given = fork.plan.is_some();
        match fork.plan {
            // As if the planner had made it.
            Some(plan) => run.update_state(edit.plan(plan).current_step(0u32), Some(planner))?,
            // Another question wants another plan.
            None if question.is_some() && !plans_next => run.input(edit)?,
            None => run.update_state(edit, None)?,
        }
        let told: Vec<_> = shared_events.into_iter().filter(|told| !is_end(&told.event)).collect();
        let clock = Rc::new(RunClock::new(Rc::clone(&self.clock), told.last().map_or(0.0, |last| last.at_ms)));
        let reporter = Reporter::new(Rc::clone(&clock), 0, on);
        reporter.tell_again(told);
        if given {
            reporter.tell(plan_given(run.state()));
        }
        let end = self.drive(run, &about, clock, controls, &reporter).await;
        finish(end, &reporter)
    }

    /// A run as stored.
    async fn stored(&self, run: &str) -> Result<StoredRun, AskError> {
        let log = self.store.read(run).await?.ok_or_else(|| AskError::NoRun(run.to_owned()))?;
        Ok(StoredRun::read(&log)?)
    }

    /// Checks what recorded events cite against the repository.
    async fn check(&self, events: &mut [TimedEvent]) -> Result<(), AskError> {
        recheck(events, self.verifier).await.map_err(AskError::Unchecked)
    }

    fn graph<'g>(
        &'g self,
        options: &AskOptions,
        verifier: &'g dyn Verifier,
    ) -> Result<Graph<'g, AgentState>, AskError> {
        let kind = AgentKind::named(&options.agent)?;
        let (model, tools) = (self.model, self.tools);
        let parts = Parts { model, tools, verifier, limits: Limits::of(options), approve_tools: options.approve_tools };
        Ok(kind.graph(&parts)?)
    }

    async fn drive<L: FnMut(TimedEvent)>(
        &self,
        run: Run<'_, AgentState>,
        about: &About,
        clock: Rc<RunClock>,
        controls: &Controls,
        reporter: &Reporter<L>,
    ) -> Result<RunEnd, AskError> {
        let header = serde_json::to_value(about).expect("a header is JSON: it has string keys only");
        let mut invocation: Invocation<'_, AgentState> = Invocation::new(run)
            .limit(about.options.recursion_limit)
            .cancel(controls.cancel.clone())
            .pause(controls.pause.clone())
            .clock(clock)
            .checkpoints(Rc::clone(&self.store), about.run.clone(), Durability::Step, header)
            .on_event(|event| reporter.hear(event));
        Ok(match invocation.drive().await? {
            Halt::Done => {
                let (markdown, citations, dropped) = reporter.answer();
                RunEnd::Answered(Answer { markdown, citations, dropped })
            }
            Halt::Interrupted(interrupts) => RunEnd::AwaitingApproval(proposed(&interrupts)),
            Halt::Paused(_) => RunEnd::Paused,
        })
    }
}

/// The run goes on, so this is not its end yet.
fn is_end(event: &Event) -> bool {
    matches!(event, Event::RunFinished { .. } | Event::ApprovalAsked { .. })
}

fn finish<L: FnMut(TimedEvent)>(end: Result<RunEnd, AskError>, reporter: &Reporter<L>) -> Result<RunEnd, AskError> {
    let outcome = end.as_ref().map_or_else(AskError::outcome, RunEnd::outcome);
    reporter.tell(Event::RunFinished { outcome, ms: reporter.elapsed() });
    end
}
