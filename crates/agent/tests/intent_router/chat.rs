//! A conversation with the agent that outlives killed processes: the repository, the model's answers, the programs, what is
//! remembered, and the stored runs.

use crate::support::{Slow, answered, killed_after, ticks, yield_once};
use agent::memory::{MemoryStore, StoredMemory};
use agent::{
    ActingServices, Agent, Answer, AskError, Controls, IntentRouterState, Question, RunEnd, RunState, StoredRun,
};
use change_set::{ChangeSet, Overlay};
use code_runner::scripted::{Asked, ScriptedRunner};
use code_runner::{Command, Job, Language, OnOutput, Ran, RunError, Runner};
use codebase::Reader;
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use model::{ChatDelta, ChatFuture, ChatRequest, ModelClient};
use protocol::{Approval, AskOptions, Event, ModelInfo, TimedEvent, Turn};
use serde_json::{Value, json};
use source::RepoPath;
use state_graph::{CheckpointStore, History};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A program whose sum is off by one, in a repository with nothing else.
pub const SUM: &str = "//- main.py\ntotal = 0\nfor i in range(1, 5):\n    total += i\nprint(total)\n";

pub struct Chat {
    pub reader: Reader,
    pub model: ScriptedModelClient,
    pub model_calls: Cell<u32>,
    /// The model's name.
    pub named: Cell<&'static str>,
    pub runner: Option<Rc<SlowRunner>>,
    pub memory: Rc<dyn MemoryStore>,
    pub events: RefCell<Vec<Event>>,
    pub store: Rc<state_graph::MemoryStore>,
    /// The turns that are over, and the run of the last.
    pub turns: RefCell<Vec<Turn>>,
    pub last: RefCell<Option<String>>,
}

/// A scripted runner that can be killed before and after a program.
pub struct SlowRunner(ScriptedRunner);

impl Runner for SlowRunner {
    fn place(&self) -> &'static str {
        self.0.place()
    }

    fn languages(&self) -> Vec<Language> {
        self.0.languages()
    }

    fn check(&self, command: &Command) -> Result<(), RunError> {
        self.0.check(command)
    }

    fn run<'a>(&'a self, job: Job<'a>, on: OnOutput<'a>) -> LocalBoxFuture<'a, Result<Ran, RunError>> {
        Box::pin(async move {
            yield_once().await;
            let ran = self.0.run(job, on).await;
            yield_once().await;
            ran
        })
    }
}

/// A model under another name.
struct Named<'a>(Slow<'a>, &'static str);

impl ModelClient for Named<'_> {
    fn info(&self) -> ModelInfo {
        ModelInfo { model: self.1.to_owned(), ..self.0.info() }
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        self.0.chat(request, on)
    }
}

impl Chat {
    pub fn over(fixture: &str, script: Vec<Scripted>) -> Self {
        Self {
            reader: Reader::whole(fixtures::codebase(fixture)),
            model: ScriptedModelClient::new(script),
            model_calls: Cell::new(0),
            named: Cell::new("script"),
            runner: None,
            memory: Rc::new(StoredMemory::in_memory()),
            events: RefCell::default(),
            store: Rc::default(),
            turns: RefCell::default(),
            last: RefCell::default(),
        }
    }

    /// Over the shop.
    pub fn shop(script: Vec<Scripted>) -> Self {
        Self::over(fixtures::SHOP, script)
    }

    /// With programs that end as this script says.
    pub fn running(self, script: Vec<Ran>) -> Self {
        Self { runner: Some(Rc::new(SlowRunner(ScriptedRunner::new(script)))), ..self }
    }

    /// With programs that end as the function says.
    pub fn answering(self, answers: impl FnMut(&Asked) -> Result<Ran, RunError> + 'static) -> Self {
        Self { runner: Some(Rc::new(SlowRunner(ScriptedRunner::answering(answers)))), ..self }
    }

    /// What was to run, in order.
    pub fn commands(&self) -> Vec<Asked> {
        self.runner.as_ref().map_or(Vec::new(), |runner| runner.0.asked())
    }

    /// Runs `act` with an agent of a new process; killed after `polls` polls.
    pub fn process<R>(&self, polls: Option<usize>, act: impl AsyncFnOnce(&Agent<'_>) -> R) -> Option<R> {
        let model = Named(Slow { inner: &self.model, finished: &self.model_calls }, self.named.get());
        let store = Rc::clone(&self.store) as Rc<dyn CheckpointStore>;
        let services = ActingServices {
            memory: Some(Rc::clone(&self.memory)),
            runner: self.runner.clone().map(|runner| runner as Rc<dyn Runner>),
            attended: true,
            wall_clock: Some(Rc::new(|| 5000.0)),
            ..ActingServices::default()
        };
        let agent =
            Agent::over(&self.reader, &model, ticks(), Rc::new(NoWait), store).acting_with(&self.reader, services);
        killed_after(polls, act(&agent))
    }

    pub fn listening(&self) -> impl FnMut(TimedEvent) {
        |event| self.events.borrow_mut().push(event.event)
    }

    /// The next request, as a run of this id.
    pub fn question(&self, run: &str, text: &str, options: AskOptions) -> Question {
        Question {
            run: run.to_owned(),
            text: text.to_owned(),
            history: self.turns.borrow().clone(),
            after: self.last.borrow().clone(),
            options: AskOptions { agent: "intent-router".to_owned(), ..options },
            repository: "shop".to_owned(),
            asked_at: 1000.0,
            conversation: self.last.borrow().as_ref().map(|_| "turn-1".to_owned()),
            instead_of: None,
        }
    }

    pub fn ask_in(&self, polls: Option<usize>, text: &str, options: AskOptions) -> Option<Result<RunEnd, AskError>> {
        let (on, asked) = (self.listening(), self.question("r1", text, options));
        self.process(polls, async |agent| agent.ask(asked, &Controls::default(), on).await)
    }

    /// Asks in a conversation of one request.
    pub fn ask(&self, text: &str) -> Result<RunEnd, AskError> {
        self.ask_with(text, AskOptions::default())
    }

    pub fn ask_with(&self, text: &str, options: AskOptions) -> Result<RunEnd, AskError> {
        self.ask_in(None, text, options).expect("it is not killed")
    }

    pub fn resume_in(&self, polls: Option<usize>, approval: Option<Approval>) -> Option<Result<RunEnd, AskError>> {
        let (on, answer) = (self.listening(), approval.map(Into::into));
        self.process(polls, async |agent| agent.resume("r1", answer, &Controls::default(), on).await)
    }

    pub fn resume(&self, approval: Option<Approval>) -> Result<RunEnd, AskError> {
        self.resume_in(None, approval).expect("it is not killed")
    }

    /// Asks the next request of the conversation, which ends with an answer.
    #[track_caller]
    pub fn turn(&self, text: &str, options: AskOptions) -> Answer {
        self.turn_of("intent-router", text, options)
    }

    /// The same for another agent.
    #[track_caller]
    pub fn turn_of(&self, agent: &str, text: &str, options: AskOptions) -> Answer {
        let run = format!("turn-{}", self.turns.borrow().len() + 1);
        self.events.borrow_mut().clear();
        let (on, mut asked) = (self.listening(), self.question(&run, text, options));
        asked.options.agent = agent.to_owned();
        let end = self.process(None, async |agent| agent.ask(asked, &Controls::default(), on).await);
        let answer = answered(end.expect("it is not killed"));
        let turn = Turn { question: text.to_owned(), answer: answer.markdown.clone(), symbols: Vec::new() };
        self.turns.borrow_mut().push(turn);
        self.last.replace(Some(run));
        answer
    }

    pub fn log_of(&self, run: &str) -> Option<Vec<u8>> {
        block_on(self.store.read(run)).unwrap()
    }

    pub fn log(&self) -> Option<Vec<u8>> {
        self.log_of("r1")
    }

    pub fn stored(&self) -> StoredRun {
        StoredRun::read(&self.log().unwrap()).unwrap()
    }

    pub fn state_of<S: RunState>(&self, run: &str) -> S {
        let history = History::<S>::read(&self.log_of(run).unwrap()).unwrap();
        history.state(history.head()).unwrap()
    }

    pub fn state(&self) -> IntentRouterState {
        self.state_of("r1")
    }

    /// The state at the end of the last turn.
    pub fn last_state(&self) -> IntentRouterState {
        self.state_of(&self.last.borrow().clone().unwrap())
    }

    /// The nodes that have finished, in order; one that returns to itself is there once for each time.
    pub fn nodes(&self) -> String {
        let name = |event: &Event| match event {
            Event::NodeFinished { node, .. } => Some(node.clone()),
            _ => None,
        };
        self.events.borrow().iter().filter_map(name).collect::<Vec<_>>().join(" > ")
    }

    /// The prompts that begin with these words.
    pub fn prompts(&self, words: &str) -> Vec<String> {
        let first = |messages: Vec<model::Message>| messages.into_iter().next().unwrap().content;
        self.model.requests().into_iter().map(first).filter(|prompt| prompt.starts_with(words)).collect()
    }
}

/// How the prompts begin.
pub const PLAN_READ: &str = "You choose which files";
pub const READ: &str = "You answer a question";
pub const EDIT: &str = "You change files";

pub fn text(text: &str) -> Scripted {
    Scripted::text(text)
}

pub fn intent(intent: &str) -> Scripted {
    intent_with(intent, json!({}))
}

pub fn intent_with(intent: &str, preferences: Value) -> Scripted {
    Scripted::text(json!({ "intent": intent, "preferences": preferences, "reason": "so it seems" }).to_string())
}

/// Edits of one file: line, old, new.
pub fn edits(file: &str, edits: &[(u32, &str, &str)]) -> Scripted {
    let edits: Vec<Value> =
        edits.iter().map(|(line, old, new)| json!({ "line": line, "old": old, "new": new })).collect();
    Scripted::text(json!([{ "file": file, "edits": edits }]).to_string())
}

/// Programs run unasked, and this one checks the changes.
pub fn checked() -> AskOptions {
    AskOptions { check: Some(vec!["python".into(), "check.py".into()]), allow_run: true, ..AskOptions::default() }
}

/// The text of a changed file.
pub fn changed(changes: &ChangeSet, path: &str) -> String {
    match changes.read(&RepoPath::parse(path).unwrap()) {
        Overlay::Changed { text, .. } => text.to_string(),
        other => panic!("`{path}` is not changed: {other:?}"),
    }
}
