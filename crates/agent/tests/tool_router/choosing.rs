//! The gate, and the choice of tools.

use crate::router::*;
use crate::support::answered;
use crate::support::question;
use crate::support::world::World;
use agent::states::tool_router::{Status, ToolRouterState};
use agent::{Limits, RunState};
use model::scripted::Scripted;
use model::{ModelError, ModelErrorKind};
use protocol::{AskOptions, Event, Turn};
use serde_json::json;

fn fails(kind: ModelErrorKind) -> Scripted {
    Scripted::Fails(ModelError { kind, message: "the model is away".to_owned(), advice: None })
}

fn scored(world: &World) -> Option<(u32, String)> {
    world.events.borrow().iter().find_map(|event| match event {
        Event::Scored { score, reason, .. } => Some((*score, reason.clone())),
        _ => None,
    })
}

#[test]
fn vector_1_a_request_below_the_threshold_is_declined_without_tools() {
    for (points, expected) in
        [(20, "guardrail > out_of_scope"), (74, "guardrail > out_of_scope"), (75, "guardrail > router > generate")]
    {
        let script = match points {
            75 => vec![score(points), generate(), text("It is so.")],
            _ => vec![score(points), text("I work on this repository. Ask about its code.")],
        };
        let world = world_with(script);
        let answer = answered(world.ask(what_is_f()));
        assert_eq!((world.nodes().as_str(), world.ran.borrow().len()), (expected, 0), "{points}");
        assert_eq!(answer.markdown.contains("scope gate switched off"), points < 75, "how to ask anyway");
        assert_eq!(world.state::<ToolRouterState>().status, Status::Completed);
    }
}

#[test]
fn vector_2_an_answer_at_once_grades_nothing() {
    let world = world_with(vec![score(100), generate(), text("It is a letter.")]);
    assert_eq!(answered(world.ask(what_is_f())).markdown, "It is a letter.");
    assert_eq!((world.nodes().as_str(), graded(&world)), ("guardrail > router > generate", Vec::new()));
}

#[test]
fn vector_5_after_five_rounds_the_gap_is_named() {
    let mut script = vec![score(100)];
    script.extend(["a", "b", "c", "d", "e"].map(lookup));
    script.push(text("It is in a.py [[c42]]."));
    let world = world_with(script);
    let answer = answered(world.ask(what_is_f()));
    let rounds = ["router > executor"; 5].join(" > ");
    assert_eq!(world.nodes(), format!("guardrail > {rounds} > router > generate"));
    assert_eq!(world.model_calls.get(), 7, "the sixth decision asks no model");
    assert!(last_prompt(&world).contains("Name what is missing"), "{}", last_prompt(&world));
    assert!(answer.markdown.contains("The limit of 5 decisions is reached with 0 relevant passages"), "{answer:?}");
    assert_eq!(answer.citations.len(), 1, "what was looked up by name can be cited");
}

#[test]
fn vector_7_unknown_tools_and_unreadable_arguments_do_not_run() {
    let calls = execute(&[("delete_all", json!({})), ("lookup", json!("the word f")), ("write_file", json!([1]))]);
    let world = world_with(vec![score(100), calls, generate(), text("Nothing was found.")]);
    answered(world.ask(what_is_f()));
    let errors: Vec<String> =
        world.state::<ToolRouterState>().tool_history.into_iter().map(|ran| ran.error.unwrap()).collect();
    assert!(errors[0].contains("delete_all") && errors[0].contains("search_codebase, lookup"), "{errors:?}");
    assert!(errors[1..].iter().all(|error| error.contains("no JSON object, so it did not run")), "{errors:?}");
    assert!(world.ran.borrow().is_empty() && world.state::<ToolRouterState>().changes.is_empty());
    assert_eq!(world.nodes(), "guardrail > router > executor > router > generate");
}

#[test]
fn vector_8_without_a_decision_the_request_is_searched_for() {
    let prose = || [text("let me think"), text("I would rather not say")];
    let mut script = vec![score(100)];
    script.extend(prose());
    script.push(relevant(&[1]));
    script.extend(prose());
    script.push(text("It is [[c1]]."));
    let world = world_with(script);
    answered(world.ask(what_is_f()));
    assert_eq!(*world.ran.borrow(), [r#"search_codebase {"n_results":6,"query":"What is f?"}"#]);
    assert_eq!(world.nodes(), "guardrail > router > executor > grade_documents > router > generate");
}

#[test]
fn vector_9_a_request_that_cannot_be_scored_is_in_scope() {
    for failing in [vec![fails(ModelErrorKind::Server)], vec![text("hm"), text("hm")]] {
        let mut script = failing;
        script.extend([generate(), text("It is so.")]);
        let world = world_with(script);
        answered(world.ask(what_is_f()));
        let (points, reason) = scored(&world).unwrap();
        assert!(points == 100 && reason.contains("Not gated"), "{points} {reason}");
        assert!(world.events.borrow().iter().any(|event| matches!(event, Event::Fallback { .. })));
    }
    let world = world_with(vec![fails(ModelErrorKind::Key)]);
    assert!(world.ask(what_is_f()).is_err(), "a wrong key ends the run at once");
}

#[test]
fn vector_9_a_short_follow_up_is_not_scored_and_a_first_message_is() {
    let turn = |answer: &str| Turn { question: "What is f?".into(), answer: answer.into(), symbols: Vec::new() };
    let declined = {
        let world = world_with(vec![score(20), text("I work on this repository.")]);
        answered(world.ask(what_is_f())).markdown
    };
    for (history, is_scored) in
        [(vec![turn("It is a function [[1]].")], false), (vec![turn(&declined)], true), (Vec::new(), true)]
    {
        let mut script = if is_scored { vec![score(90)] } else { Vec::new() };
        script.extend([generate(), text("They are in b.py.")]);
        let world = world_with(script);
        let asked = agent::Question { history, ..question("and its tests?", options()) };
        answered(world.ask(asked));
        assert_eq!(scored(&world).unwrap().0, if is_scored { 90 } else { 100 });
    }
    // Switched off by an option.
    let world = world_with(vec![generate(), text("Hello.")]);
    let asked = question("hello", AskOptions { gate: false, ..options() });
    answered(world.ask(asked));
}

#[test]
fn vector_14_the_calls_of_a_decision_are_in_the_history_as_chosen() {
    let both = execute(&[("lookup", json!({"word": "f"})), ("search_codebase", json!({"query": "f"}))]);
    let world = world_with(vec![score(100), both, relevant(&[1, 2, 3]), text("It is [[c1]] [[c42]].")]);
    let answer = answered(world.ask(what_is_f()));
    let tools: Vec<String> = world.state::<ToolRouterState>().tool_history.into_iter().map(|ran| ran.tool).collect();
    assert_eq!((tools.join(" "), answer.citations.len()), ("lookup search_codebase".to_owned(), 2));
    assert_eq!(world.nodes(), "guardrail > router > executor > grade_documents > generate");
}

#[test]
fn at_most_four_calls_of_a_decision_run() {
    let many: Vec<(&str, serde_json::Value)> = (0..6).map(|n| ("lookup", json!({ "word": n }))).collect();
    let world = world_with(vec![score(100), execute(&many), generate(), text("It is so.")]);
    answered(world.ask(what_is_f()));
    assert_eq!(world.ran.borrow().len(), 4);
    let left_out = |event: &Event| matches!(event, Event::Fallback { why, .. } if why.starts_with("6 calls"));
    assert!(world.events.borrow().iter().any(left_out));
}

#[test]
fn the_limits_are_the_agents_own() {
    let Limits { max_iterations, recursion_limit, .. } = ToolRouterState::LIMITS;
    assert_eq!((max_iterations, recursion_limit), (5, 60));
}
