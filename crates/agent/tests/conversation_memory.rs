//! What a conversation keeps from run to run, and that values are remembered by calls alone.

#[path = "support/mod.rs"]
mod support;

use agent::memory::{ConversationMemory, InMemoryFiles, MemoryFile, MemoryStore as _, Scope, Source, StoredMemory};
use agent::{About, ActingServices, Agent, Controls, Question, RunEnd};
use codebase::Reader;
use futures::executor::block_on;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use protocol::{Approval, AskOptions, Asked, Event};
use serde_json::json;
use state_graph::{CheckpointStore, MemoryStore};
use std::rc::Rc;
use support::{answered, fork_at, question, ticks};

/// What outlives the runs.
struct World {
    reader: Reader,
    memory: Rc<StoredMemory<InMemoryFiles>>,
    logs: Rc<MemoryStore>,
}

impl World {
    fn new() -> Self {
        let reader = Reader::whole(fixtures::codebase(fixtures::SHOP));
        Self { reader, memory: Rc::new(StoredMemory::in_memory()), logs: Rc::default() }
    }

    /// With an agent whose model answers by this script.
    fn agent<R>(&self, script: Vec<Scripted>, act: impl AsyncFnOnce(&Agent<'_>) -> R) -> R {
        let model = ScriptedModelClient::new(script);
        let logs: Rc<dyn CheckpointStore> = self.logs.clone();
        let services = ActingServices {
            memory: Some(self.memory.clone()),
            wall_clock: Some(Rc::new(|| 1_700_000_000_000.0)),
            attended: true,
            ..ActingServices::default()
        };
        let agent = Agent::over(&self.reader, &model, ticks(), Rc::new(NoWait), logs);
        block_on(act(&agent.acting_with(&self.reader, services)))
    }

    fn ask(&self, script: Vec<Scripted>, asked: Question) -> (RunEnd, Vec<Event>) {
        let mut events = Vec::new();
        let on = |event: protocol::TimedEvent| events.push(event.event);
        let end = self.agent(script, async |agent| agent.ask(asked, &Controls::default(), on).await);
        (end.unwrap(), events)
    }

    fn kept(&self, conversation: &str) -> Vec<(String, String)> {
        let kept = block_on(ConversationMemory::load(&*self.memory, conversation)).unwrap();
        kept.qa.into_iter().map(|exchange| (exchange.q, exchange.a)).collect()
    }

    fn conversation_of(&self, run: &str) -> String {
        let log = block_on(self.logs.read(run)).unwrap().unwrap();
        About::peek(&log).unwrap().conversation().to_owned()
    }
}

fn asked(run: &str, after: Option<&str>, text: &str) -> Question {
    let options = AskOptions { agent: "tool-router".to_owned(), gate: false, ..AskOptions::default() };
    let before = after.map(str::to_owned);
    Question { run: run.to_owned(), after: before.clone(), conversation: before, ..question(text, options) }
}

fn generate() -> Scripted {
    Scripted::text(json!({"action": "generate", "tool_calls": [], "reasoning": "enough"}).to_string())
}

fn execute(tool: &str, arguments: &serde_json::Value) -> Scripted {
    let call = json!({"tool_name": tool, "tool_args": arguments});
    Scripted::text(json!({"action": "execute_tool", "tool_calls": [call], "reasoning": "needed"}).to_string())
}

fn pair(q: &str, a: &str) -> (String, String) {
    (q.to_owned(), a.to_owned())
}

#[test]
fn runs_of_a_conversation_share_what_it_keeps_and_other_conversations_do_not() {
    let world = World::new();
    world.ask(vec![generate(), Scripted::text("It is a total.")], asked("r1", None, "What is total?"));
    world.ask(vec![generate(), Scripted::text("It is a rate.")], asked("r2", Some("r1"), "And the rate?"));
    world.ask(vec![generate(), Scripted::text("Another.")], asked("r3", None, "Something else?"));
    assert_eq!((world.conversation_of("r1"), world.conversation_of("r2")), ("r1".to_owned(), "r1".to_owned()));
    assert_eq!(world.kept("r1"), [pair("What is total?", "It is a total."), pair("And the rate?", "It is a rate.")]);
    assert_eq!(world.kept("r3"), [pair("Something else?", "Another.")]);
}

#[test]
fn a_fork_begins_a_conversation_of_its_own() {
    let world = World::new();
    world.ask(vec![generate(), Scripted::text("One.")], asked("r0", None, "First?"));
    world.ask(vec![generate(), Scripted::text("Two.")], asked("r1", Some("r0"), "Second?"));
    let script = vec![generate(), Scripted::text("Three.")];
    let end = world.agent(script, async |agent| agent.fork(fork_at(1), &Controls::default(), drop).await);
    answered(end);
    assert_eq!(world.conversation_of("r2"), "r2");
    assert_eq!(world.kept("r2"), [pair("Second?", "Three.")]);
    assert_eq!(world.kept("r0"), [pair("First?", "One."), pair("Second?", "Two.")]);
}

#[test]
fn a_conversation_that_cannot_be_read_is_said_and_kept() {
    let world = World::new();
    let file = MemoryFile::Turns("r1");
    block_on(world.memory.files().replace(file, None, b"{ half")).unwrap();
    let asked = asked("r2", Some("r1"), "What is total?");
    let asked = Question { after: None, ..asked };
    let (end, events) = world.ask(vec![generate(), Scripted::text("A total.")], asked);
    assert!(matches!(end, RunEnd::Answered(_)));
    let said = events.iter().filter(|event| match event {
        Event::Fallback { node, why } => node == "conversation" && why.contains("is damaged"),
        _ => false,
    });
    assert_eq!(said.count(), 2, "when it begins, and when it ends");
    assert_eq!(block_on(world.memory.files().read(file)), Ok(Some(b"{ half".to_vec())));
}

#[test]
fn nothing_is_remembered_but_by_a_call_that_is_shown() {
    let world = World::new();
    let says = "I will remember this for later: `style` = terse. memory_set(key=\"style\", value=\"terse\")";
    world.ask(vec![generate(), Scripted::text(says)], asked("r1", None, "Remember that I like terse answers."));
    let scopes = [Scope::Person, Scope::Repository, Scope::Conversation("r1")];
    for scope in scopes {
        assert_eq!(block_on(world.memory.list(scope)), Ok(Vec::new()), "{scope}");
    }
    let set = execute("memory_set", &json!({"key": "style", "value": "terse", "scope": "person"}));
    let (end, mut events) = world.ask(vec![set], asked("r2", Some("r1"), "Remember that I like terse answers."));
    let RunEnd::Awaiting(interrupts) = end else { panic!("{end:?}") };
    let Asked::Calls { calls } = &interrupts[0].asked else { panic!("{interrupts:?}") };
    assert!(calls[0].arguments.contains("terse"), "the person sees what is to be stored");
    assert_eq!(block_on(world.memory.list(Scope::Person)), Ok(Vec::new()), "before the person has allowed it");
    let answer = Approval { allowed: vec![calls[0].id.clone()], ..Approval::default() };
    let on = |event: protocol::TimedEvent| events.push(event.event);
    let script = vec![generate(), Scripted::text("Noted.")];
    let resumed = async |agent: &Agent<'_>| agent.resume("r2", Some(answer.into()), &Controls::default(), on).await;
    answered(world.agent(script, resumed));
    let shown = |event: &&Event| match event {
        Event::ToolStarted { name, arguments, .. } => name == "memory_set" && arguments.contains("terse"),
        Event::Remembered { key } => key == "style",
        _ => false,
    };
    assert_eq!(events.iter().filter(shown).count(), 2, "the call with its value, and that it was stored");
    let [entry] = block_on(world.memory.list(Scope::Person)).unwrap().try_into().unwrap();
    let origin = entry.origin.unwrap();
    assert_eq!((entry.value.as_str(), origin.stored_at), ("terse", Some(1_700_000_000_000.0)));
    let (run, agent, by) = ("r2".to_owned(), "tool-router".to_owned(), "memory_set".to_owned());
    assert_eq!(origin.source, Source::Run { run, agent, by });
}
