//! Runs that are killed, paused and shown again.

use crate::chat::*;
use crate::support::answered;
use agent::verify::Verification;
use agent::{Controls, RunEnd};
use code_runner::scripted::exit;
use model::scripted::Scripted;
use protocol::Event;
use serde_json::json;

const ASKED: &str = "Always add docstrings. Fix the sum in main.py";

fn script() -> Vec<Scripted> {
    vec![
        intent_with("edit", json!({ "add_docstrings": true })),
        edits("main.py", &[(2, "range(1, 7)", "x")]),
        edits("main.py", &[(2, "range(1, 5)", "range(0, 5)")]),
        edits("main.py", &[(2, "range(0, 5)", "range(1, 6)")]),
    ]
}

fn chat() -> Chat {
    let failing = exit(1, "10\n", "15 expected");
    // A check may run once more for each kill.
    Chat::over(SUM, script()).running(vec![failing.clone(), failing, exit(0, "15", "")])
}

#[test]
fn vector_14_killed_anywhere_a_run_resumes_and_edits_nothing_twice() {
    let whole = chat();
    let expected = answered(whole.ask_with(ASKED, checked()));
    assert_eq!(whole.nodes(), "route > edit > edit > edit > edit > verify > edit > edit > verify > finish");
    let mut repeated = 0;
    for polls in 0.. {
        let chat = Chat { runner: None, ..chat() };
        let fails = |asked: &code_runner::scripted::Asked| {
            asked.changes.iter().all(|file| !file.text.as_ref().is_some_and(|text| text.contains("range(1, 6)")))
        };
        let chat = chat
            .answering(move |asked| Ok(if fails(asked) { exit(1, "10\n", "15 expected") } else { exit(0, "15", "") }));
        if chat.ask_in(Some(polls), ASKED, checked()).is_some() {
            assert!(polls > 10, "the run was killed at several places");
            break;
        }
        if chat.log().is_none() {
            continue;
        }
        let answer = answered(chat.resume(None));
        assert_eq!(answer.markdown, expected.markdown, "killed after {polls} polls");
        assert_eq!(chat.model_calls.get(), 4, "killed after {polls} polls");
        let state = chat.state();
        assert_eq!(changed(&state.changes, "main.py"), changed(&whole.state().changes, "main.py"));
        assert_eq!(state.changes.groups().count(), 2, "killed after {polls} polls");
        assert!(matches!(state.verification, Verification::Passed { .. }));
        assert!((3..=4).contains(&chat.commands().len()), "killed after {polls} polls");
        repeated += usize::from(chat.commands().len() == 4);
    }
    assert!(repeated > 0, "a kill after a check was among them");
}

#[test]
fn stopped_after_every_superstep_a_run_has_the_same_end() {
    let whole = chat();
    let expected = answered(whole.ask_with(ASKED, checked()));
    let chat = chat();
    let pausing = || {
        let controls = Controls::default();
        controls.pause.cancel();
        controls
    };
    let asked = chat.question("r1", ASKED, checked());
    let mut end = chat.process(None, async |agent| agent.ask(asked, &pausing(), |_| {}).await).unwrap();
    let mut stops = 0;
    while matches!(end, Ok(RunEnd::Paused { why: None })) {
        stops += 1;
        end = chat.process(None, async |agent| agent.resume("r1", None, &pausing(), |_| {}).await).unwrap();
    }
    assert_eq!(answered(end), expected);
    assert!(stops >= 9, "{stops}");
    assert_eq!(chat.model_calls.get(), whole.model_calls.get());
    assert_eq!(chat.commands().len(), 3);
}

#[test]
fn a_stored_run_shows_the_events_that_a_listener_got() {
    let chat = chat();
    answered(chat.ask_with(ASKED, checked()));
    let live_only = |event: &Event| {
        matches!(event, Event::ModelText { .. } | Event::AnswerText { .. } | Event::CommandOutput { .. })
    };
    let kind = |event: &Event| serde_json::to_value(event).unwrap()["type"].as_str().unwrap().to_owned();
    let live: Vec<String> = chat.events.borrow().iter().filter(|event| !live_only(event)).map(kind).collect();
    let mut replayed: Vec<String> = chat.stored().events().iter().map(|event| kind(&event.event)).collect();
    assert_eq!(replayed.remove(1), "checkpointed", "the first checkpoint comes before any event");
    assert_eq!(replayed, live);
    for kind in ["classified", "remembered", "changed", "command_finished", "verified"] {
        assert!(live.iter().any(|live| live == kind), "{kind}");
    }
}
