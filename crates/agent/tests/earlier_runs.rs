//! Runs of `plan-react` stored by the first published form of the log (`fixtures/stored-runs-1`, never to be edited): they
//! are listed, shown, resumed and forked by every later version.

mod support;

use agent::{Agent, Controls, Fork, Models, StoredRun, Toolbox, summarise};
use futures::executor::block_on;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use protocol::{Approval, Event, RunOutcome, RunStatus};
use state_graph::{CheckpointStore, LogEnd, MemoryStore};
use std::rc::Rc;
use support::{Confirms, FINISH, Lookup, answered, fork_at, one_place};

const ANSWERED: &[u8] = include_bytes!("fixtures/stored-runs-1/answered.run");
const AWAITING_APPROVAL: &[u8] = include_bytes!("fixtures/stored-runs-1/awaiting-approval.run");
const PAUSED: &[u8] = include_bytes!("fixtures/stored-runs-1/paused.run");
const FORKED: &[u8] = include_bytes!("fixtures/stored-runs-1/forked.run");

fn store_with(run: &str, log: &[u8]) -> Rc<MemoryStore> {
    let store = Rc::new(MemoryStore::default());
    block_on(store.append(run, LogEnd::NEW, log)).unwrap();
    store
}

/// An agent whose model replies with these texts.
fn with_agent<R>(store: &Rc<MemoryStore>, script: &[&str], act: impl AsyncFnOnce(&Agent<'_>) -> R) -> R {
    let model = ScriptedModelClient::new(script.iter().map(|text| Scripted::text(*text)));
    let tools = Toolbox::new().with(Lookup(|_: &_| one_place("f is at a.py:1-2", Vec::new())));
    let (verifier, clock) = (Box::new(Confirms(|_| true)), Rc::new(|| 5000.0));
    let agent = Agent {
        models: Models::one(&model),
        tools,
        acting: Toolbox::new(),
        services: agent::ActingServices::default(),
        attended: true,
        repository: None,
        verifier,
        clock,
        timer: Rc::new(NoWait),
        store: Rc::clone(store) as _,
    };
    block_on(act(&agent))
}

fn status(store: &MemoryStore, run: &str) -> RunStatus {
    summarise(&block_on(store.read(run)).unwrap().unwrap(), false).unwrap().status
}

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
fn they_are_replayed_and_shown_checkpoint_by_checkpoint() {
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

/// Resumes `r1` to its answer.
#[track_caller]
fn resumed(log: &[u8], approval: Option<Approval>) {
    let store = store_with("r1", log);
    let script = ["f was found", FINISH, "`f` is a function."];
    let end = with_agent(&store, &script, async |agent| {
        agent.resume("r1", approval.map(Into::into), &Controls::default(), |_| {}).await
    });
    assert_eq!(answered(end).markdown, "`f` is a function.");
    assert_eq!(status(&store, "r1"), RunStatus::Answered);
}

#[test]
fn a_paused_one_is_resumed() {
    resumed(PAUSED, None);
}

#[test]
fn one_that_waits_for_an_approval_is_resumed_with_it() {
    let waits = StoredRun::read(AWAITING_APPROVAL).unwrap().proposed_calls();
    resumed(AWAITING_APPROVAL, Some(Approval { allowed: vec![waits[0].id.clone()], ..Approval::default() }));
}

#[test]
fn one_whose_process_was_killed_in_a_line_is_resumed() {
    // Its first five lines, and a piece of the sixth.
    let ends: Vec<usize> = (1..=ANSWERED.len()).filter(|&end| ANSWERED[end - 1] == b'\n').collect();
    let log = &ANSWERED[..ends[4] + 40];
    assert_eq!(status(&store_with("r1", log), "r1"), RunStatus::Interrupted);
    resumed(log, None);
}

#[test]
fn they_are_forked_from_each_of_their_checkpoints() {
    for log in [ANSWERED, FORKED] {
        let stored = StoredRun::read(log).unwrap();
        for checkpoint in stored.checkpoints() {
            let store = store_with("r1", log);
            let fork = Fork { question: Some("What is h?".to_owned()), ..fork_at(checkpoint.id) };
            let script = [r#"["Find h"]"#, "h was found", FINISH, "`h` is a function."];
            let end = with_agent(&store, &script, async |agent| agent.fork(fork, &Controls::default(), |_| {}).await);
            answered(end);
            assert_eq!(status(&store, "r2"), RunStatus::Answered, "from checkpoint {}", checkpoint.id);
            assert_eq!(block_on(store.read("r1")).unwrap().as_deref(), Some(log));
        }
    }
}
