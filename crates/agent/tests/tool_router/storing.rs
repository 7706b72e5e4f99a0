//! Runs that ask a person, are paused, killed and shown again.

use crate::router::*;
use crate::support::answered;
use crate::support::question;
use crate::support::world::{asked, yes};
use agent::RunEnd;
use agent::policy::Mode;
use agent::states::tool_router::{Status, ToolRouterState};
use model::scripted::Scripted;
use protocol::{Approval, AskOptions, Event};
use serde_json::json;

#[test]
fn vector_11_a_write_is_asked_about() {
    let script = || {
        let write = execute(&[("write_file", json!({"path": "new.py"}))]);
        vec![score(100), write, generate(), text("It is written.")]
    };
    let asking = || question("Write new.py", AskOptions { mode: Mode::AskBeforeEdits, ..options() });
    let world = world_with(script());
    let call = asked(world.ask(asking()));
    assert_eq!((call.name.as_str(), call.diff.as_deref()), ("write_file", Some("+x = 1\n")));
    let state = world.state::<ToolRouterState>();
    assert_eq!(state.status, Status::Paused);
    assert!(state.pause_reason.is_some_and(|why| why.contains("`write_file`")));
    answered(world.resume(Some(Approval { note: "not now".to_owned(), ..Approval::default() })));
    let state = world.state::<ToolRouterState>();
    assert!(!state.tool_history[0].success && state.tool_history[0].error.as_ref().unwrap().contains("not now"));
    assert!(state.changes.is_empty() && state.pause_reason.is_none());
    assert_eq!(world.nodes(), "guardrail > router > executor > router > generate");

    let world = world_with(script());
    let call = asked(world.ask(asking()));
    let answer = answered(world.resume(yes(&call)));
    assert_eq!(world.state::<ToolRouterState>().changes.len(), 1);
    assert!(answer.markdown.ends_with("- `new.py`: new"), "{}", answer.markdown);
}

#[test]
fn vector_12_between_the_choice_and_its_run_lies_a_checkpoint() {
    let world = world_with(vec![score(100), lookup("f"), generate(), text("It is [[c42]].")]);
    assert!(matches!(ask_and_pause_after_the_choice(&world), Ok(RunEnd::Paused { why: None })));
    assert_eq!((world.model_calls.get(), world.ran.borrow().len()), (2, 0));
    answered(world.resume(None));
    assert_eq!((world.model_calls.get(), world.ran.borrow().len()), (4, 1), "the router is not asked again");
}

fn a_long_run() -> Vec<Scripted> {
    let write = execute(&[("write_file", json!({"path": "new.py"}))]);
    vec![
        score(100),
        lookup("f"),
        retrieve("f"),
        relevant(&[1]),
        write,
        retrieve("other words"),
        relevant(&[7, 8]),
        text("It is in a.py [[c1]] [[c7]] [[c42]]."),
    ]
}

#[test]
fn killed_anywhere_a_run_resumes_and_repeats_no_finished_call() {
    let unbroken = world_with(a_long_run());
    let expected = answered(unbroken.ask(what_is_f()));
    assert_eq!(unbroken.ran.borrow().len(), 4);
    for polls in 0.. {
        let world = world_with(a_long_run());
        if world.ask_in(Some(polls), what_is_f()).is_some() {
            assert!(polls > 10, "the run was killed at several places");
            return;
        }
        if world.log().is_none() {
            continue;
        }
        assert_eq!(answered(world.resume(None)), expected, "killed after {polls} polls");
        assert_eq!(world.model_calls.get(), 8, "killed after {polls} polls");
        assert_eq!(*world.ran.borrow(), *unbroken.ran.borrow(), "killed after {polls} polls");
        assert_eq!(world.state::<ToolRouterState>().changes.len(), 1, "killed after {polls} polls");
    }
}

#[test]
fn a_stored_run_shows_the_events_that_a_listener_got() {
    let world = world_with(a_long_run());
    answered(world.ask(what_is_f()));
    let live_only = |event: &Event| {
        matches!(event, Event::ModelText { .. } | Event::AnswerText { .. } | Event::CitationAdded { .. })
    };
    let kind = |event: &Event| serde_json::to_value(event).unwrap()["type"].as_str().unwrap().to_owned();
    let live: Vec<String> = world.events.borrow().iter().filter(|event| !live_only(event)).map(kind).collect();
    let stored = world.stored().events();
    let mut replayed: Vec<String> = stored.iter().map(|event| kind(&event.event)).collect();
    assert_eq!(replayed.remove(1), "checkpointed", "the first checkpoint comes before any event");
    assert_eq!(replayed, live);
    assert!(["scored", "routed", "graded", "changed"].iter().all(|kind| live.iter().any(|live| live == kind)));
}
