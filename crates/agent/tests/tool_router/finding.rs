//! What is retrieved, graded and cited.

use crate::router::*;
use crate::support::Confirms;
use crate::support::answered;
use crate::support::world::{asked, yes};
use agent::graphs::{Parts, Setting};
use agent::policy::{Mode, Origin, Policy};
use agent::states::tool_router::{Chunks, ToolRouterState};
use agent::{Models, RunModels, RunState};
use futures::executor::block_on;
use model::scripted::ScriptedModelClient;
use protocol::Event;
use serde_json::json;
use state_graph::Invocation;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[test]
fn vector_3_only_relevant_passages_are_cited() {
    let script = vec![score(100), retrieve("f"), relevant(&[1, 3, 5]), text("A [[c1]] B [[c3]] C [[c5]] D [[c2]].")];
    let world = world_with(script);
    let answer = answered(world.ask(what_is_f()));
    assert_eq!(world.nodes(), "guardrail > router > executor > grade_documents > generate");
    let cited: Vec<&str> = answer.citations.iter().map(|citation| citation.id.as_str()).collect();
    assert_eq!((cited, answer.dropped), (vec!["c1", "c3", "c5"], 1));
    assert_eq!(*world.ran.borrow(), [r#"search_codebase {"n_results":6,"query":"f"}"#]);
    let prompt = last_prompt(&world);
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
    let world = world_with(script);
    answered(world.ask(what_is_f()));
    let state = world.state::<ToolRouterState>();
    assert_eq!((state.retrieved.iter().count(), state.iteration), (10, 2));
    assert_eq!(graded(&world), [(1, 6), (2, 4)]);
    let rounds = "router > executor > grade_documents";
    assert_eq!(world.nodes(), format!("guardrail > {rounds} > {rounds} > generate"));
}

#[test]
fn vector_6_what_comes_from_the_web_is_not_graded_and_is_marked() {
    let search = execute(&[("web_search", json!({"query": "f"}))]);
    let world = world_with(vec![score(100), search, generate(), text("Call it twice, says https://docs.example.")]);
    let call = asked(world.ask(what_is_f()));
    answered(world.resume(yes(&call)));
    // What lasts is announced in one superstep and made in the next.
    assert_eq!(world.nodes(), "guardrail > router > executor > executor > router > generate");
    let prompt = last_prompt(&world);
    assert!(prompt.contains("## From outside the repository, by `web_search`"), "{prompt}");
    assert!(prompt.contains("The manual says: call it twice."), "{prompt}");
}

#[test]
fn vector_10_the_same_retrieval_is_answered_from_the_first() {
    let script = vec![score(100), retrieve("f"), relevant(&[1]), retrieve("f"), generate(), text("It is [[c1]].")];
    let world = world_with(script);
    answered(world.ask(what_is_f()));
    let state = world.state::<ToolRouterState>();
    let cached: Vec<bool> = state.tool_history.iter().map(|ran| ran.cached).collect();
    assert_eq!((cached, world.ran.borrow().len(), state.iteration), (vec![false, true], 1, 3));
    assert_eq!(graded(&world), [(1, 6)]);
}

#[test]
fn an_edit_in_between_makes_a_call_run_again() {
    let write = execute(&[("write_file", json!({"path": "new.py"}))]);
    let world = world_with(vec![score(100), lookup("f"), write, lookup("f"), generate(), text("Done.")]);
    answered(world.ask(what_is_f()));
    assert!(world.state::<ToolRouterState>().tool_history.iter().all(|ran| !ran.cached));
    assert_eq!(world.ran.borrow().iter().filter(|call| call.starts_with("lookup")).count(), 2);
}

#[test]
fn vector_13_ungraded_passages_are_graded_before_the_answer_and_once() {
    let model =
        ScriptedModelClient::new([score(100), generate(), relevant(&[]), generate(), text("Nothing shows it.")]);
    let world = world_with(Vec::new());
    let setting = Setting {
        run: agent::CallingRun::default(),
        tools: world.tools(),
        services: &agent::ActingServices::default(),
        check: None,
        delegation: None,
        policy: Policy { mode: Mode::EditFreely, attended: true, allow_run: false },
        limits: ToolRouterState::LIMITS,
        approve_tools: false,
        gate: true,
        asked_by: Origin::Person,
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
fn what_cannot_be_graded_counts_as_relevant_and_is_reported() {
    let script = vec![score(100), retrieve("f"), text("hm"), text(r#"{"grades": []}"#), text("It is [[c6]].")];
    let world = world_with(script);
    assert_eq!((answered(world.ask(what_is_f())).citations.len(), graded(&world)), (1, vec![(6, 6)]));
    let reported = world
        .events
        .borrow()
        .iter()
        .any(|event| matches!(event, Event::Fallback { why, .. } if why.contains("not graded")));
    assert!(reported);
}
