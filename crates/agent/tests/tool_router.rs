//! `tool-router` with a scripted model and made-up tools: the vectors of its specification by number, and kills at every
//! place.

#[path = "support/router.rs"]
mod router;
mod support;

use agent::graphs::{Parts, Setting};
use agent::policy::{Mode, Policy};
use agent::states::tool_router::{Chunks, Status, ToolRouterState};
use agent::{Limits, Models, RunEnd, RunModels, RunState, StoredRun};
use futures::executor::block_on;
use model::scripted::{Scripted, ScriptedModelClient};
use model::{ModelError, ModelErrorKind};
use protocol::{Approval, AskOptions, Asked, Event, ProposedCall, Turn};
use router::{World, chunk, execute, generate, lookup, options, relevant, retrieve, score, text, what_is_f};
use serde_json::json;
use state_graph::Invocation;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use support::{Confirms, answered, question};

fn fails(kind: ModelErrorKind) -> Scripted {
    Scripted::Fails(ModelError { kind, message: "the model is away".to_owned(), advice: None })
}

/// The only call that a person is asked about.
fn asked(end: Result<RunEnd, agent::AskError>) -> ProposedCall {
    let Ok(RunEnd::Awaiting(asked)) = end else { panic!("it asks a person, not {end:?}") };
    let [interrupt] = asked.as_slice() else { panic!("{asked:?}") };
    let Asked::Calls { calls } = &interrupt.asked else { panic!("{asked:?}") };
    calls[0].clone()
}

fn yes(call: &ProposedCall) -> Option<Approval> {
    Some(Approval { allowed: vec![call.id.clone()], ..Approval::default() })
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
        let world = World::new(script);
        let answer = answered(world.ask());
        assert_eq!((world.nodes().as_str(), world.ran.borrow().len()), (expected, 0), "{points}");
        assert_eq!(answer.markdown.contains("scope gate switched off"), points < 75, "how to ask anyway");
        assert_eq!(world.state().status, Status::Completed);
    }
}

#[test]
fn vector_2_an_answer_at_once_grades_nothing() {
    let world = World::new(vec![score(100), generate(), text("It is a letter.")]);
    assert_eq!(answered(world.ask()).markdown, "It is a letter.");
    assert_eq!((world.nodes().as_str(), world.graded()), ("guardrail > router > generate", Vec::new()));
}

#[test]
fn vector_3_only_relevant_passages_are_cited() {
    let script = vec![score(100), retrieve("f"), relevant(&[1, 3, 5]), text("A [[c1]] B [[c3]] C [[c5]] D [[c2]].")];
    let world = World::new(script);
    let answer = answered(world.ask());
    assert_eq!(world.nodes(), "guardrail > router > executor > grade_documents > generate");
    let cited: Vec<&str> = answer.citations.iter().map(|citation| citation.id.as_str()).collect();
    assert_eq!((cited, answer.dropped), (vec!["c1", "c3", "c5"], 1));
    assert_eq!(*world.ran.borrow(), [r#"search_codebase {"n_results":6,"query":"f"}"#]);
    let prompt = world.last_prompt();
    assert!(prompt.contains("text of passage 1") && !prompt.contains("text of passage 2"), "{prompt}");
}

#[test]
fn vector_4_a_second_retrieval_is_judged_where_it_is_new() {
    let script = vec![
        score(100),
        retrieve("f"),
        relevant(&[1]),
        retrieve("other words"),
        relevant(&[7, 8]),
        text("Found [[c7]]."),
    ];
    let world = World::new(script);
    answered(world.ask());
    let state = world.state();
    assert_eq!((state.retrieved.iter().count(), state.iteration), (10, 2));
    assert_eq!(world.graded(), [(1, 6), (2, 4)]);
    let rounds = "router > executor > grade_documents";
    assert_eq!(world.nodes(), format!("guardrail > {rounds} > {rounds} > generate"));
}

#[test]
fn vector_5_after_five_rounds_the_gap_is_named() {
    let mut script = vec![score(100)];
    script.extend(["a", "b", "c", "d", "e"].map(lookup));
    script.push(text("It is in a.py [[c42]]."));
    let world = World::new(script);
    let answer = answered(world.ask());
    let rounds = ["router > executor"; 5].join(" > ");
    assert_eq!(world.nodes(), format!("guardrail > {rounds} > router > generate"));
    assert_eq!(world.model_calls.get(), 7, "the sixth decision asks no model");
    assert!(world.last_prompt().contains("Name what is missing"), "{}", world.last_prompt());
    assert!(answer.markdown.contains("The limit of 5 decisions is reached with 0 relevant passages"), "{answer:?}");
    assert_eq!(answer.citations.len(), 1, "what was looked up by name can be cited");
}

#[test]
fn vector_6_what_comes_from_the_web_is_not_graded_and_is_marked() {
    let search = execute(&[("web_search", json!({"query": "f"}))]);
    let world = World::new(vec![score(100), search, generate(), text("Call it twice, says https://docs.example.")]);
    let call = asked(world.ask());
    answered(world.resume(yes(&call)));
    // What lasts is announced in one superstep and made in the next.
    assert_eq!(world.nodes(), "guardrail > router > executor > executor > router > generate");
    let prompt = world.last_prompt();
    assert!(prompt.contains("## From outside the repository, by `web_search`"), "{prompt}");
    assert!(prompt.contains("The manual says: call it twice."), "{prompt}");
}

#[test]
fn vector_7_unknown_tools_and_unreadable_arguments_do_not_run() {
    let calls = execute(&[("delete_all", json!({})), ("lookup", json!("the word f")), ("write_file", json!([1]))]);
    let world = World::new(vec![score(100), calls, generate(), text("Nothing was found.")]);
    answered(world.ask());
    let errors: Vec<String> = world.state().tool_history.into_iter().map(|ran| ran.error.unwrap()).collect();
    assert!(errors[0].contains("delete_all") && errors[0].contains("search_codebase, lookup"), "{errors:?}");
    assert!(errors[1..].iter().all(|error| error.contains("no JSON object, so it did not run")), "{errors:?}");
    assert!(world.ran.borrow().is_empty() && world.state().changes.is_empty());
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
    let world = World::new(script);
    answered(world.ask());
    assert_eq!(*world.ran.borrow(), [r#"search_codebase {"n_results":6,"query":"What is f?"}"#]);
    assert_eq!(world.nodes(), "guardrail > router > executor > grade_documents > router > generate");
}

#[test]
fn vector_9_a_request_that_cannot_be_scored_is_in_scope() {
    for failing in [vec![fails(ModelErrorKind::Server)], vec![text("hm"), text("hm")]] {
        let mut script = failing;
        script.extend([generate(), text("It is so.")]);
        let world = World::new(script);
        answered(world.ask());
        let (points, reason) = scored(&world).unwrap();
        assert!(points == 100 && reason.contains("Not gated"), "{points} {reason}");
        assert!(world.events.borrow().iter().any(|event| matches!(event, Event::Fallback { .. })));
    }
    let world = World::new(vec![fails(ModelErrorKind::Key)]);
    assert!(world.ask().is_err(), "a wrong key ends the run at once");
}

#[test]
fn vector_9_a_short_follow_up_is_not_scored_and_a_first_message_is() {
    let turn = |answer: &str| Turn { question: "What is f?".into(), answer: answer.into(), symbols: Vec::new() };
    let declined = {
        let world = World::new(vec![score(20), text("I work on this repository.")]);
        answered(world.ask()).markdown
    };
    for (history, is_scored) in
        [(vec![turn("It is a function [[1]].")], false), (vec![turn(&declined)], true), (Vec::new(), true)]
    {
        let mut script = if is_scored { vec![score(90)] } else { Vec::new() };
        script.extend([generate(), text("They are in b.py.")]);
        let world = World::new(script);
        let asked = agent::Question { history, ..question("and its tests?", options()) };
        answered(world.ask_in(None, asked).unwrap());
        assert_eq!(scored(&world).unwrap().0, if is_scored { 90 } else { 100 });
    }
    // Switched off by an option.
    let world = World::new(vec![generate(), text("Hello.")]);
    let asked = question("hello", AskOptions { gate: false, ..options() });
    answered(world.ask_in(None, asked).unwrap());
}

#[test]
fn vector_10_the_same_retrieval_is_answered_from_the_first() {
    let script = vec![score(100), retrieve("f"), relevant(&[1]), retrieve("f"), generate(), text("It is [[c1]].")];
    let world = World::new(script);
    answered(world.ask());
    let state = world.state();
    let cached: Vec<bool> = state.tool_history.iter().map(|ran| ran.cached).collect();
    assert_eq!((cached, world.ran.borrow().len(), state.iteration), (vec![false, true], 1, 3));
    assert_eq!(world.graded(), [(1, 6)]);
}

#[test]
fn an_edit_in_between_makes_a_call_run_again() {
    let write = execute(&[("write_file", json!({"path": "new.py"}))]);
    let world = World::new(vec![score(100), lookup("f"), write, lookup("f"), generate(), text("Done.")]);
    answered(world.ask());
    assert!(world.state().tool_history.iter().all(|ran| !ran.cached));
    assert_eq!(world.ran.borrow().iter().filter(|call| call.starts_with("lookup")).count(), 2);
}

#[test]
fn vector_11_a_write_is_asked_about() {
    let script = || {
        let write = execute(&[("write_file", json!({"path": "new.py"}))]);
        vec![score(100), write, generate(), text("It is written.")]
    };
    let asking = || question("Write new.py", AskOptions { mode: Mode::AskBeforeEdits, ..options() });
    let world = World::new(script());
    let call = asked(world.ask_in(None, asking()).unwrap());
    assert_eq!((call.name.as_str(), call.diff.as_deref()), ("write_file", Some("+x = 1\n")));
    let state = world.state();
    assert_eq!(state.status, Status::Paused);
    assert!(state.pause_reason.is_some_and(|why| why.contains("`write_file`")));
    answered(world.resume(Some(Approval { note: "not now".to_owned(), ..Approval::default() })));
    let state = world.state();
    assert!(!state.tool_history[0].success && state.tool_history[0].error.as_ref().unwrap().contains("not now"));
    assert!(state.changes.is_empty() && state.pause_reason.is_none());
    assert_eq!(world.nodes(), "guardrail > router > executor > router > generate");

    let world = World::new(script());
    let call = asked(world.ask_in(None, asking()).unwrap());
    let answer = answered(world.resume(yes(&call)));
    assert_eq!(world.state().changes.len(), 1);
    assert!(answer.markdown.ends_with("- `new.py`: new"), "{}", answer.markdown);
}

#[test]
fn vector_12_between_the_choice_and_its_run_lies_a_checkpoint() {
    let world = World::new(vec![score(100), lookup("f"), generate(), text("It is [[c42]].")]);
    assert!(matches!(world.ask_and_pause_after_the_choice(), Ok(RunEnd::Paused { why: None })));
    assert_eq!((world.model_calls.get(), world.ran.borrow().len()), (2, 0));
    answered(world.resume(None));
    assert_eq!((world.model_calls.get(), world.ran.borrow().len()), (4, 1), "the router is not asked again");
}

#[test]
fn vector_13_ungraded_passages_are_graded_before_the_answer_and_once() {
    let model =
        ScriptedModelClient::new([score(100), generate(), relevant(&[]), generate(), text("Nothing shows it.")]);
    let world = World::new(Vec::new());
    let setting = Setting {
        tools: world.tools(),
        policy: Policy { mode: Mode::EditFreely, attended: true },
        limits: ToolRouterState::LIMITS,
        approve_tools: false,
        gate: true,
        remembers: true,
        broke_off: Cell::new(false),
        decided: RefCell::default(),
    };
    let verifier = Confirms(|_| true);
    let models = RunModels::new(Models::one(&model), Rc::default());
    let graph =
        ToolRouterState::graph(&Parts { models: &models, verifier: &verifier, repository: None, setting: &setting });
    let mut retrieved = Chunks::default();
    (1..=6).for_each(|n| retrieved.add(chunk(n)));
    let state = ToolRouterState { input: "What is f?".to_owned(), retrieved, ..ToolRouterState::default() };
    let nodes = RefCell::new(Vec::new());
    let graph = graph.unwrap();
    let end = block_on(
        Invocation::new(graph.start(state))
            .on_event(|event| {
                if let state_graph::RunEventKind::NodeStarted { node } = event.kind {
                    nodes.borrow_mut().push(node.to_owned());
                }
            })
            .drive(),
    );
    end.unwrap();
    assert_eq!(nodes.take().join(" > "), "guardrail > router > grade_documents > router > generate");
    assert_eq!(model.requests().len(), 5);
}

#[test]
fn vector_14_the_calls_of_a_decision_are_in_the_history_as_chosen() {
    let both = execute(&[("lookup", json!({"word": "f"})), ("search_codebase", json!({"query": "f"}))]);
    let world = World::new(vec![score(100), both, relevant(&[1, 2, 3]), text("It is [[c1]] [[c42]].")]);
    let answer = answered(world.ask());
    let tools: Vec<String> = world.state().tool_history.into_iter().map(|ran| ran.tool).collect();
    assert_eq!((tools.join(" "), answer.citations.len()), ("lookup search_codebase".to_owned(), 2));
    assert_eq!(world.nodes(), "guardrail > router > executor > grade_documents > generate");
}

#[test]
fn what_cannot_be_graded_counts_as_relevant_and_is_reported() {
    let script = vec![score(100), retrieve("f"), text("hm"), text(r#"{"grades": []}"#), text("It is [[c6]].")];
    let world = World::new(script);
    assert_eq!((answered(world.ask()).citations.len(), world.graded()), (1, vec![(6, 6)]));
    let reported = world
        .events
        .borrow()
        .iter()
        .any(|event| matches!(event, Event::Fallback { why, .. } if why.contains("not graded")));
    assert!(reported);
}

#[test]
fn at_most_four_calls_of_a_decision_run() {
    let many: Vec<(&str, serde_json::Value)> = (0..6).map(|n| ("lookup", json!({ "word": n }))).collect();
    let world = World::new(vec![score(100), execute(&many), generate(), text("It is so.")]);
    answered(world.ask());
    assert_eq!(world.ran.borrow().len(), 4);
    let left_out = |event: &Event| matches!(event, Event::Fallback { why, .. } if why.starts_with("6 calls"));
    assert!(world.events.borrow().iter().any(left_out));
}

fn a_long_run() -> Vec<Scripted> {
    let write = execute(&[("write_file", json!({"path": "new.py"}))]);
    vec![
        score(100),
        lookup("f"),
        retrieve("f"),
        relevant(&[1]),
        write,
        retrieve("other words"),
        relevant(&[7, 8]),
        text("It is in a.py [[c1]] [[c7]] [[c42]]."),
    ]
}

#[test]
fn killed_anywhere_a_run_resumes_and_repeats_no_finished_call() {
    let unbroken = World::new(a_long_run());
    let expected = answered(unbroken.ask());
    assert_eq!(unbroken.ran.borrow().len(), 4);
    for polls in 0.. {
        let world = World::new(a_long_run());
        if world.ask_in(Some(polls), what_is_f()).is_some() {
            assert!(polls > 10, "the run was killed at several places");
            return;
        }
        if world.log().is_none() {
            continue;
        }
        assert_eq!(answered(world.resume(None)), expected, "killed after {polls} polls");
        assert_eq!(world.model_calls.get(), 8, "killed after {polls} polls");
        assert_eq!(*world.ran.borrow(), *unbroken.ran.borrow(), "killed after {polls} polls");
        assert_eq!(world.state().changes.len(), 1, "killed after {polls} polls");
    }
}

#[test]
fn a_stored_run_shows_the_events_that_a_listener_got() {
    let world = World::new(a_long_run());
    answered(world.ask());
    let live_only = |event: &Event| {
        matches!(event, Event::ModelText { .. } | Event::AnswerText { .. } | Event::CitationAdded { .. })
    };
    let kind = |event: &Event| serde_json::to_value(event).unwrap()["type"].as_str().unwrap().to_owned();
    let live: Vec<String> = world.events.borrow().iter().filter(|event| !live_only(event)).map(kind).collect();
    let stored = StoredRun::read(&world.log().unwrap()).unwrap().events();
    let mut replayed: Vec<String> = stored.iter().map(|event| kind(&event.event)).collect();
    assert_eq!(replayed.remove(1), "checkpointed", "the first checkpoint comes before any event");
    assert_eq!(replayed, live);
    assert!(["scored", "routed", "graded", "changed"].iter().all(|kind| live.iter().any(|live| live == kind)));
}

#[test]
fn the_limits_are_the_agents_own() {
    let Limits { max_iterations, recursion_limit, .. } = ToolRouterState::LIMITS;
    assert_eq!((max_iterations, recursion_limit), (5, 60));
}
