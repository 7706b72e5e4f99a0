//! What a node can ask for and report while it runs.

use std::cell::{Cell, RefCell};
use std::future::pending;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::error::NodeError;
use super::event::{RunEvent, RunEventKind};
use super::services::Services;
use super::task::{Task, TaskId};
use crate::interrupt::Refusal;
use crate::log::{Answers, Finite, Question};
use crate::random::{fnv, number};
use crate::state::State;
use crate::store::StoreError;

/// What a node of a graph over `S` is given beside the state.
pub type NodeContext<'r, S> = TaskContext<'r, <S as State>::Event>;

/// What a node is given beside the state: it reports events, asks people, waits, draws random numbers. Each attempt gets
/// a new one. It depends on the type of the events alone, so functions that nodes of several states share take it and
/// are compiled once.
pub struct TaskContext<'r, E> {
    node: &'r str,
    step: u32,
    task: u32,
    attempt: u32,
    seed: u64,
    branch: u64,
    answers: Option<&'r Answers>,
    /// The log of the subgraph in it; empty where that has not started.
    pub(crate) child: &'r [Box<RawValue>],
    report: &'r dyn Fn(RunEvent<'_, E>),
    pub(crate) services: Option<&'r Services<'r>>,
    asked: Cell<u32>,
    drawn: Cell<u32>,
    pub(crate) questions: RefCell<Vec<Question>>,
    pub(crate) recorded: RefCell<Vec<E>>,
    /// Why the subgraph in it is suspended, once it is.
    pub(crate) suspended: RefCell<Option<Suspension>>,
}

impl<'r, E: Clone> TaskContext<'r, E> {
    /// A context for a node that is run by hand, without a driver: it has no clock, and an interrupt never returns.
    pub fn new(node: &'r str, step: u32, report: &'r dyn Fn(RunEvent<'_, E>)) -> Self {
        Self {
            node,
            step,
            task: 0,
            attempt: 1,
            seed: 0,
            branch: 0,
            answers: None,
            child: &[],
            report,
            services: None,
            asked: Cell::new(0),
            drawn: Cell::new(0),
            questions: RefCell::new(Vec::new()),
            recorded: RefCell::new(Vec::new()),
            suspended: RefCell::new(None),
        }
    }

    pub(crate) fn of_task<S: State<Event = E>>(
        task: &'r Task<S>,
        attempt: u32,
        report: &'r dyn Fn(RunEvent<'_, E>),
        services: &'r Services<'r>,
    ) -> Self {
        Self {
            task: task.id.index,
            attempt,
            seed: task.seed,
            branch: task.branch,
            answers: task.answers.as_deref(),
            child: task.child.as_deref().map_or(&[], |lines| &**lines),
            services: Some(services),
            ..Self::new(&task.node, task.step, report)
        }
    }

    /// The name under which the node was added.
    pub fn node(&self) -> &str {
        self.node
    }

    /// The superstep, from 1.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// Which attempt this is, from 1.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// The task, as events and errors name it.
    pub fn task_id(&self) -> TaskId {
        TaskId { step: self.step, index: self.task }
    }

    /// The task's place among those of its superstep.
    pub(crate) fn task(&self) -> u32 {
        self.task
    }

    /// Reports an event to the run's listener at once. It is not stored.
    pub fn emit(&self, event: E) {
        self.report(RunEventKind::Custom { node: self.node, payload: event, recorded: false });
    }

    /// Reports an event to the run's listener at once, and stores it with the node's update in the run's log. If the
    /// attempt fails, it is not stored, as the update is not.
    pub fn record(&self, event: E) {
        self.recorded.borrow_mut().push(event.clone());
        self.report(RunEventKind::Custom { node: self.node, payload: event, recorded: true });
    }

    /// Passes on a piece of a message as a model streams it.
    pub fn token(&self, message: &str, text: &str) {
        self.report(RunEventKind::Token { node: self.node, message, text });
    }

    pub(crate) fn report(&self, kind: RunEventKind<'_, E>) {
        (self.report)(RunEvent { at: self.now(), step: self.step, path: "", tasks: &[self.task_id()], kind });
    }

    /// Passes on an event of a subgraph.
    pub(crate) fn pass_on(&self, event: RunEvent<'_, E>) {
        (self.report)(event);
    }

    /// Asks the outside for something and waits for the answer, however long that takes: the run may be stored and its
    /// process end meanwhile. When it is answered, the node runs again from its top, and this call and those before it
    /// return at once; answers are matched by the order of calls and by what was asked. So what comes before an interrupt
    /// must be safe to repeat; should it ask something else the second time, that is a new question. An answer that is no `A`
    /// opens the question again, with why it was [refused](crate::Interrupt::refused).
    ///
    /// # Errors
    /// When `value` has no JSON form.
    pub async fn interrupt<A: DeserializeOwned>(&self, value: impl Serialize) -> Result<A, NodeError> {
        let call = self.asked.replace(self.asked.get() + 1);
        let call = format!("{}:{}:{}:{call}", self.node, self.step, self.task);
        let value = serde_json::to_value(Finite(&value))?;
        let mut refused = None;
        if let Some(answer) = self.answers.and_then(|answers| answers.to(&call, &value)) {
            match A::deserialize(answer) {
                Ok(answer) => return Ok(answer),
                Err(why) => {
                    let why = format!("the answer does not fit: {why}");
                    refused = Some(Refusal { answer: answer.clone(), why });
                }
            }
        }
        let id = format!("{call}:{:08x}", hash(self.branch, &value));
        self.open(Question { id, value, refused }).await
    }

    /// How many of its interrupts have an answer: those that an earlier execution of the task opened.
    pub fn answers(&self) -> usize {
        self.answers.map_or(0, Answers::len)
    }

    /// Opens a question; never ready.
    pub(crate) async fn open<A>(&self, question: Question) -> A {
        self.questions.borrow_mut().push(question);
        pending().await
    }

    pub(crate) fn answer(&self, id: &str, question: &Value) -> Option<Value> {
        let answered = self.answers.and_then(|answers| answers.get(id));
        answered.filter(|answered| answered.question == *question).map(|answered| answered.answer.clone())
    }

    /// Milliseconds of the run's clock, if it has one.
    pub fn now(&self) -> Option<f64> {
        self.services.and_then(Services::now)
    }

    /// Waits this many milliseconds.
    ///
    /// # Errors
    /// When the run was given no [`Sleep`](crate::Sleep).
    pub async fn sleep(&self, ms: f64) -> Result<(), NodeError> {
        match self.services.and_then(|services| services.sleep.as_ref()) {
            Some(sleep) => {
                sleep.sleep(ms).await;
                Ok(())
            }
            None => Err(NodeError::msg("there is no port for waiting").permanent()),
        }
    }

    /// A random number that is the same whenever this call of this task is repeated: it depends on the run's seed.
    pub fn random(&self) -> u64 {
        number(self.seed, self.step, self.task, self.drawn.replace(self.drawn.get() + 1))
    }
}

/// Why a subgraph is suspended although its nodes wait for no answer: the driver around it stops too, and starts the task
/// again when it is driven on.
pub(crate) enum Suspension {
    Paused,
    Cancelled,
    NotStored(StoreError),
}

/// 32 bits that differ for other questions and other branches of a run.
fn hash(branch: u64, question: &Value) -> u32 {
    // A JSON value is written without an error.
    let question = serde_json::to_vec(&Finite(question)).unwrap_or_else(|why| why.to_string().into_bytes());
    let hash = fnv(&[&branch.to_le_bytes(), &*question].concat());
    (hash ^ (hash >> 32)) as u32
}
