//! A world that outlives a killed process: a repository, the script of the model, what it was asked, a runner, and the store.

use crate::support::{answered, killed_after, ticks, yield_once};
use agent::{
    ActingServices, Agent, AskError, CodebaseVerifier, Controls, FileParser, Models, Question, RunEnd, StoredRun,
    ThreePhaseState, Toolbox,
};
use change_set::Overlay;
use code_runner::scripted::{Asked, ScriptedRunner, exit};
use code_runner::{Ran, Runner};
use codebase::Reader;
use facts::FileFacts;
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use model::{ChatDelta, ChatFuture, ChatRequest, ModelClient, ToolChoice};
use protocol::{Approval, Event, ModelInfo, TimedEvent};
use source::{Language, RepoPath};
use state_graph::{CheckpointStore, History, MemoryStore};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What a model call was allowed to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Offered {
    pub tools: Vec<String>,
    pub choice: ToolChoice,
}

/// The scripted model; each call can be killed before it is answered.
pub struct Noting<'w>(&'w World);

pub struct World {
    pub reader: Reader,
    pub model: ScriptedModelClient,
    pub model_calls: Cell<u32>,
    pub offered: RefCell<Vec<Offered>>,
    pub runner: Option<Rc<ScriptedRunner>>,
    pub events: RefCell<Vec<Event>>,
    pub store: Rc<MemoryStore>,
}

/// Parses by the grammars of this build.
struct Grammars;

impl FileParser for Grammars {
    fn parse<'a>(&'a self, path: &'a RepoPath, text: &'a str) -> LocalBoxFuture<'a, Result<Option<FileFacts>, String>> {
        Box::pin(ready(Ok(syntax::parse(Language::of(path, text), text))))
    }
}

/// The text of a changed file as a program sees it.
pub fn changed<'a>(asked: &'a Asked, path: &str) -> Option<&'a str> {
    let file = asked.changes.iter().find(|change| change.path.as_str() == path)?;
    file.text.as_deref()
}

/// A program that prints 15 where its file has this text, and 10 elsewhere.
pub fn fifteen_with(path: &'static str, text: &'static str) -> impl FnMut(&Asked) -> Ran + 'static {
    move |asked| {
        let is_right = changed(asked, path).is_some_and(|now| now.contains(text));
        exit(0, if is_right { "15\n" } else { "10\n" }, "")
    }
}

impl World {
    /// A repository on a host where nothing runs.
    pub fn new(fixture: &str, script: Vec<Scripted>) -> Self {
        Self {
            reader: Reader::whole(fixtures::codebase(fixture)),
            model: ScriptedModelClient::new(script),
            model_calls: Cell::new(0),
            offered: RefCell::default(),
            runner: None,
            events: RefCell::default(),
            store: Rc::new(MemoryStore::default()),
        }
    }

    /// With a runner that ends as the function says.
    pub fn running(self, mut answers: impl FnMut(&Asked) -> Ran + 'static) -> Self {
        let runner = ScriptedRunner::answering(move |asked| Ok(answers(asked)));
        Self { runner: Some(Rc::new(runner)), ..self }
    }

    /// Runs `act` with an agent of a new process; killed after `polls` polls.
    pub fn process<R>(&self, polls: Option<usize>, act: impl AsyncFnOnce(&Agent<'_>) -> R) -> Option<R> {
        self.process_with(&Noting(self), polls, act)
    }

    pub fn process_with<R>(
        &self,
        model: &dyn ModelClient,
        polls: Option<usize>,
        act: impl AsyncFnOnce(&Agent<'_>) -> R,
    ) -> Option<R> {
        let runner = self.runner.clone().map(|runner| runner as Rc<dyn Runner>);
        let parser = Some(Rc::new(Grammars) as Rc<dyn FileParser>);
        let services = ActingServices { runner, parser, attended: true, ..ActingServices::default() };
        let agent = Agent {
            models: Models::one(model),
            tools: Toolbox::over(&self.reader),
            acting: Toolbox::acting(&self.reader, &services),
            services,
            attended: true,
            repository: Some(&self.reader),
            verifier: Box::new(CodebaseVerifier::new(&self.reader)),
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

    /// The answer to a request.
    #[track_caller]
    pub fn answer(&self, asked: Question) -> String {
        answered(self.ask(asked)).markdown
    }

    pub fn resume(&self, approval: Option<Approval>) -> Result<RunEnd, AskError> {
        let (on, answer) = (self.listening(), approval.map(Into::into));
        let resumed = async |agent: &Agent<'_>| agent.resume("r1", answer, &Controls::default(), on).await;
        self.process(None, resumed).expect("it is not killed")
    }

    pub fn log(&self) -> Option<Vec<u8>> {
        block_on(self.store.read("r1")).unwrap()
    }

    pub fn stored(&self) -> StoredRun {
        StoredRun::read(&self.log().unwrap()).unwrap()
    }

    pub fn state(&self) -> ThreePhaseState {
        let history = History::<ThreePhaseState>::read(&self.log().unwrap()).unwrap();
        history.state(history.head()).unwrap()
    }

    /// The nodes that have finished, in order; a node that returns to itself is there once a visit.
    pub fn nodes(&self) -> String {
        let name = |event: &Event| match event {
            Event::NodeFinished { node, path, .. } if path.is_empty() => Some(node.clone()),
            _ => None,
        };
        let mut nodes: Vec<String> = self.events.borrow().iter().filter_map(name).collect();
        nodes.dedup();
        nodes.join(" > ")
    }

    /// How many model calls there were.
    pub fn calls(&self) -> usize {
        self.model.requests().len()
    }

    /// All text of the last request to the model.
    pub fn last_prompt(&self) -> String {
        let last = self.model.requests().pop().unwrap();
        last.into_iter().map(|message| message.content).collect::<Vec<_>>().join("\n")
    }

    /// A file with the proposed changes; `None` where it is as it was.
    pub fn proposed(&self, path: &str) -> Option<String> {
        match self.state().changes.read(&RepoPath::parse(path).unwrap()) {
            Overlay::Changed { text, .. } => Some(text.to_string()),
            _ => None,
        }
    }

    /// How often a program ran.
    pub fn runs(&self) -> usize {
        self.runner.as_ref().map_or(0, |runner| runner.asked().len())
    }

    /// How many fallbacks a node reported.
    pub fn fallbacks(&self, of: &str) -> usize {
        let is_it = |event: &&Event| matches!(event, Event::Fallback { node, .. } if node == of);
        self.events.borrow().iter().filter(is_it).count()
    }
}

impl ModelClient for Noting<'_> {
    fn info(&self) -> ModelInfo {
        self.0.model.info()
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        Box::pin(async move {
            yield_once().await;
            let tools = request.tools.iter().map(|tool| tool.name.clone()).collect();
            self.0.offered.borrow_mut().push(Offered { tools, choice: request.tool_choice.clone() });
            let answer = self.0.model.chat(request, on).await;
            self.0.model_calls.set(self.0.model_calls.get() + 1);
            answer
        })
    }
}
