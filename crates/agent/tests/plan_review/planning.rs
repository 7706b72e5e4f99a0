//! Plans: made, in other shapes, made again after failures.

use crate::script::*;
use crate::support::answered;
use crate::tools::world_with;
use agent::PlanReviewState;
use model::scripted::Scripted;
use protocol::Event;
use serde_json::json;

#[test]
fn vector_01_two_steps_are_carried_out_and_reviewed() {
    let world = world_with(two_steps());
    let answer = answered(world.ask(goal("Do it"))).markdown;
    let nodes =
        "planner > executor > executor_tools > executor > reviewer > advance > executor > reviewer > advance > report";
    assert_eq!(world.nodes(), nodes);
    let state = world.state::<PlanReviewState>();
    assert_eq!((state.iters, state.done_steps.len()), (2, 2));
    assert!(answer.starts_with("**Done: all is done**\n\nGoal: Do it\n"), "{answer}");
    assert!(
        answer.contains("1. a: found\n2. b: well\n") && answer.contains("Not verified: nothing was run."),
        "{answer}"
    );
    let tasks: Vec<String> = world.events.borrow().iter().filter_map(task_list).collect();
    assert_eq!(tasks, ["plan a b", "begin 0 a", "end 0 true", "begin 1 b", "end 1 true"]);
}

fn planning_round(event: &Event) -> Option<u32> {
    match event {
        Event::PlanMade { iteration, .. } => Some(*iteration),
        _ => None,
    }
}

#[test]
fn vector_02_a_failed_step_is_planned_around() {
    let world = world_with(vec![plan(&["a"]), failure("Permission denied"), plan(&["b"]), success("ok"), finish()]);
    answered(world.ask(goal("Do it")));
    assert_eq!(world.nodes(), "planner > executor > planner > executor > reviewer > advance > report");
    let rounds: Vec<u32> = world.events.borrow().iter().filter_map(planning_round).collect();
    assert_eq!(rounds, [1, 2]);
    assert!(world.prompts(PLANNER)[1].contains("The last step failed: Permission denied"));
    // The round of the failure, and the one after it.
    assert_eq!((world.state::<PlanReviewState>().iters, world.prompts(REVIEWER).len()), (2, 1));
    let log = world.stored();
    let after =
        log.checkpoints().into_iter().find(|checkpoint| checkpoint.ran.iter().any(|ran| ran.node == "executor"));
    let fields = log.view(after.unwrap().id).unwrap().fields;
    let of = |name: &str| fields.iter().find(|field| field.name == name).unwrap().json.clone();
    assert_eq!((of("iters").as_str(), of("plan").as_str()), ("1", "[]"));
}

#[test]
fn vector_03_failures_end_at_the_limit_or_when_they_repeat() {
    let differ = ["no disk", "no network", "no memory"];
    let script = differ.iter().flat_map(|why| [plan(&["a"]), failure(why)]);
    let world = world_with(script.collect());
    let answer = answered(world.ask(goal_with("Do it", rounds(3)))).markdown;
    assert_eq!(world.nodes(), "planner > executor > planner > executor > planner > executor > report");
    assert!(answer.contains("Stopped at the limit of 3 rounds") && answer.contains("no memory"), "{answer}");

    // What differs only in a number is the same.
    let script = (1..=3).flat_map(|n| [plan(&["a"]), failure(&format!("Timeout after {n} s"))]);
    let world = world_with(script.collect());
    let answer = answered(world.ask(goal("Do it"))).markdown;
    assert!(answer.contains("same failure 3 times in a row"), "{answer}");
    assert_eq!(world.state::<PlanReviewState>().iters, 3);

    // A step between two of them that worked starts the count again.
    let mut script = vec![plan(&["a"]), failure("x"), plan(&["a"]), failure("x"), plan(&["b"]), success("ok"), go_on()];
    script.extend([plan(&["a"]), failure("x"), plan(&[])]);
    let world = world_with(script);
    let answer = answered(world.ask(goal("Do it"))).markdown;
    assert!(answer.starts_with("**Not done: the last step failed: x**"), "{answer}");
}

#[test]
fn vector_05_after_the_last_step_the_planner_may_end_the_run() {
    let world = world_with(vec![plan(&["a"]), success("ok"), go_on(), plan(&[])]);
    let answer = answered(world.ask(goal("Do it"))).markdown;
    assert_eq!(world.nodes(), "planner > executor > reviewer > advance > planner > report");
    assert!(answer.starts_with("**Done: no step is left.**"), "{answer}");
}

#[test]
fn vector_06_a_plan_in_another_shape_is_used_as_far_as_it_goes() {
    let planned = |answers: &[&str]| {
        let mut script: Vec<Scripted> = answers.iter().map(|answer| text(answer)).collect();
        script.extend([success("ok"), finish()]);
        let world = world_with(script);
        answered(world.ask(goal("The goal")));
        let events = world.events.borrow();
        let plan = events.iter().find_map(|event| match event {
            Event::PlanMade { steps, fallback, .. } => Some((steps.clone(), fallback.is_some())),
            _ => None,
        });
        plan.unwrap()
    };
    let one = |step: &str, fallback| (vec![step.to_owned()], fallback);
    assert_eq!(planned(&["just do it", "just do it"]), one("just do it", true));
    assert_eq!(planned(&["", ""]), one("The goal", true));
    assert_eq!(planned(&[r#"["a"]"#]), one("a", false));
    let twenty: Vec<String> = (1..=20).map(|n| format!("step {n}")).collect();
    assert_eq!(planned(&[&json!({ "plan": twenty }).to_string()]).0, twenty[..12]);
}
