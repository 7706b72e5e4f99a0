//! `plan-react` with a scripted model and one made-up tool: the order of nodes, the findings, the limits, the
//! fallbacks, and that no invented citation is ever shown.

mod support;

use agent::{Agent, Answer, AskError, Controls, Limits, Models, RunEnd, ToolError, Toolbox};
use expect_test::expect;
use futures::executor::block_on;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use model::{ModelError, ModelErrorKind};
use protocol::{AskOptions, Event, Evidence, EvidenceKind, Relation, RunOutcome};
use serde_json::{Value, json};
use state_graph::MemoryStore;
use std::rc::Rc;
use support::{Confirms, FINISH, Lookup, one_place, question, ticks};

fn span(id: &str, hash: &str) -> Evidence {
    Evidence {
        hash: hash.to_owned(),
        relation: Relation::Hit,
        symbol: Some("a.f".to_owned()),
        kind: EvidenceKind::Function,
        ..Evidence::of_lines(id, "a.py", 1, 2)
    }
}

fn reply(text: &str) -> Scripted {
    Scripted::text(text)
}

fn calls(arguments: Value) -> Scripted {
    Scripted::call("lookup", arguments)
}

fn fails(kind: ModelErrorKind) -> Scripted {
    let message = "the model is away".to_owned();
    Scripted::Fails(ModelError { kind, message, advice: Some("wait".to_owned()) })
}

fn run(script: Vec<Scripted>, limits: Limits) -> (Result<Answer, AskError>, Vec<Event>) {
    let model = ScriptedModelClient::new(script);
    let tools = Toolbox::new().with(Lookup(|arguments: &Value| {
        let word = arguments["word"].as_str().ok_or(ToolError::Failed("no word given".to_owned()))?;
        one_place(format!("{word} is at a.py:1-2 [[e1]]"), vec![span("e1", "good")])
    }));
    let (verifier, store) = (Box::new(Confirms(|evidence| evidence.hash == "good")), Rc::new(MemoryStore::default()));
    let agent = Agent {
        models: Models::one(&model),
        tools,
        acting: Toolbox::new(),
        services: agent::ActingServices::default(),
        attended: true,
        repository: None,
        verifier,
        clock: ticks(),
        timer: Rc::new(NoWait),
        store,
    };
    let options = AskOptions {
        max_iterations: Some(limits.max_iterations),
        max_executor_steps: Some(limits.max_executor_steps),
        recursion_limit: Some(limits.recursion_limit),
        ..AskOptions::default()
    };
    let mut events = Vec::new();
    let answer = block_on(agent.ask(question("What is f?", options), &Controls::default(), |event| {
        assert_eq!(event.seq as usize, events.len(), "numbered without gaps");
        events.push(event.event);
    }));
    let answer = answer.map(|end| match end {
        RunEnd::Answered(answer) => answer,
        other => panic!("no answer, but {other:?}"),
    });
    (answer, events)
}

fn nodes(events: &[Event]) -> String {
    let name = |event: &Event| match event {
        Event::NodeStarted { node, .. } => Some(node.clone()),
        _ => None,
    };
    events.iter().filter_map(name).collect::<Vec<_>>().join(" ")
}

const CONTINUE: &str = r#"{"decision": "CONTINUE", "reason": "more"}"#;

#[test]
fn plans_acts_judges_and_answers_with_verified_citations() {
    let script = vec![
        reply(r#"["Find f", "Read f"]"#),
        calls(json!({"word": "f"})),
        reply("f was found [[e1]]"),
        reply(FINISH),
        reply("`f` is a function [[e1]], says [[made-up]]."),
    ];
    let (answer, events) = run(script, Limits::default());
    let answer = answer.unwrap();
    assert_eq!((answer.markdown.as_str(), answer.dropped), ("`f` is a function [[1]], says .", 1));
    assert_eq!((answer.citations[0].path.as_str(), answer.citations.len()), ("a.py", 1));
    expect!["planner setup_executor executor_llm tool_node executor_llm aggregate refinery synthesizer"]
        .assert_eq(&nodes(&events));
    let finding = events.iter().find_map(|event| match event {
        Event::FindingAdded { key, text, evidence } => Some((key.as_str(), text.as_str(), evidence.len())),
        _ => None,
    });
    let text = "f is at a.py:1-2 [[e1]]\n---\nf was found [[e1]]";
    assert_eq!(finding, Some(("step_0: Find f", text, 1)));
    assert!(matches!(events.first(), Some(Event::RunStarted { .. })));
    assert!(matches!(events.last(), Some(Event::RunFinished { outcome: RunOutcome::Answered, .. })));
}

#[test]
fn a_second_round_sees_the_first_rounds_findings() {
    let script = vec![
        reply(r#"["Find f"]"#),
        reply("f is somewhere"),
        reply(CONTINUE),
        reply(r#"["Read f"]"#),
        reply("read"),
        reply(FINISH),
        reply("done"),
    ];
    let (answer, events) = run(script, Limits::default());
    assert_eq!(answer.unwrap().markdown, "done");
    let keys: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            Event::FindingAdded { key, .. } => Some(key.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(keys, ["step_0: Find f", "step_0: Read f"]);
}

#[test]
fn a_tools_error_goes_back_to_the_model() {
    let script = vec![reply(r#"["Find f"]"#), calls(json!({})), reply("it failed"), reply(FINISH), reply("nothing")];
    let (_, events) = run(script, Limits::default());
    let output = events.iter().find_map(|event| match event {
        Event::ToolFinished { ok: false, output, .. } => Some(output.as_str()),
        _ => None,
    });
    assert_eq!(output, Some("Error: no word given"));
}

#[test]
fn a_plan_that_is_no_list_falls_back() {
    let script = vec![reply("I would rather not"), reply("x"), reply("neither JSON"), reply("answer")];
    let (answer, events) = run(script, Limits::default());
    assert_eq!(answer.unwrap().markdown, "answer");
    let plan = events.iter().find_map(|event| match event {
        Event::PlanMade { steps, fallback: Some(_), .. } => Some(steps.clone()),
        _ => None,
    });
    assert_eq!(plan, Some(vec!["Search for relevant code related to the query".to_owned()]));
}

#[test]
fn the_three_limits_hold() {
    let tireless = |n: usize| -> Vec<_> { (0..n).map(|_| calls(json!({"word": "f"}))).collect() };

    let mut script = vec![reply(r#"["Find f"]"#)];
    script.extend(tireless(2));
    script.extend([reply(FINISH), reply("stopped acting")]);
    let (answer, events) = run(script, Limits { max_executor_steps: 2, ..Limits::default() });
    assert_eq!(answer.unwrap().markdown, "stopped acting");
    expect!["planner setup_executor executor_llm tool_node executor_llm aggregate refinery synthesizer"]
        .assert_eq(&nodes(&events));

    let round = || vec![reply(r#"["Find f"]"#), reply("x")];
    let mut script = round();
    script.push(reply(CONTINUE));
    script.extend(round());
    script.push(reply("stopped planning"));
    let (answer, _) = run(script, Limits { max_iterations: 2, ..Limits::default() });
    assert_eq!(answer.unwrap().markdown, "stopped planning", "the model is not asked to judge the last round");

    let (answer, events) = run(vec![reply(r#"["Find f"]"#)], Limits { recursion_limit: 2, ..Limits::default() });
    assert!(matches!(answer, Err(AskError::Run(_))));
    let Some(Event::RunFinished { outcome: RunOutcome::Failed { message, advice }, .. }) = events.last() else {
        panic!("the last event has the outcome");
    };
    assert!(message.contains("limit of 2 steps") && advice.is_some(), "{message}");
}

#[test]
fn a_model_that_is_away_ends_the_run_in_words() {
    let (answer, events) = run(vec![fails(ModelErrorKind::Key)], Limits::default());
    assert!(matches!(answer, Err(AskError::Model(_))));
    let Some(Event::RunFinished { outcome: RunOutcome::Failed { message, advice }, .. }) = events.last() else {
        panic!("the last event has the outcome");
    };
    assert_eq!((message.as_str(), advice.as_deref()), ("the model is away", Some("wait")));
}

#[test]
fn none_of_two_hundred_invented_citations_is_shown() {
    let mut text = String::new();
    for n in 0..50 {
        // A wrong id, a place instead of an id, shifted lines, an id with another hash in it.
        text.push_str(&format!("a [[{n:010x}]] b [[a.py:{n}-{}]] c [[a.py#L{n}]] d [[e1-{n}]]\n", n + 1));
    }
    let script = vec![reply(r#"["Find f"]"#), calls(json!({"word": "f"})), reply("ok"), reply(FINISH), reply(&text)];
    let (answer, events) = run(script, Limits::default());
    let answer = answer.unwrap();
    assert_eq!((answer.dropped, answer.citations.len()), (200, 0));
    assert!(!answer.markdown.contains("[["));
    let streamed: String = events
        .iter()
        .filter_map(|event| match event {
            Event::AnswerText { text } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(streamed, answer.markdown);
}

fn until_the_answer(answers: &[&str]) -> Vec<Scripted> {
    let before = [reply(r#"["Find f"]"#), calls(json!({"word": "f"})), reply("ok"), reply(FINISH)];
    before.into_iter().chain(answers.iter().map(|answer| reply(answer))).collect()
}

#[test]
fn an_empty_answer_is_asked_for_once_more() {
    // Nothing, white space, and nothing but a citation that is taken out.
    for empty in ["", " \n\t\n", "[[made-up]]"] {
        let (answer, events) = run(until_the_answer(&[empty, "`f` is it [[e1]]."]), Limits::default());
        assert_eq!(answer.map(|answer| answer.markdown).unwrap(), "`f` is it [[1]].");
        let retries = events.iter().filter(|event| matches!(event, Event::Retrying { attempt: 2, .. })).count();
        assert_eq!(retries, 1, "{empty:?}");
    }
}

#[test]
fn an_answer_that_is_empty_twice_fails_in_words() {
    let (answer, events) = run(until_the_answer(&["", "\u{200b} \n"]), Limits::default());
    let Err(AskError::Model(error)) = answer else { panic!("{answer:?}") };
    assert_eq!(error.message, "The model gave an empty answer twice");
    assert!(error.advice.is_some_and(|advice| advice.contains("choose another model")));
    assert!(!events.iter().any(|event| matches!(event, Event::Answer { .. })));
}

#[test]
fn an_answer_without_a_citation_has_the_caveat_that_it_used_no_evidence() {
    let (answer, _) = run(until_the_answer(&["It surely works."]), Limits::default());
    let answer = answer.unwrap();
    assert_eq!(
        protocol::caveat(&answer.markdown, &answer.citations, protocol::Grounds::default()),
        Some(protocol::NO_EVIDENCE)
    );
    let (answer, _) = run(until_the_answer(&["It works [[e1]]."]), Limits::default());
    let answer = answer.unwrap();
    assert_eq!(protocol::caveat(&answer.markdown, &answer.citations, protocol::Grounds::default()), None);
}
