//! Changes that are checked: reports, repair, being stuck, limits, and hosts where nothing runs.

use crate::script::*;
use crate::support::answered;
use crate::support::world::{asked, yes};
use crate::world::{World, changed, fifteen_with};
use agent::verify::Verification;
use code_runner::scripted::exit;
use fixtures::{BUG, BUG_PYTHON, DISCOUNT};
use model::scripted::Scripted;
use protocol::{AskOptions, Event, Mode};

const OFF: &str = "the sum is off by one, fix it";

fn fixes(new: &str) -> Vec<Scripted> {
    vec![delegate(None), edit("main.py", "return result", new), text("I have fixed it.")]
}

/// The parts of a report that are in this order.
#[track_caller]
fn in_order(report: &str, parts: &[&str]) {
    let mut rest = report;
    for part in parts {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part} is in its place in {report}")).1;
    }
}

#[test]
fn vector_09_a_failed_check_is_reported_and_tried_again_until_it_passes() {
    let mut script = vec![classified("code_fix", 0.7, &[])];
    script.extend(fixes("return result + 1"));
    script.extend([delegate(None), edit("main.py", "result + 1", "result + end"), text("Now it adds the end.")]);
    let world = World::new(BUG_PYTHON, script).running(fifteen_with("main.py", "result + end"));
    let answer = world.answer(ask(OFF));
    let attempt = "llm_plan > delegate > execute > execute_tools > execute > review";
    let expected = format!("textual_pre_plan > llm_pre_plan > {attempt} > textual_pre_plan > llm_pre_plan > {attempt}");
    assert_eq!(world.nodes(), expected);
    let state = world.state();
    assert_eq!((state.iterations, state.failures.len(), world.calls()), (2, 1, 7), "the second pass asked no pre-plan");
    assert!(matches!(&state.verification, Verification::Passed { .. }));
    let report = &state.failures[0].report;
    in_order(
        report,
        &["main.py", "Expected output", "15", "Actual output", "10", "`main.py` as it is now", "return result + 1"],
    );
    // The next plan and the next agent see it, beside the request.
    let requests = world.model.requests();
    for request in &requests[4..6] {
        let all: String = request.iter().map(|message| message.content.as_str()).collect();
        assert!(all.contains("Actual output") && all.contains(OFF), "{all}");
    }
    assert!(answer.starts_with("**Done, and the check passes.**"), "{answer}");
    in_order(
        &answer,
        &[
            "Now it adds the end.",
            "### What was tried",
            "### Proposed changes",
            "+    return result + end",
            "### Verification",
            "Passed:",
        ],
    );
}

#[test]
fn vector_10_a_small_mutation_repairs_without_a_model() {
    let world = World::new(BUG, vec![]).running(fifteen_with("main.js", "i <= end"));
    let answer = world.answer(ask("fix the bug in main.js"));
    assert_eq!((world.nodes().as_str(), world.calls()), ("textual_pre_plan > tool > review", 0));
    assert!(world.proposed("main.js").unwrap().contains("i <= end"));
    let state = world.state();
    assert!(matches!(state.verification, Verification::Passed { .. }) && state.local_repair_attempted);
    assert!(answer.contains("not by understanding"), "{answer}");

    let both = |asked: &code_runner::scripted::Asked| {
        let text = changed(asked, "main.js").unwrap_or("/ 100 continue");
        let subtotal = if text.contains("continue") { 12.0 } else { 17.0 };
        let share = if text.contains("/ 100") { 0.999 } else { 0.9 };
        exit(0, &format!("subtotal={subtotal:.2}\ndiscounted={:.2}\n", subtotal * share), "")
    };
    let world = World::new(DISCOUNT, vec![]).running(both);
    world.answer(ask("fix the bug in main.js"));
    assert_eq!((world.nodes().as_str(), world.calls()), ("textual_pre_plan > tool > review", 0));
    let text = world.proposed("main.js").unwrap();
    assert!(!text.contains("/ 100") && !text.contains("continue"), "{text}");
}

#[test]
fn vector_11_the_same_failure_twice_ends_the_run() {
    // The second run differs in a time and a path.
    let mut times = 0;
    let traces = move |_: &_| {
        times += 1;
        exit(1, "", &format!("File \"/tmp/run-{times}/main.py\", line 3\nValueError after 0.{times}2s"))
    };
    let script = [vec![classified("code_fix", 0.7, &[])], fixes("return result + 1"), fixes("return result + 1 + 1")];
    let world = World::new(BUG_PYTHON, script.concat()).running(traces);
    let answer = world.answer(ask(OFF));
    assert!(answer.starts_with("**Not done: stuck on the same error:"), "{answer}");
    let state = world.state();
    assert_eq!((state.failures.len(), state.iterations), (2, 2));
    assert_eq!(state.failures[0].hash, state.failures[1].hash);
    assert!(!answer.to_lowercase().contains("i have fixed"), "{answer}");
}

#[test]
fn what_the_check_shows_before_anything_was_tried_is_no_attempt() {
    let wrong = vec![delegate(None), edit("main.js", "total += i", "total += i + 0"), text("Done.")];
    let right = vec![delegate(None), edit("main.js", "i + 0", "i + i / 2"), text("Done.")];
    let world = World::new(BUG, [wrong, right].concat()).running(fifteen_with("main.js", "i + i / 2"));
    let answer = world.answer(ask("fix the bug in main.js"));
    // The first attempt fails as the program did before it: that is the first failure of an attempt.
    assert!(answer.starts_with("**Done, and the check passes.**"), "{answer}");
    assert_eq!(world.state().failures.len(), 2);
}

#[test]
fn vector_12_every_allowed_attempt_is_checked_and_the_last_is_not_taken_on_trust() {
    let mut times = 0;
    let never = move |_: &_| {
        times += 1;
        exit(0, &"x\n".repeat(times), "")
    };
    let script = [vec![classified("code_fix", 0.7, &[])], fixes("return result + 1"), fixes("return result + 1 + 1")];
    let world = World::new(BUG_PYTHON, script.concat()).running(never);
    let answer = world.answer(ask_with(OFF, iterations(2)));
    let verified = |event: &&Event| matches!(event, Event::Verified { passed: Some(false), .. });
    assert_eq!(world.events.borrow().iter().filter(verified).count(), 2);
    assert!(matches!(world.state().verification, Verification::Failed { .. }));
    assert!(answer.starts_with("**Not done: the limit of 2 iterations is reached."), "{answer}");
    assert!(!answer.to_lowercase().contains("fixed"), "{answer}");
    assert!(world.proposed("main.py").is_some(), "what is proposed is kept");
}

#[test]
fn vector_13_without_anything_to_run_it_is_said_that_nothing_is_verified() {
    let script = || vec![delegate(None), edit("main.js", "i < end", "i <= end"), text("The end counts now.")];
    let nothing_to_run = BUG.split("//- expected.txt").next().unwrap();
    let with_a_runner = World::new(nothing_to_run, script()).running(|_| panic!("nothing is to run"));
    let without = World::new(BUG, script());
    for world in [&with_a_runner, &without] {
        let answer = world.answer(ask("fix main.js"));
        let expected = "textual_pre_plan > tool > review > textual_pre_plan > llm_pre_plan > llm_plan > delegate > \
                        execute > execute_tools > execute > review";
        assert_eq!((world.nodes().as_str(), world.calls()), (expected, 3));
        assert!(matches!(world.state().verification, Verification::NotRun { .. }));
        assert!(answer.starts_with("**Proposed, but not verified:") && answer.contains("Not verified:"), "{answer}");
    }
    // The reason is that of the host.
    let why = |world: &World| world.state().verification.report().to_owned();
    assert!(why(&without).contains("nothing runs") && why(&with_a_runner) != why(&without), "{}", why(&without));
}

#[test]
fn the_person_is_asked_before_a_program_runs() {
    let options = AskOptions { agent: "three-phase".to_owned(), mode: Mode::EditFreely, ..AskOptions::default() };
    let fix = || crate::support::question("fix the bug in main.js", options.clone());
    let world = World::new(BUG, vec![]).running(fifteen_with("main.js", "i <= end"));
    let call = asked(world.ask(fix()));
    assert!(call.arguments.contains("main.js") && world.runs() == 0, "{call:?}");
    let mut end = world.resume(yes(&call));
    while let Ok(agent::RunEnd::Awaiting(_)) = &end {
        end = world.resume(yes(&asked(end)));
    }
    assert!(answered(end).markdown.starts_with("**A trial fix passes the check.**"));

    // Without a yes nothing runs, and nothing is said to pass.
    let script = vec![delegate(None), edit("main.js", "i < end", "i <= end"), text("The end counts now.")];
    let world = World::new(BUG, script).running(fifteen_with("main.js", "i <= end"));
    let mut end = world.ask(fix());
    while let Ok(agent::RunEnd::Awaiting(_)) = &end {
        end = world.resume(Some(protocol::Approval::default()));
    }
    assert!(answered(end).markdown.starts_with("**Proposed, but not verified:"));
    assert_eq!(world.runs(), 0);
}

#[test]
fn old_attempts_leave_the_conversation_and_are_counted() {
    let mut times = 0;
    let never = move |_: &_| {
        times += 1;
        exit(0, &"x\n".repeat(times), "")
    };
    let mut script = vec![classified("code_fix", 0.7, &[])];
    for n in 0..8 {
        let (old, new) =
            (format!("return result{}", " + 1".repeat(n)), format!("return result{}", " + 1".repeat(n + 1)));
        script.extend([delegate(None), edit("main.py", &old, &new), text(&format!("Attempt number {n}."))]);
    }
    let world = World::new(BUG_PYTHON, script).running(never);
    world.answer(ask_with(OFF, iterations(8)));
    let state = world.state();
    assert_eq!(state.failures.len(), 8);
    let said: Vec<&str> = state.messages.iter().map(|entry| entry.message.content.as_str()).collect();
    assert!(!said.contains(&"Attempt number 1.") && said.contains(&"Attempt number 2."), "{said:?}");
    let prompt = world.last_prompt();
    assert!(prompt.contains("[1 earlier attempt is left out]"), "{prompt}");
    // Each once: what is left out is removed, never added again.
    assert_eq!(prompt.matches("Attempt number 3.").count(), 1);
}
