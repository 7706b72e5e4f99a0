//! A world that outlives a killed process: the script of the model, what the outside saw of it, and the store.

use super::{Confirms, Slow, killed_after, ticks};
use agent::{Agent, AskError, Controls, Models, Question, RunEnd, RunState, StoredRun, Toolbox};
use futures::executor::block_on;
use model::Message;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use protocol::{Approval, Asked, Event, Evidence, ProposedCall, TimedEvent};
use state_graph::{CheckpointStore, History, MemoryStore};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The tools of a world, which note there what they do.
pub type Tools = for<'w> fn(&'w World) -> Toolbox<'w>;

pub struct World {
    pub model: ScriptedModelClient,
    pub model_calls: Cell<u32>,
    /// The calls that ran, previews of edits included.
    pub ran: RefCell<Vec<String>>,
    /// How often a program ran.
    pub commands: Cell<u32>,
    pub events: RefCell<Vec<Event>>,
    pub store: Rc<MemoryStore>,
    tools: Tools,
    confirms: fn(&Evidence) -> bool,
}

impl World {
    /// `confirms`: whether evidence is verified.
    pub fn over(script: Vec<Scripted>, tools: Tools, confirms: fn(&Evidence) -> bool) -> Self {
        Self {
            model: ScriptedModelClient::new(script),
            model_calls: Cell::new(0),
            ran: RefCell::default(),
            commands: Cell::new(0),
            events: RefCell::default(),
            store: Rc::new(MemoryStore::default()),
            tools,
            confirms,
        }
    }

    pub fn tools(&self) -> Toolbox<'_> {
        (self.tools)(self)
    }

    /// Runs `act` with an agent of a new process; killed after `polls` polls.
    pub fn process<R>(&self, polls: Option<usize>, act: impl AsyncFnOnce(&Agent<'_>) -> R) -> Option<R> {
        let model = Slow { inner: &self.model, finished: &self.model_calls };
        let agent = Agent {
            models: Models::one(&model),
            tools: self.tools(),
            acting: Toolbox::new(),
            services: agent::ActingServices::default(),
            attended: true,
            repository: None,
            verifier: Box::new(Confirms(self.confirms)),
            clock: ticks(),
            timer: Rc::new(NoWait),
            store: Rc::clone(&self.store) as Rc<dyn CheckpointStore>,
        };
        killed_after(polls, act(&agent))
    }

    pub fn listening(&self) -> impl FnMut(TimedEvent) {
        |event| self.events.borrow_mut().push(event.event)
    }

    pub fn ask_in(&self, polls: Option<usize>, asked: Question) -> Option<Result<RunEnd, AskError>> {
        let on = self.listening();
        self.process(polls, async |agent| agent.ask(asked, &Controls::default(), on).await)
    }

    pub fn ask(&self, asked: Question) -> Result<RunEnd, AskError> {
        self.ask_in(None, asked).expect("it is not killed")
    }

    pub fn resume_in(&self, polls: Option<usize>, approval: Option<Approval>) -> Option<Result<RunEnd, AskError>> {
        let (on, answer) = (self.listening(), approval.map(Into::into));
        self.process(polls, async |agent| agent.resume("r1", answer, &Controls::default(), on).await)
    }

    pub fn resume(&self, approval: Option<Approval>) -> Result<RunEnd, AskError> {
        self.resume_in(None, approval).expect("it is not killed")
    }

    pub fn log(&self) -> Option<Vec<u8>> {
        block_on(self.store.read("r1")).unwrap()
    }

    pub fn stored(&self) -> StoredRun {
        StoredRun::read(&self.log().unwrap()).unwrap()
    }

    pub fn state<S: RunState>(&self) -> S {
        let history = History::<S>::read(&self.log().unwrap()).unwrap();
        history.state(history.head()).unwrap()
    }

    /// The nodes that have finished, in order: one that asks a person is there once.
    pub fn nodes(&self) -> String {
        let name = |event: &Event| match event {
            Event::NodeFinished { node, .. } => Some(node.clone()),
            _ => None,
        };
        self.events.borrow().iter().filter_map(name).collect::<Vec<_>>().join(" > ")
    }

    /// The prompts that begin with these words.
    pub fn prompts(&self, words: &str) -> Vec<String> {
        let first = |messages: Vec<Message>| messages.into_iter().next().unwrap().content;
        self.model.requests().into_iter().map(first).filter(|prompt| prompt.starts_with(words)).collect()
    }
}

/// The first call that a person is asked about, in the only interrupt.
#[track_caller]
pub fn asked(end: Result<RunEnd, AskError>) -> ProposedCall {
    let Ok(RunEnd::Awaiting(interrupts)) = end else { panic!("it waits for a person, but: {end:?}") };
    let [interrupt] = interrupts.as_slice() else { panic!("one interrupt, but: {interrupts:?}") };
    let Asked::Calls { calls } = &interrupt.asked else { panic!("calls, but: {interrupt:?}") };
    calls[0].clone()
}

/// The person's yes to a call.
pub fn yes(call: &ProposedCall) -> Option<Approval> {
    Some(Approval { allowed: vec![call.id.clone()], ..Approval::default() })
}
