//! Runs that are killed, paused, shown again, and spoken to while they work.

use crate::script::*;
use crate::support::answered;
use crate::world::{World, fifteen_with};
use agent::{Agent, Controls, RunEnd};
use fixtures::BUG_PYTHON;
use model::scripted::Scripted;
use protocol::{Event, TimedEvent};
use serde_json::json;

const OFF: &str = "the sum is off by one, fix it";

fn script() -> Vec<Scripted> {
    vec![
        classified("code_fix", 0.7, &[]),
        tools(&[("read_file", json!({ "file_path": "main.py" }))]),
        delegate(None),
        edit("main.py", "return result", "return result + 1"),
        text("One more."),
        delegate(None),
        edit("main.py", "result + 1", "result + end"),
        text("The end."),
    ]
}

fn world() -> World {
    World::new(BUG_PYTHON, script()).running(fifteen_with("main.py", "result + end"))
}

#[test]
fn killed_anywhere_a_run_resumes_and_repeats_no_finished_call() {
    let whole = world();
    let expected = answered(whole.ask(ask(OFF)));
    assert!(expected.markdown.starts_with("**Done, and the check passes.**"), "{}", expected.markdown);
    let (calls, same) = (whole.model_calls.get(), whole.state());
    for polls in 0.. {
        let world = world();
        if world.ask_in(Some(polls), ask(OFF)).is_some() {
            assert!(polls > 8, "the run was killed at several places");
            break;
        }
        if world.log().is_none() {
            continue;
        }
        assert_eq!(answered(world.resume(None)), expected, "killed after {polls} polls");
        assert_eq!(world.model_calls.get(), calls, "killed after {polls} polls");
        let state = world.state();
        assert_eq!((&state.changes, &state.calls), (&same.changes, &same.calls), "killed after {polls} polls");
        assert_eq!(
            (&state.failures, state.iterations),
            (&same.failures, same.iterations),
            "killed after {polls} polls"
        );
    }
}

#[test]
fn stopped_after_every_superstep_a_run_has_the_same_end() {
    let whole = world();
    let expected = answered(whole.ask(ask(OFF)));
    let world = world();
    let pausing = || {
        let controls = Controls::default();
        controls.pause.cancel();
        controls
    };
    let asked = ask(OFF);
    let mut end = world.process(None, async |agent: &Agent<'_>| agent.ask(asked, &pausing(), |_| {}).await).unwrap();
    let mut stops = 0;
    while matches!(end, Ok(RunEnd::Paused { why: None })) {
        stops += 1;
        let again = async |agent: &Agent<'_>| agent.resume("r1", None, &pausing(), |_| {}).await;
        end = world.process(None, again).unwrap();
    }
    assert_eq!(answered(end), expected);
    assert!(stops >= 18, "{stops}");
    assert_eq!(world.model_calls.get(), whole.model_calls.get());
}

#[test]
fn a_stored_run_shows_the_same_again() {
    let world = world();
    answered(world.ask(ask(OFF)));
    let kept = |events: Vec<Event>| {
        let is_kept = |event: &Event| {
            use Event as E;
            matches!(
                event,
                E::Classified { .. }
                    | E::Routed { .. }
                    | E::Delegated { .. }
                    | E::Changed { .. }
                    | E::Verified { .. }
                    | E::CommandStarted { .. }
                    | E::CommandFinished { .. }
                    | E::Answer { .. }
            )
        };
        events.into_iter().filter(is_kept).collect::<Vec<_>>()
    };
    let again = world.stored().events().into_iter().map(|event| event.event).collect();
    let (live, again) = (kept(world.events.take()), kept(again));
    assert_eq!(live, again);
    let verified: Vec<_> = live.iter().filter(|event| matches!(event, Event::Verified { .. })).collect();
    assert!(verified.len() >= 2, "{live:?}");
}

#[test]
fn what_a_person_types_meanwhile_reaches_the_next_prompt() {
    let world = world();
    let controls = Controls::default();
    let steering = controls.steering.clone();
    let on = |event: TimedEvent| {
        if matches!(&event.event, Event::NodeStarted { node, .. } if node == "delegate") {
            steering.send("Leave the tests alone");
        }
    };
    let asked = ask(OFF);
    answered(world.process(None, async |agent: &Agent<'_>| agent.ask(asked, &controls, on).await).unwrap());
    let first = |request: usize| world.model.requests()[request][0].content.clone();
    assert!(first(4).contains("The person said meanwhile: Leave the tests alone"), "{}", first(4));
    assert!(!first(2).contains("meanwhile:"));
}
