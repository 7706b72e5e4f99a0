//! Reviews: verdicts, and facts where there is none.

use crate::script::*;
use crate::support::answered;
use crate::support::world::{asked, yes};
use crate::tools::world_with;
use agent::PlanReviewState;
use model::scripted::Scripted;
use protocol::Event;
use serde_json::json;

#[test]
fn vector_04_retry_keeps_what_was_done_and_replan_drops_it() {
    let script = |word| {
        let first = [plan(&["step one", "step two"]), success("one"), go_on(), success("two")];
        let judged = [verdict(word, "it is the wrong file", "look in lib"), plan(&[])];
        first.into_iter().chain(judged).collect::<Vec<_>>()
    };
    for (word, keeps) in [("retry", true), ("replan", false)] {
        let world = world_with(script(word));
        answered(world.ask(goal("Do it")));
        let log = world.stored();
        let advanced =
            log.checkpoints().into_iter().rfind(|it| it.ran.iter().any(|ran| ran.node == "advance")).unwrap();
        let fields = log.view(advanced.id).unwrap().fields;
        let of = |name: &str| fields.iter().find(|field| field.name == name).unwrap().json.clone();
        assert_eq!((of("plan").as_str(), of("step_index").as_str()), ("[]", "0"));
        assert_eq!(advanced.next, ["planner"]);
        let prompt = &world.prompts(PLANNER)[1];
        assert!(prompt.contains("it is the wrong file") && prompt.contains("look in lib"), "{prompt}");
        assert_eq!(prompt.contains("1. step one"), keeps, "{word}: {prompt}");
        assert_eq!(world.state::<PlanReviewState>().done_steps.len(), 1, "{word}");
    }
}

#[test]
fn vector_08_without_a_verdict_the_facts_decide() {
    for (of, verdict) in [("f", "continue"), ("nothing", "retry")] {
        let script = [plan(&["Look"]), read(of), success("looked"), text("fine!"), text("very fine!"), plan(&[])];
        let world = world_with(script.to_vec());
        answered(world.ask(goal("Do it")));
        let events = world.events.borrow();
        let given = events.iter().find_map(|event| match event {
            Event::Reviewed { verdict, .. } => Some(verdict.clone()),
            _ => None,
        });
        assert_eq!(given.as_deref(), Some(verdict));
        assert!(events.iter().any(|event| matches!(event, Event::Fallback { node, .. } if node == "reviewer")));
    }
}

#[test]
fn vector_12_a_claim_without_a_change_is_among_the_facts() {
    let script = vec![plan(&["Rename f to g"]), success("I renamed f to g in a.py."), go_on(), plan(&[])];
    let world = world_with(script);
    let answer = answered(world.ask(goal("Rename f"))).markdown;
    let prompt = &world.prompts(REVIEWER)[0];
    assert!(prompt.contains("No file was changed in this step."), "{prompt}");
    assert!(prompt.contains("Claimed without a matching call: I renamed f to g in a.py."), "{prompt}");
    assert!(answer.contains("None: no file is changed."), "{answer}");
    // The offline model's verdict on these facts is in its own tests.
}

#[test]
fn a_program_that_fails_is_a_failed_call_and_verifies_nothing() {
    let run = Scripted::call("run_command", json!({ "fails": true }));
    let unread = [text("fine!"), text("very fine!")];
    let script = [vec![plan(&["Test"]), run, success("the tests ran")], unread.to_vec(), vec![plan(&[])]].concat();
    let world = world_with(script);
    let call = asked(world.ask(goal("Do it")));
    let answer = answered(world.resume(yes(&call))).markdown;
    let facts = &world.prompts(REVIEWER)[0];
    assert!(facts.contains("- run_command {\"fails\":true}: FAILED (exit code 1)"), "{facts}");
    assert!(facts.contains("Ran and FAILED: `pytest`: exit code 1"), "{facts}");
    // Without a readable review the facts decide.
    let reviewed = |event: &Event| matches!(event, Event::Reviewed { verdict, .. } if verdict == "retry");
    assert!(world.events.borrow().iter().any(reviewed));
    assert!(answer.contains("Ran and failed: `pytest`: exit code 1"), "{answer}");
}
