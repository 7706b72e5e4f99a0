//! Small changes are tried where the expected output is known.

use crate::world::{World, path};
use change_set::Overlay;
use code_runner::scripted::{Asked, exit};
use code_runner::{Ran, RunError};
use limits::running::{REPAIR_AT_ONCE, REPAIR_TRIAL_MS};
use protocol::{Approval, Event, ProposedCall};
use std::rc::Rc;

/// What the programs of the fixtures would write, by the slips that are left in their text.
fn writes(asked: &Asked, base: &str) -> Ran {
    let text = asked.changes.iter().find_map(|change| change.text.as_deref()).unwrap_or(base);
    let sum = || exit(0, if text.contains("i <= end") || text.contains("end + 1") { "15\n" } else { "10\n" }, "");
    if !base.contains("subtotal") {
        return sum();
    }
    // The guard leaves the pen out, and the share is divided by 100.
    let subtotal = if text.contains("continue") { 12.0 } else { 17.0 };
    let share = if text.contains("/ 100") { 0.001 } else { 0.1 };
    exit(0, &format!("subtotal={subtotal:.2}\ndiscounted={:.2}\n", subtotal * (1.0 - share)), "")
}

fn broken(fixture: &'static str) -> World {
    let files = fixtures::files(fixture);
    let base = files[0].1.clone();
    World { repairs: true, ..World::new(fixture, move |asked| Ok(writes(asked, &base))) }
}

/// Repairs a fixture: what is proposed, and what is said of it.
#[track_caller]
fn repaired(fixture: &'static str, main: &str) -> (String, String) {
    let world = broken(fixture);
    let checked = world.check();
    assert!(checked.failure.is_some());
    let what = checked.repair.unwrap().repaired.unwrap().what;
    let Overlay::Changed { text, .. } = checked.changes.read(&path(main)) else { panic!("{main} is changed") };
    (text.to_string(), what)
}

#[test]
fn a_range_that_ends_too_early_is_repaired_by_one_change() {
    let (text, what) = repaired(fixtures::BUG, "main.js");
    assert!(text.contains("for (let i = start; i <= end; i++) {"), "{text}");
    assert_eq!(
        what,
        "A trial fix, found by trying small changes and not by understanding the code: in `main.js` line 3 `for (let i = start; i < end; i++) {` is now `for (let i = start; i <= end; i++) {`. With it the output is as expected."
    );
    let (text, _) = repaired(fixtures::BUG_PYTHON, "main.py");
    assert!(text.contains("for i in range(start, end + 1):"), "{text}");
}

#[test]
fn two_slips_are_repaired_by_a_pair_of_changes() {
    let (text, _) = repaired(fixtures::DISCOUNT, "main.js");
    assert!(text.contains("if (!item.taxed) {}") && text.contains("amount * (1 - share)"), "{text}");
    let (text, what) = repaired(fixtures::DISCOUNT_PYTHON, "main.py");
    assert!(text.contains("            pass\n") && text.contains("amount * (1 - share)"), "{text}");
    assert!(what.contains("line 11 `continue` is now `pass`, line 17 `"), "{what}");
}

#[test]
fn the_change_is_reported_with_its_diff_and_the_number_of_trials() {
    let world = broken(fixtures::BUG);
    let said = world.check().repair.unwrap().said;
    assert_eq!(said, "1 small change of `main.js` was tried, until the output was as expected.");
    let events = world.events.borrow();
    let changed = |event: &Event| matches!(event, Event::Changed { path, added: 1, removed: 1, diff } if path == "main.js" && diff.contains("+  for (let i = start; i <= end; i++) {"));
    assert!(events.iter().any(changed));
    let over = |event: &Event| matches!(event, Event::ToolFinished { name, ok: true, summary, .. } if name == "try_small_changes" && *summary == said);
    assert!(events.iter().any(over));
}

#[test]
fn the_right_output_with_a_failing_exit_does_not_count() {
    let fails = World { repairs: true, ..World::new(fixtures::BUG, |_| Ok(exit(1, "15\n", ""))) };
    let repair = fails.check().repair.unwrap();
    assert_eq!(repair.repaired, None);
    assert_eq!(repair.said, "1 small change of `main.js` was tried; with none is the output as expected.");
}

#[test]
fn without_an_expected_output_nothing_is_tried() {
    let fixture = "//- tests/test_a.py\nimport pytest\n//- a.py\nfor i in range(3): pass\n";
    let world = World { repairs: true, ..World::new(fixture, |_| Ok(exit(1, "1 failed in 0.1s", ""))) };
    let repair = world.check().repair.unwrap();
    assert_eq!(repair.said, "Small changes are tried only where the expected output of a program is known.");
    assert_eq!(world.ran().len(), 1);
}

#[test]
fn the_person_is_asked_once_for_all_trials_and_can_decline_them() {
    let asks = || {
        let world = broken(fixtures::DISCOUNT);
        World { policy: agent::policy::Policy { allow_run: false, ..world.policy }, ..world }
    };
    let first_only = |calls: &[ProposedCall]| {
        let allowed = calls.iter().filter(|call| !call.id.contains("trials")).map(|call| call.id.clone());
        Approval { allowed: allowed.collect(), ..Approval::default() }
    };
    let world = asks();
    let checked = world.check_as(first_only);
    assert_eq!(checked.asked.len(), 2);
    assert!(checked.asked[1].why.contains("with a small change of `main.js`"), "{}", checked.asked[1].why);
    let repair = checked.repair.unwrap();
    assert_eq!(repair.said, "Small changes were not tried: the person did not allow `node main.js`.");
    // Once for each time that the node ran: it runs again when it is answered.
    assert!(world.runner.asked().iter().all(|asked| asked.changes.is_empty()));
    let all = |calls: &[ProposedCall]| Approval {
        allowed: calls.iter().map(|call| call.id.clone()).collect(),
        ..Approval::default()
    };
    let checked = asks().check_as(all);
    assert_eq!(checked.asked.len(), 2);
    assert!(checked.repair.unwrap().repaired.is_some());
}

#[test]
fn trials_end_when_their_time_is_used_up() {
    let fixture = "//- main.py\nprint(a < b, c < d, e < f, g < h, i < j, k < l, m < n)\n//- expected.txt\nnever\n";
    let world = World::new(fixture, |_| Err(RunError::Failed("it is replaced".to_owned())));
    let time = Rc::clone(&world.time);
    let slow = World::new(fixture, move |asked| {
        // Each takes its whole time, one after the other.
        if !asked.changes.is_empty() {
            assert!(asked.command.limits.time_ms <= REPAIR_TRIAL_MS);
            time.set(time.get() + 1_500.0);
        }
        Ok(exit(0, "no\n", ""))
    });
    let slow = World { repairs: true, time: Rc::clone(&world.time), ..slow };
    let repair = slow.check().repair.unwrap();
    assert_eq!(
        repair.said,
        "8 small changes of `main.py` were tried; with none was the output as expected, and the 10 s for them were used up."
    );
    assert_eq!(slow.ran().len(), 1 + 2 * REPAIR_AT_ONCE);
}

#[test]
fn a_runner_that_is_gone_ends_the_trials() {
    let fixture = "//- main.py\nprint(a < b, c < d)\n//- expected.txt\nnever\n";
    let world = World::new(fixture, |asked| match asked.changes.is_empty() {
        true => Ok(exit(0, "no\n", "")),
        false => Err(RunError::Failed("the runner is gone".to_owned())),
    });
    let repair = World { repairs: true, ..world }.check().repair.unwrap();
    assert_eq!(repair.repaired, None);
    assert!(repair.said.ends_with("and the runner is gone."), "{}", repair.said);
}
