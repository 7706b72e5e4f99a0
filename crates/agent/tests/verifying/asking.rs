//! Who is asked before something runs, and what is said where nothing does.

use crate::world::{World, failed, not_run, passed};
use agent::policy::{Mode, Policy};
use agent::verify::Recipe;
use code_runner::scripted::exit;
use protocol::{Approval, Event, ProposedCall};

fn bug() -> World {
    let world = World::new(fixtures::BUG, |_| Ok(exit(0, "10\n", "")));
    World { policy: Policy { allow_run: false, ..world.policy }, ..world }
}

fn all(calls: &[ProposedCall]) -> Approval {
    Approval { allowed: calls.iter().map(|call| call.id.clone()).collect(), ..Approval::default() }
}

const WRONG: &str = "`node main.js`: the output is not that of `expected.txt`: line 1 is `10` and should be `15`";

#[test]
fn the_person_sees_the_exact_command_and_what_it_is_for() {
    let world = bug();
    let checked = world.check_as(all);
    assert_eq!(checked.verification, failed(WRONG));
    let [asked] = checked.asked.as_slice() else { panic!("one question, but: {:?}", checked.asked) };
    assert_eq!(asked.arguments, r#"{"argv":["node","main.js"],"folder":""}"#);
    assert!(asked.can_be_remembered);
    assert_eq!(
        asked.why,
        "Running something on this machine is asked about: `node main.js`. Its output is compared with `expected.txt`, to check the proposed changes."
    );
}

#[test]
fn what_the_person_declines_does_not_run_and_is_not_verified() {
    let world = bug();
    let note = "not now.".to_owned();
    let checked = world.check_as(|_| Approval { note: note.clone(), ..Approval::default() });
    let why = "the person did not allow `node main.js`. They said: not now";
    assert_eq!(checked.verification, not_run(why));
    assert!(checked.failure.is_none() && world.ran().is_empty());
    let verified = Event::Verified { passed: None, report: why.to_owned() };
    assert!(world.events.borrow().contains(&verified));
}

#[test]
fn with_nobody_to_ask_or_in_a_run_that_only_looks_nothing_runs() {
    let unattended = World { policy: Policy { attended: false, ..bug().policy }, ..bug() };
    let why = "`node main.js` may not run: Running something on this machine is asked about. In this run there is nobody to ask, so it does not run";
    assert_eq!(unattended.check().verification, not_run(why));
    let looks = World { policy: Policy { mode: Mode::LookOnly, allow_run: true, attended: true }, ..bug() };
    let why = "`node main.js` may not run: This run only looks: it changes nothing and runs nothing. The person can switch that";
    assert_eq!(looks.check().verification, not_run(why));
    assert!(unattended.ran().is_empty() && looks.ran().is_empty());
}

#[test]
fn without_a_runner_nothing_is_verified() {
    let world = World { has_runner: false, ..bug() };
    assert_eq!(world.check().verification, not_run("nothing runs programs here"));
}

#[test]
fn what_was_allowed_for_the_run_is_not_asked_again() {
    let world = bug();
    let remembered = |calls: &[ProposedCall]| Approval { remembered: all(calls).allowed, ..all(calls) };
    let first = world.check_as(remembered);
    assert_eq!((first.asked.len(), first.grants.len()), (1, 1));
    let again = World { grants: first.grants, ..bug() };
    assert_eq!(again.check().verification, failed(WRONG));
}

#[test]
fn a_command_that_cannot_be_started_is_no_failure_of_the_changes() {
    let world = World::new(fixtures::BUG, |_| Err(code_runner::RunError::Failed("there is no room left".to_owned())));
    assert_eq!(world.check().verification, not_run("there is no room left"));
}

#[test]
fn the_program_and_its_end_are_reported() {
    let world = World::new(fixtures::BUG, |_| Ok(exit(0, "15\n", "")));
    let checked = world.check();
    assert_eq!(checked.verification, passed("`node main.js` writes what `expected.txt` holds"));
    assert!(matches!(checked.recipe, Some(Recipe::Expected { main, .. }) if main.as_str() == "main.js"));
    let events = world.events.borrow();
    let started = |event: &Event| matches!(event, Event::CommandStarted { argv, place, .. } if argv == &["node", "main.js"] && place == "the test");
    assert!(events.iter().any(started));
    let ended =
        |event: &Event| matches!(event, Event::CommandFinished { exit: Some(0), stdout, .. } if stdout == "15\n");
    assert!(events.iter().any(ended));
    assert!(matches!(events.last(), Some(Event::Verified { passed: Some(true), .. })));
}
