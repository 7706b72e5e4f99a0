//! Runs of `plan-react` stored by the first published form of the log (`fixtures/stored-runs-1`, never to be edited): they
//! are listed, shown, resumed and forked by every later version.

use agent::{Agent, Controls, Fork, RunEnd, StoredRun, Tool, ToolError, ToolOutput, Toolbox, Verifier, summarise};
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use model::scripted::{Scripted, ScriptedModelClient};
use protocol::{Approval, Event, Evidence, ModelChoice, RunOrigin, RunOutcome, RunStatus};
use serde_json::Value;
use state_graph::{CheckpointStore, LogEnd, MemoryStore};
use std::rc::Rc;

const ANSWERED: &[u8] = include_bytes!("fixtures/stored-runs-1/answered.run");
const AWAITING_APPROVAL: &[u8] = include_bytes!("fixtures/stored-runs-1/awaiting-approval.run");
const PAUSED: &[u8] = include_bytes!("fixtures/stored-runs-1/paused.run");
const FORKED: &[u8] = include_bytes!("fixtures/stored-runs-1/forked.run");

struct Lookup;

impl Tool for Lookup {
    fn spec(&self) -> ToolSpec {
        agent::tools::spec::<Value>("lookup", "Looks a word up.")
    }

    fn call<'t>(&'t self, _arguments: &'t Value) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async {
            Ok(ToolOutput { text: "f is at a.py:1-2".to_owned(), summary: "1 place".to_owned(), evidence: Vec::new() })
        })
    }
}

struct Trusting;

impl Verifier for Trusting {
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, agent::IndexFailure>> {
        Box::pin(async move { Ok(vec![true; evidence.len()]) })
    }
}

fn store_with(run: &str, log: &[u8]) -> Rc<MemoryStore> {
    let store = Rc::new(MemoryStore::default());
    block_on(store.append(run, LogEnd::NEW, log)).unwrap();
    store
}

/// An agent whose model replies with these texts.
fn with_agent<R>(store: &Rc<MemoryStore>, script: &[&str], act: impl AsyncFnOnce(&Agent<'_>) -> R) -> R {
    let model = ScriptedModelClient::new(script.iter().map(|text| Scripted::text(*text)));
    let tools = Toolbox::new().with(Lookup);
    let store: Rc<dyn CheckpointStore> = Rc::clone(store) as _;
    let agent = Agent { model: &model, tools, verifier: Box::new(Trusting), clock: Rc::new(|| 5000.0), store };
    block_on(act(&agent))
}

fn status(store: &MemoryStore, run: &str) -> RunStatus {
    summarise(&block_on(store.read(run)).unwrap().unwrap(), false).unwrap().status
}

const FINISH: &str = r#"{"decision": "FINISH", "reason": "enough"}"#;

#[test]
fn they_are_listed_and_shown() {
    let listed = [ANSWERED, AWAITING_APPROVAL, PAUSED, FORKED].map(|log| summarise(log, false).unwrap());
    let shown = listed.map(|run| (run.id, run.question, run.status, run.steps, run.forked_from.is_some()));
    let run =
        |id: &str, question: &str, status, steps, forked| (id.to_owned(), question.to_owned(), status, steps, forked);
    assert_eq!(
        shown,
        [
            run("r1", "What is f?", RunStatus::Answered, 8, false),
            run("r1", "What is f?", RunStatus::AwaitingApproval, 3, false),
            run("r1", "What is f?", RunStatus::Paused, 3, false),
            run("r2", "What is g?", RunStatus::Answered, 10, true),
        ]
    );
}

#[test]
fn they_are_replayed_and_looked_at_checkpoint_by_checkpoint() {
    let stored = StoredRun::read(ANSWERED).unwrap();
    let events: Vec<Event> = stored.events().into_iter().map(|event| event.event).collect();
    assert!(matches!(&events[0], Event::RunStarted { question, .. } if question == "What is f?"));
    let answer = events.iter().find_map(|event| match event {
        Event::Answer { markdown, citations, .. } => Some((markdown.as_str(), citations.len())),
        _ => None,
    });
    assert_eq!(answer, Some(("`f` is a function [[1]].", 1)));
    assert!(matches!(events.last(), Some(Event::RunFinished { outcome: RunOutcome::Answered, .. })));
    for log in [ANSWERED, AWAITING_APPROVAL, PAUSED, FORKED] {
        let stored = StoredRun::read(log).unwrap();
        for checkpoint in stored.checkpoints() {
            let view = stored.view(checkpoint.id).unwrap();
            assert_eq!(view.fields.iter().filter(|field| field.name == "input").count(), 1);
        }
        assert!(!stored.timeline().entries.is_empty());
    }
}

#[test]
fn a_paused_one_goes_on_to_its_answer() {
    let store = store_with("r1", PAUSED);
    let script = ["f was found", FINISH, "`f` is a function."];
    let end = with_agent(&store, &script, async |agent| agent.resume("r1", None, &Controls::default(), |_| {}).await);
    assert!(matches!(end.unwrap(), RunEnd::Answered(answer) if answer.markdown == "`f` is a function."));
    assert_eq!(status(&store, "r1"), RunStatus::Answered);
}

#[test]
fn one_that_waits_for_a_person_takes_the_word_and_goes_on() {
    let store = store_with("r1", AWAITING_APPROVAL);
    let waits = StoredRun::read(AWAITING_APPROVAL).unwrap().proposed();
    let approval = Approval { allowed: vec![waits[0].id.clone()], note: String::new() };
    let script = ["f was found", FINISH, "`f` is a function."];
    let end = with_agent(&store, &script, async |agent| {
        agent.resume("r1", Some(approval), &Controls::default(), |_| {}).await
    });
    assert!(matches!(end.unwrap(), RunEnd::Answered(_)));
    assert_eq!(status(&store, "r1"), RunStatus::Answered);
}

#[test]
fn one_whose_process_was_killed_in_a_line_goes_on() {
    // Its first five lines, and a piece of the sixth.
    let ends: Vec<usize> = (1..=ANSWERED.len()).filter(|&end| ANSWERED[end - 1] == b'\n').collect();
    let store = store_with("r1", &ANSWERED[..ends[4] + 40]);
    assert_eq!(status(&store, "r1"), RunStatus::Interrupted);
    let script = ["f was found", FINISH, "`f` is a function."];
    let end = with_agent(&store, &script, async |agent| agent.resume("r1", None, &Controls::default(), |_| {}).await);
    assert!(matches!(end.unwrap(), RunEnd::Answered(_)));
    assert_eq!(status(&store, "r1"), RunStatus::Answered);
}

#[test]
fn they_are_forked_from_each_of_their_checkpoints() {
    for log in [ANSWERED, FORKED] {
        let stored = StoredRun::read(log).unwrap();
        for checkpoint in stored.checkpoints() {
            let store = store_with("origin", log);
            let fork = Fork {
                origin: RunOrigin { run: "origin".to_owned(), checkpoint: checkpoint.id },
                run: "fork".to_owned(),
                question: Some("What is h?".to_owned()),
                plan: None,
                model: ModelChoice::Offline,
                asked_at: 2000.0,
            };
            let script = [r#"["Find h"]"#, "h was found", FINISH, "`h` is a function."];
            let end = with_agent(&store, &script, async |agent| agent.fork(fork, &Controls::default(), |_| {}).await);
            assert!(matches!(end.unwrap(), RunEnd::Answered(_)), "from checkpoint {}", checkpoint.id);
            assert_eq!(status(&store, "fork"), RunStatus::Answered);
            assert_eq!(block_on(store.read("origin")).unwrap().as_deref(), Some(log));
        }
    }
}
