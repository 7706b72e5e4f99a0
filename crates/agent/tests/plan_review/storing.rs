//! Runs that are killed, paused, shown again, and spoken to while they work.

use crate::script::*;
use crate::support::answered;
use crate::tools::world_with;
use agent::{Controls, PlanReviewState, RunEnd};
use protocol::{Event, TimedEvent};

#[test]
fn killed_anywhere_a_run_resumes_and_repeats_no_finished_call() {
    let whole = world_with(with_an_edit());
    let expected = answered(whole.ask(goal("Write a.py")));
    let calls = whole.model_calls.get();
    for polls in 0.. {
        let world = world_with(with_an_edit());
        if world.ask_in(Some(polls), goal("Write a.py")).is_some() {
            assert!(polls > 8, "the run was killed at several places");
            break;
        }
        if world.log().is_none() {
            continue;
        }
        assert_eq!(answered(world.resume(None)), expected, "killed after {polls} polls");
        assert_eq!(world.model_calls.get(), calls, "killed after {polls} polls");
        let (state, same) = (world.state::<PlanReviewState>(), whole.state::<PlanReviewState>());
        assert_eq!((state.changes, state.calls), (same.changes, same.calls), "killed after {polls} polls");
    }
}

#[test]
fn stopped_after_every_superstep_a_run_has_the_same_end() {
    let whole = world_with(with_an_edit());
    let expected = answered(whole.ask(goal("Write a.py")));
    let world = world_with(with_an_edit());
    let asked = goal("Write a.py");
    let pausing = || {
        let controls = Controls::default();
        controls.pause.cancel();
        controls
    };
    let mut end = world.process(None, async |agent| agent.ask(asked, &pausing(), |_| {}).await).unwrap();
    let mut stops = 0;
    while matches!(end, Ok(RunEnd::Paused { why: None })) {
        stops += 1;
        end = world.process(None, async |agent| agent.resume("r1", None, &pausing(), |_| {}).await).unwrap();
    }
    assert_eq!(answered(end), expected);
    assert!(stops >= 10, "{stops}");
    assert_eq!(world.model_calls.get(), whole.model_calls.get());
}

#[test]
fn a_stored_run_shows_the_task_list_again() {
    let world = world_with(with_an_edit());
    answered(world.ask(goal("Write a.py")));
    let kinds = |events: Vec<Event>| {
        let is_kept = |event: &Event| {
            task_list(event).is_some() || matches!(event, Event::Reviewed { .. } | Event::Changed { .. })
        };
        events.into_iter().filter(is_kept).collect::<Vec<_>>()
    };
    let again = world.stored().events().into_iter().map(|event| event.event);
    let (live, again) = (kinds(world.events.take()), kinds(again.collect()));
    assert_eq!((live.len(), &again), (8, &live));
}

#[test]
fn what_a_person_types_meanwhile_reaches_the_next_prompt() {
    let world = world_with(two_steps());
    let controls = Controls::default();
    let steering = controls.steering.clone();
    let asked = goal("Do it");
    let on = |event: TimedEvent| {
        if matches!(&event.event, Event::NodeStarted { node, .. } if node == "executor_tools") {
            steering.send("Leave the tests alone");
        }
    };
    answered(world.process(None, async |agent| agent.ask(asked, &controls, on).await).unwrap());
    assert!(world.prompts(REVIEWER)[0].contains("The person said meanwhile: Leave the tests alone"));
    assert!(!world.prompts(PLANNER)[0].contains("meanwhile:"));
}

#[test]
fn what_a_person_types_too_late_is_left_to_the_host() {
    let world = world_with(two_steps());
    let controls = Controls::default();
    let steering = controls.steering.clone();
    let asked = goal("Do it");
    let on = |event: TimedEvent| {
        if matches!(&event.event, Event::Answer { .. }) {
            steering.send("Leave the tests alone");
        }
    };
    answered(world.process(None, async |agent| agent.ask(asked, &controls, on).await).unwrap());
    assert_eq!(controls.steering.take(), ["Leave the tests alone"]);
}
