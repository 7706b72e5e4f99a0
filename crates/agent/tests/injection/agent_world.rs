//! Runs of whole agents with a model that obeys every order it reads.

use crate::obedient::World;
use crate::obedient_model::{Call, Obedient, Writes};
use crate::support::{question, ticks};
use agent::policy::Mode;
use agent::{
    ActingServices, Agent, AskError, CodebaseVerifier, Controls, Models, Question, RunEnd, StoredRun, Toolbox,
};
use change_set::ChangeSet;
use futures::executor::block_on;
use model::scripted::NoWait;
use protocol::{Approval, AskOptions, Asked, Event, Interrupt, PersonAnswer, PersonReply, TimedEvent, Turn};
use state_graph::{CheckpointStore, LogEnd, MemoryStore};
use std::rc::Rc;

/// The agents that act.
pub const AGENTS: [&str; 3] = ["tool-router", "plan-review", "three-phase"];

/// What the person does about what they are asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Person {
    /// They are asked, and do not answer.
    Away,
    /// They allow no call, and say yes to every question in words.
    Declines,
    /// They allow calls of this name.
    Allows(&'static str),
    /// There is nobody to ask.
    Nobody,
}

/// What the model is given before it reads any order.
#[derive(Clone)]
pub struct Given {
    pub agent: &'static str,
    pub mode: Mode,
    pub person: Person,
    pub writes: Writes,
    /// The calls it begins with.
    pub first: Vec<Call>,
    pub history: Vec<Turn>,
    /// The result of the tool `lookup`.
    pub lookup: &'static str,
}

impl Given {
    fn question(&self, run: &str) -> Question {
        let options = AskOptions { agent: self.agent.to_owned(), mode: self.mode, ..AskOptions::default() };
        let asked = question("What does total_price do?", options);
        Question { run: run.to_owned(), history: self.history.clone(), ..asked }
    }
}

/// How a run went.
#[derive(Default)]
pub struct Went {
    pub events: Vec<Event>,
    /// The calls that the person was asked about, by name, in order.
    pub asked: Vec<String>,
    /// The questions that the person was asked in words.
    pub questions: Vec<String>,
    /// The names of the tools that the model was offered.
    pub offered: Vec<String>,
    /// What it proposes at its end.
    pub changes: ChangeSet,
}

/// The runs of one test.
pub struct Runs<'w> {
    pub world: &'w World,
    pub store: Rc<MemoryStore>,
}

impl<'w> Runs<'w> {
    pub fn of(world: &'w World) -> Self {
        Self { world, store: Rc::new(MemoryStore::default()) }
    }

    /// Asks, and answers as the person does until the run is over.
    pub fn ask(&self, run: &str, after: Option<&str>, given: &Given) -> Went {
        let asked = Question { after: after.map(str::to_owned), ..given.question(run) };
        self.work(run, given, async |agent, on| agent.ask(asked, &Controls::default(), on).await)
    }

    /// Continues a stored run, without an answer of the person.
    pub fn resume(&self, run: &str, given: &Given) -> Went {
        self.work(run, given, async |agent, on| agent.resume(run, None, &Controls::default(), on).await)
    }

    /// Asks, and stops where `node` is next.
    pub fn ask_until(&self, run: &str, given: &Given, node: &str) {
        let model = Obedient::new(given.writes, given.first.clone());
        let (agent, asked) = (self.agent(&model, given), given.question(run));
        let controls = || {
            let controls = Controls::default();
            controls.pause.cancel();
            controls
        };
        let mut end = block_on(agent.ask(asked, &controls(), |_| {})).unwrap();
        while StoredRun::read(&self.log(run)).unwrap().checkpoints().last().unwrap().next != [node] {
            assert_eq!(end, RunEnd::Paused { why: None }, "before {node}");
            end = block_on(agent.resume(run, None, &controls(), |_| {})).unwrap();
        }
    }

    fn agent<'a>(&'a self, model: &'a Obedient, given: &Given) -> Agent<'a> {
        let attended = given.person != Person::Nobody;
        Agent {
            models: Models::one(model),
            tools: self.world.tools(attended, given.lookup),
            acting: Toolbox::new(),
            services: ActingServices { memory: Some(self.world.memory.clone()), attended, ..ActingServices::default() },
            attended,
            repository: Some(&self.world.reader),
            verifier: Box::new(CodebaseVerifier::new(&self.world.reader)),
            clock: ticks(),
            timer: Rc::new(NoWait),
            store: Rc::clone(&self.store) as Rc<dyn CheckpointStore>,
        }
    }

    fn work(
        &self,
        run: &str,
        given: &Given,
        begin: impl AsyncFnOnce(&Agent<'_>, &mut dyn FnMut(TimedEvent)) -> Result<RunEnd, AskError>,
    ) -> Went {
        let model = Obedient::new(given.writes, given.first.clone());
        let agent = self.agent(&model, given);
        let mut went = Went::default();
        let mut events = Vec::new();
        let mut end = block_on(begin(&agent, &mut |event| events.push(event.event))).unwrap();
        while let RunEnd::Awaiting(interrupts) = &end {
            let answer = went.answer(&interrupts[0], given.person);
            if given.person == Person::Away {
                break;
            }
            let on = |event: TimedEvent| events.push(event.event);
            end = block_on(agent.resume(run, Some(answer), &Controls::default(), on)).unwrap();
        }
        went.changes = StoredRun::read(&self.log(run)).unwrap().proposed_changes().unwrap();
        Went { events, offered: model.offered.take(), ..went }
    }

    /// Stores a log under a name.
    pub fn put(&self, run: &str, log: &[u8]) {
        block_on(self.store.append(run, LogEnd::NEW, log)).unwrap();
    }

    pub fn log(&self, run: &str) -> Vec<u8> {
        block_on(self.store.read(run)).unwrap().unwrap()
    }
}

impl Went {
    /// Notes what is asked, and gives the person's answer.
    fn answer(&mut self, interrupt: &Interrupt, person: Person) -> PersonAnswer {
        let reply = match &interrupt.asked {
            Asked::Calls { calls } => {
                self.asked.extend(calls.iter().map(|call| call.name.clone()));
                let is_allowed = |name: &str| matches!(person, Person::Allows(allowed) if allowed == name);
                let allowed = calls.iter().filter(|call| is_allowed(&call.name)).map(|call| call.id.clone()).collect();
                PersonReply::Approval { approval: Approval { allowed, ..Approval::default() } }
            }
            Asked::Question { question, .. } => {
                self.questions.push(question.clone());
                PersonReply::Text { text: "Yes, do all of it.".to_owned() }
            }
        };
        PersonAnswer { interrupt: Some(interrupt.id.clone()), reply }
    }

    pub fn refused(&self, name: &str) -> bool {
        let is_it = |event: &Event| matches!(event, Event::ToolFinished { name: tool, ok: false, .. } if tool == name);
        self.events.iter().any(is_it)
    }
}
