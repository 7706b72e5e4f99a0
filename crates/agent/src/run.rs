//! Running an agent: one question, events out, an answer or a reason.

use crate::graphs::AgentKind;
use crate::graphs::plan_react::{self, Parts};
use crate::{AgentState, Limits, Toolbox, Verifier};
use model::{ModelClient, ModelError};
use protocol::{Citation, Event, RunOutcome, TimedEvent, Turn};
use state_graph::{CancelToken, Clock, CompileError, Invocation, RunError, RunEvent, RunEventKind};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::IntoFuture;
use std::rc::Rc;

/// An agent with what it works by. It keeps nothing between questions.
pub struct Agent<'a> {
    /// Which graph.
    pub kind: AgentKind,
    /// Who answers.
    pub model: &'a dyn ModelClient,
    /// What it may call.
    pub tools: &'a Toolbox<'a>,
    /// Who checks citations.
    pub verifier: &'a dyn Verifier,
    /// The safety layers.
    pub limits: Limits,
    /// Times of events.
    pub clock: Rc<dyn Clock>,
}

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// Names the run; chosen by the host.
    pub run: String,
    /// As asked.
    pub text: String,
    /// Earlier turns, oldest first.
    pub history: Vec<Turn>,
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

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The person stopped it.
    #[error("stopped")]
    Cancelled,
    /// Nothing was asked.
    #[error("the question is empty")]
    Empty,
    /// The model could not be used.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The graph stopped for another reason.
    #[error("the run stopped: {0}")]
    Run(RunError),
    /// The graph does not hold together.
    #[error(transparent)]
    Graph(#[from] CompileError),
}

impl AskError {
    fn outcome(&self) -> RunOutcome {
        let advice = match self {
            Self::Cancelled => return RunOutcome::Cancelled,
            Self::Model(error) => error.advice.clone(),
            Self::Run(RunError::Limit { .. }) => Some("Ask a narrower question, or raise the limits.".to_owned()),
            _ => None,
        };
        RunOutcome::Failed { message: self.to_string(), advice }
    }
}

impl Agent<'_> {
    /// Asks. `on` hears every event in order; the first is `RunStarted`, the last `RunFinished`.
    pub async fn ask(
        &self,
        question: Question,
        cancel: CancelToken,
        on: impl FnMut(TimedEvent),
    ) -> Result<Answer, AskError> {
        let reporter = Reporter::new(Rc::clone(&self.clock), on);
        let text = question.text.trim().to_owned();
        reporter.tell(Event::RunStarted {
            run: question.run.clone(),
            question: text.clone(),
            agent: self.kind.name().to_owned(),
            model: self.model.info(),
        });
        let result = if text.is_empty() {
            Err(AskError::Empty)
        } else {
            self.drive(AgentState::asking(&text, &question.history), cancel, &reporter).await
        };
        let outcome = match &result {
            Ok(_) => RunOutcome::Answered,
            Err(error) => error.outcome(),
        };
        let ms = reporter.elapsed();
        reporter.tell(Event::RunFinished { outcome, ms });
        result
    }

    async fn drive<L: FnMut(TimedEvent)>(
        &self,
        state: AgentState,
        cancel: CancelToken,
        reporter: &Reporter<L>,
    ) -> Result<Answer, AskError> {
        let parts = Parts { model: self.model, tools: self.tools, verifier: self.verifier, limits: self.limits };
        let graph = match self.kind {
            AgentKind::PlanReact => plan_react::graph(&parts)?,
        };
        let invocation: Invocation<'_, AgentState> = graph
            .invoke(state)
            .limit(self.limits.recursion_limit)
            .cancel(cancel)
            .clock(Rc::clone(&self.clock))
            .on_event(|event| reporter.hear(event));
        let end = invocation.into_future().await.map_err(|stopped| match stopped.error {
            RunError::Cancelled { .. } => AskError::Cancelled,
            RunError::Node { ref error, .. } => match error.downcast_ref::<ModelError>() {
                Some(model) => AskError::Model(model.clone()),
                None => AskError::Run(stopped.error),
            },
            error => AskError::Run(error),
        })?;
        let (citations, dropped) = reporter.answer.take();
        Ok(Answer { markdown: end.response, citations, dropped })
    }
}

/// Numbers and times events on their way out, and fills in durations that nodes cannot know.
struct Reporter<L> {
    clock: Rc<dyn Clock>,
    started: f64,
    inner: RefCell<Inner<L>>,
    answer: RefCell<(Vec<Citation>, u32)>,
}

struct Inner<L> {
    listener: L,
    seq: u32,
    /// Begin of each tool call under way by id, and of the node's current model call under the node's name.
    since: BTreeMap<String, f64>,
}

impl<L: FnMut(TimedEvent)> Reporter<L> {
    fn new(clock: Rc<dyn Clock>, listener: L) -> Self {
        let started = clock.now_ms();
        let inner = RefCell::new(Inner { listener, seq: 0, since: BTreeMap::new() });
        Self { clock, started, inner, answer: RefCell::default() }
    }

    fn elapsed(&self) -> f64 {
        self.clock.now_ms() - self.started
    }

    fn tell(&self, mut event: Event) {
        let at_ms = self.elapsed();
        let mut inner = self.inner.borrow_mut();
        match &mut event {
            Event::NodeStarted { node, .. } => drop(inner.since.insert(node.clone(), at_ms)),
            Event::ToolStarted { id, .. } => drop(inner.since.insert(id.clone(), at_ms)),
            Event::ToolFinished { id, ms, .. } => *ms = inner.since.remove(id).map_or(0.0, |begin| at_ms - begin),
            Event::ModelUsed { node, ms, .. } => *ms = inner.since.get(node).map_or(0.0, |begin| at_ms - begin),
            Event::Answer { citations, dropped, .. } => *self.answer.borrow_mut() = (citations.clone(), *dropped),
            _ => {}
        }
        let seq = inner.seq;
        inner.seq += 1;
        (inner.listener)(TimedEvent { seq, at_ms, event });
    }

    fn hear(&self, heard: RunEvent<'_, Event>) {
        let step = heard.step;
        match heard.kind {
            RunEventKind::NodeStarted { node } => self.tell(Event::NodeStarted { node: node.to_owned(), step }),
            RunEventKind::NodeFinished { node, update, duration } => self.tell(Event::NodeFinished {
                node: node.to_owned(),
                step,
                ms: duration.unwrap_or(0.0),
                wrote: update.written().into_iter().map(str::to_owned).collect(),
            }),
            RunEventKind::Custom { payload, .. } => self.tell(payload),
            _ => {}
        }
    }
}
