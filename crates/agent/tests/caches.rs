//! Results that are used again: outputs of reading tools from run to run, and kept answers.

#[path = "support/mod.rs"]
mod support;

use agent::cache::{AnswerKey, AnswerParts, Answers, KeptAnswer, ToolCache, show};
use agent::memory::StoredMemory;
use agent::{
    ActingServices, Agent, CallingRun, CodebaseVerifier, Controls, Question, ToolRouterState, ToolRouterStateUpdate,
};
use change_set::ChangeSet;
use codebase::Reader;
use futures::executor::block_on;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use protocol::{AskOptions, Citation, Event, Evidence, SpanCheck, TimedEvent};
use serde_json::{Value, json};
use source::ContentHash;
use state_graph::{END, GraphBuilder, Invocation, MemoryStore, NodeContext, NodeResult, RunEventKind, START};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use support::{question, ticks};

fn execute(calls: &[(&str, Value)]) -> Scripted {
    let calls: Vec<Value> =
        calls.iter().map(|(tool, arguments)| json!({"tool_name": tool, "tool_args": arguments})).collect();
    Scripted::text(json!({"action": "execute_tool", "tool_calls": calls, "reasoning": "needed"}).to_string())
}

/// The events of a run of `tool-router` over a repository.
fn run(id: &str, reader: &Reader, cache: &Rc<ToolCache>, script: Vec<Scripted>) -> Vec<Event> {
    let model = ScriptedModelClient::new(script);
    let services = ActingServices {
        tool_cache: Some(Rc::clone(cache)),
        memory: Some(Rc::new(StoredMemory::in_memory())),
        wall_clock: Some(Rc::new(|| 5_000.0)),
        ..ActingServices::default()
    };
    let agent = Agent::over(reader, &model, ticks(), Rc::new(NoWait), Rc::new(MemoryStore::default()));
    let agent = agent.acting_with(reader, services);
    let options = AskOptions { agent: "tool-router".to_owned(), gate: false, ..AskOptions::default() };
    let asked = Question { run: id.to_owned(), ..question("What is in README.md?", options) };
    let mut events = Vec::new();
    let on = |event: TimedEvent| events.push(event.event);
    block_on(agent.ask(asked, &Controls::default(), on)).unwrap();
    events
}

fn cached(events: &[Event]) -> Vec<(String, Option<f64>)> {
    let cached = |event: &Event| match event {
        Event::Cached { what, stored_at } => Some((what.clone(), *stored_at)),
        _ => None,
    };
    events.iter().filter_map(cached).collect()
}

fn outputs(events: &[Event], tool: &str) -> Vec<String> {
    let output = |event: &Event| match event {
        Event::ToolFinished { name, output, .. } if name == tool => Some(output.clone()),
        _ => None,
    };
    events.iter().filter_map(output).collect()
}

#[test]
fn a_reading_call_is_made_once_for_a_repository_and_a_set_of_changes() {
    let reader = Reader::whole(fixtures::codebase(fixtures::SHOP));
    let cache = Rc::new(ToolCache::default());
    let read = ("read_file", json!({"file_path": "shop/pricing.py"}));
    let generate = || Scripted::text(json!({"action": "generate", "tool_calls": [], "reasoning": "done"}).to_string());
    let script = || vec![execute(std::slice::from_ref(&read)), generate(), Scripted::text("So.")];
    let first = run("r1", &reader, &cache, script());
    let second = run("r2", &reader, &cache, script());
    assert_eq!((cached(&first), cached(&second)), (Vec::new(), vec![("read_file".to_owned(), Some(5_000.0))]));
    assert_eq!(outputs(&second, "read_file"), outputs(&first, "read_file"));
    // After an edit the file is read anew; the same call again within the run is known from the run itself.
    let edit = ("write_file", json!({"path": "shop/pricing.py", "content": "TAX = 1\n"}));
    let script = vec![
        execute(&[edit]),
        execute(std::slice::from_ref(&read)),
        execute(&[read]),
        generate(),
        Scripted::text("So."),
    ];
    let edited = run("r3", &reader, &cache, script);
    assert!(outputs(&edited, "read_file")[0].contains("TAX = 1"));
    assert_eq!(cached(&edited), [("read_file".to_owned(), None)]);
}

#[test]
fn what_depends_on_more_than_the_repository_is_never_taken_from_another_run() {
    let reader = Reader::whole(fixtures::codebase(fixtures::SHOP));
    let cache = Rc::new(ToolCache::default());
    let generate = || Scripted::text(json!({"action": "generate", "tool_calls": [], "reasoning": "done"}).to_string());
    let script = || vec![execute(&[("memory_list", json!({}))]), generate(), Scripted::text("So.")];
    run("r1", &reader, &cache, script());
    assert_eq!(cached(&run("r2", &reader, &cache, script())), []);
}

/// Evidence of lines of the repository, as a tool gives it.
fn evidence(reader: &Reader) -> Evidence {
    let tools = agent::Toolbox::over(reader);
    let output = block_on(tools.call("read_file", &json!({"file_path": "shop/pricing.py"}))).unwrap();
    output.evidence.into_iter().next().unwrap()
}

fn answer(found: &Evidence) -> KeptAnswer {
    let citation = Citation {
        number: 1,
        id: found.id.clone(),
        path: found.path.clone(),
        start_line: found.start_line,
        end_line: found.end_line,
        symbol: found.symbol.clone(),
        check: SpanCheck::default(),
        commit: None,
    };
    let files = BTreeSet::from([("shop/pricing.py".to_owned(), ContentHash::of(b"x"))]);
    let model = protocol::ModelInfo { provider: "p".to_owned(), model: "m".to_owned() };
    let key = AnswerKey::of(AnswerParts {
        agent: "intent-router",
        model: &model,
        prompt: "",
        preferences: &BTreeMap::new(),
        question: "What is it?",
        turns: "",
        files: &files,
        folder: None,
    });
    let memory = StoredMemory::in_memory();
    let run = CallingRun { id: "r0".to_owned(), wall_clock: Some(Rc::new(|| 9.0)), ..CallingRun::default() };
    let answers = Answers::of(&memory);
    let unused = Evidence::of_lines("other".to_owned(), "a.py", 1, 1);
    block_on(answers.put(key.clone(), ("It is [[1]].", &[citation], 0), &[found, &unused], &run)).unwrap();
    let kept = block_on(answers.get(&key)).unwrap().unwrap();
    assert_eq!(kept.evidence.len(), 1, "what is not cited is not kept");
    kept
}

/// Whether the answer is shown over this repository, and the events.
fn shown(kept: &KeptAnswer, reader: &Reader) -> (bool, Vec<Event>) {
    let verifier = CodebaseVerifier::new(reader);
    let is_shown = Rc::new(Cell::new(false));
    let result = Rc::clone(&is_shown);
    let node = async |_: &ToolRouterState, cx: &NodeContext<'_, ToolRouterState>| -> NodeResult<ToolRouterState> {
        result.set(show(kept, &verifier, &ChangeSet::default(), cx).await?);
        Ok(ToolRouterStateUpdate::new())
    };
    let graph = GraphBuilder::new().node("read", node).edge(START, "read").edge("read", END).compile().unwrap();
    let mut events = Vec::new();
    let on = |event: state_graph::RunEvent<'_, protocol::UnnumberedEvent>| {
        if let RunEventKind::Custom { payload, .. } = event.kind {
            events.push(payload.event);
        }
    };
    block_on(Invocation::new(graph.start(ToolRouterState::default())).on_event(on).drive()).unwrap();
    (is_shown.get(), events)
}

#[test]
fn a_kept_answer_is_shown_as_cached_with_its_citations_verified_again() {
    let reader = Reader::whole(fixtures::codebase(fixtures::SHOP));
    let kept = answer(&evidence(&reader));
    let (is_shown, events) = shown(&kept, &reader);
    assert!(is_shown);
    assert_eq!(cached(&events), [("answer".to_owned(), Some(9.0))]);
    let verified = |event: &Event| match event {
        Event::Answer { markdown, citations, .. } => {
            markdown == "It is [[1]]." && citations.iter().all(|citation| citation.check == SpanCheck::Verified)
        }
        _ => false,
    };
    assert!(events.iter().any(verified), "{events:?}");
}

#[test]
fn a_kept_answer_whose_lines_are_gone_or_made_up_is_not_shown() {
    let reader = Reader::whole(fixtures::codebase(fixtures::SHOP));
    let kept = answer(&evidence(&reader));
    let other = Reader::whole(fixtures::codebase("//- shop/pricing.py\nTAX = 2\n"));
    assert_eq!(shown(&kept, &other), (false, Vec::new()));
    // Somebody wrote into the file of kept answers.
    let mut forged = kept.clone();
    forged.evidence[0].excerpt = "TAX = 3".to_owned();
    assert_eq!(shown(&forged, &reader), (false, Vec::new()));
    let mut uncited = kept;
    uncited.evidence.clear();
    assert_eq!(shown(&uncited, &reader), (false, Vec::new()));
}
