//! Who decides what a request wants: rules, a quick classification, or a plan.

use crate::script::*;
use crate::support::world::{asked, yes};
use crate::world::{World, fifteen_with};
use agent::RunEnd;
use agent::states::three_phase::{Action, Status};
use agent::verify::Verification;
use change_set::Overlay;
use fixtures::{BUG, SHOP};
use model::scripted::Scripted;
use model::{ModelError, ModelErrorKind};
use protocol::{AskOptions, Event, Mode};
use serde_json::json;
use source::RepoPath;

#[test]
fn vector_01_a_greeting_ends_at_once() {
    let world = World::new(BUG, vec![]);
    let answer = world.answer(ask("hello"));
    assert_eq!((world.nodes().as_str(), world.calls(), world.state().iterations), ("textual_pre_plan", 0, 1));
    assert!(answer.starts_with("Hello."), "{answer}");

    let world = World::new(BUG, vec![classified("code_fix", 0.92, &["main.js"]), text("I did nothing.")]);
    let end = world.ask(ask_with("hello, fix main.js", iterations(1)));
    assert!(matches!(end, Ok(RunEnd::Answered(_))), "{end:?}");
    assert!(!world.nodes().ends_with("textual_pre_plan"), "{}", world.nodes());
}

#[test]
fn vector_02_an_explanation_reads_the_file_first() {
    let world = World::new(BUG, vec![respond("It sums")]);
    assert_eq!(world.answer(ask("explain main.js")), "It sums");
    assert_eq!(world.nodes(), "textual_pre_plan > tool > review > textual_pre_plan > llm_pre_plan > llm_plan");
    assert_eq!((world.calls(), world.state().iterations), (1, 2));
    assert!(world.last_prompt().contains("total += i"), "the plan is made with the text of the file");
}

#[test]
fn what_an_explanation_cites_is_checked() {
    let world = World::new(BUG, vec![no_key()]);
    world.ask(ask("explain main.js")).unwrap_err();
    let id = world.state().calls[0].evidence[0].id.clone();
    let world = World::new(BUG, vec![respond(&format!("It sums [[{id}]], as said [[0123456789]]."))]);
    assert_eq!(world.answer(ask("explain main.js")), "It sums [[1]], as said .");
}

#[test]
fn vector_03_a_file_is_moved_by_the_persons_words() {
    let fixture = format!("{BUG}//- lib/a.js\n");
    let world = World::new(&fixture, vec![]).running(fifteen_with("main.js", "<="));
    let answer = world.answer(ask("move main.js to lib/main.js"));
    assert_eq!((world.nodes().as_str(), world.calls()), ("textual_pre_plan > tool > review", 0));
    let state = world.state();
    let (from, to) = (RepoPath::parse("main.js").unwrap(), RepoPath::parse("lib/main.js").unwrap());
    assert!(matches!(state.changes.read(&to), Overlay::Moved { from: moved, .. } if *moved == from));
    assert!(matches!(state.changes.read(&from), Overlay::Deleted { .. }));
    assert!(matches!(state.verification, Verification::NotRun { .. }) && world.runs() == 0);
    assert!(answer.starts_with("**Done:") && answer.contains("Not verified: nothing was run."), "{answer}");
}

#[test]
fn words_of_the_person_are_not_asked_about_and_deleting_is() {
    let mode = AskOptions { mode: Mode::AskBeforeEdits, ..AskOptions::default() };
    let fixture = format!("{BUG}//- lib/a.js\n");
    let asking =
        |text: &str| crate::support::question(text, AskOptions { agent: "three-phase".to_owned(), ..mode.clone() });
    let world = World::new(&fixture, vec![]);
    assert!(world.answer(asking("move main.js to lib/main.js")).starts_with("**Done:"));

    let world = World::new(&fixture, vec![]);
    let call = asked(world.ask(asking("delete main.js")));
    assert_eq!(call.name, "delete_file");
    let answer = crate::support::answered(world.resume(yes(&call))).markdown;
    assert!(answer.contains("`main.js` +0 -9 (deleted)"), "{answer}");

    let world = World::new(&fixture, vec![]);
    asked(world.ask(asking("delete main.js")));
    let answer = crate::support::answered(world.resume(Some(protocol::Approval::default()))).markdown;
    assert!(answer.starts_with("**Not done: you did not allow it.**"), "{answer}");
    assert!(world.state().changes.is_empty() && world.calls() == 0);
}

#[test]
fn vector_04_nothing_is_deleted_that_is_no_path() {
    let world = World::new(BUG, vec![classified("unknown", 0.3, &[]), respond("Which users?")]);
    assert_eq!(world.answer(ask("delete the old users")), "Which users?");
    assert_eq!(world.nodes(), "textual_pre_plan > llm_pre_plan > llm_plan");
    assert!(world.state().changes.is_empty());
}

#[test]
fn vector_05_a_classification_decides_only_where_it_is_sure() {
    let nodes = |request: &str, first: Scripted| {
        // The next call of a model ends the run.
        let world = World::new(BUG, vec![first, no_key()]);
        world.ask(ask(request)).unwrap_err();
        (world.nodes(), world.state())
    };
    let (reached, state) = nodes("the sum is off", classified("code_fix", 0.85, &["main.js"]));
    assert_eq!(reached, "textual_pre_plan > llm_pre_plan");
    assert_eq!(state.next_action, Action::ContinueToLlmPlan);
    assert_eq!(state.classification.unwrap().confidence, 0.85);

    let (reached, state) = nodes("the sum is off", classified("code_fix", 0.92, &["main.js"]));
    assert_eq!(reached, "textual_pre_plan > llm_pre_plan > delegate");
    assert_eq!((state.selected_agent.as_str(), state.iterations), ("agent:coder", 1));
    assert_eq!((state.agent_outcome.agent.as_str(), state.agent_outcome.status), ("agent:coder", Status::Delegated));

    let (reached, state) = nodes("why is it ten", classified("explanation", 0.85, &["main.js", "no.js"]));
    assert!(reached.starts_with("textual_pre_plan > llm_pre_plan > tool > review"), "{reached}");
    assert_eq!(state.calls[0].args, json!({ "file_path": "main.js" }));
    let (reached, _) = nodes("why is it ten", classified("explanation", 0.85, &["no.js"]));
    assert_eq!(reached, "textual_pre_plan > llm_pre_plan", "the plan comes next");

    let world = World::new(BUG, vec![classified("greeting", 0.8, &[])]);
    assert!(world.answer(ask("good to see you again my friend")).starts_with("Hello."));
    let (_, state) = nodes("good to see you again my friend", classified("greeting", 0.79, &[]));
    assert_eq!(state.next_action, Action::ContinueToLlmPlan);
}

#[test]
fn vector_06_a_model_deletes_no_file_that_the_person_did_not_name_so() {
    let script = vec![acted("file_operation", 0.9, &["main.js"], Some("delete_file")), respond("It imports nothing.")];
    let world = World::new(BUG, script);
    world.answer(ask("remove the unused import from main.js"));
    assert_eq!(world.nodes(), "textual_pre_plan > llm_pre_plan > llm_plan");
    assert!(world.state().changes.is_empty());
}

#[test]
fn a_classification_that_cannot_be_read_is_made_of_the_words() {
    let world = World::new(BUG, vec![text("Well."), text("Well."), respond("Which sum?")]);
    world.answer(ask("the sum is off by one, fix it"));
    assert_eq!((world.calls(), world.fallbacks("llm_pre_plan")), (3, 1));
    let found = world.state().classification.unwrap();
    assert_eq!((found.task_type.name(), found.confidence), ("code_fix", 0.7));
    // 1.7 is no confidence.
    let world = World::new(BUG, vec![classified("code_fix", 1.7, &[]), classified("unknown", 0.2, &[]), respond("?")]);
    world.answer(ask("the sum is off by one"));
    assert_eq!(world.state().classification.unwrap().confidence, 0.2);
}

#[test]
fn vector_07_a_plan_that_cannot_be_used_goes_to_the_default_agent() {
    for bad in [text("I would fix it."), delegate(Some("agent:nobody")), tools(&[("format_disk", json!({}))])] {
        let script = vec![classified("unknown", 0.3, &[]), bad.clone(), bad.clone(), text("There is nothing to do.")];
        let world = World::new(BUG, script);
        world.ask(ask("look after the sum")).unwrap();
        assert_eq!(world.calls(), 4);
        assert!(world.nodes().starts_with("textual_pre_plan > llm_pre_plan > llm_plan > delegate > execute"));
        assert_eq!((world.state().agent_outcome.agent.as_str(), world.fallbacks("llm_plan")), ("agent:coder", 1));
        let to = |event: &Event| matches!(event, Event::Delegated { to, .. } if to == "agent:coder");
        assert!(world.events.borrow().iter().any(to));
    }
}

#[test]
fn vector_07_a_wrong_key_ends_the_run() {
    let world = World::new(BUG, vec![classified("unknown", 0.3, &[]), no_key()]);
    world.ask(ask("look after the sum")).unwrap_err();
    let world = World::new(BUG, vec![no_key()]);
    world.ask(ask("look after the sum")).unwrap_err();
    // One answer that broke off does not.
    let busy =
        Scripted::Fails(ModelError { kind: ModelErrorKind::BrokenAnswer, message: "cut".to_owned(), advice: None });
    let world = World::new(BUG, vec![busy.clone(), busy, text("There is nothing to do.")]);
    world.ask(ask("look after the sum")).unwrap();
    assert_eq!((world.fallbacks("llm_pre_plan"), world.fallbacks("llm_plan")), (1, 1));
}

#[test]
fn a_plan_for_a_change_must_change_something() {
    let only_words = respond("Write `<=` there.");
    let script = vec![only_words.clone(), delegate(None), text("I could not."), only_words];
    let world = World::new(BUG, script);
    let answer = world.answer(ask("fix the bug in main.js"));
    let second = &world.model.requests()[1];
    assert!(second.last().unwrap().content.contains("wants a file changed"), "it is asked again");
    // Once an agent has tried, words are an answer; and it is said that nothing is changed.
    assert!(answer.starts_with("**No file is changed.**") && answer.contains("Write `<=` there."), "{answer}");
}

#[test]
fn plain_words_show_what_they_ask_for() {
    let world = World::new(SHOP, vec![]);
    let answer = world.answer(ask("read shop/pricing.py"));
    assert_eq!(world.nodes(), "textual_pre_plan > tool > review");
    assert!(answer.contains("def total_price(lines)") && answer.contains("[[1]]"), "{answer}");
    let world = World::new(SHOP, vec![]);
    let answer = world.answer(ask("grep total_price in shop"));
    assert!(answer.contains("shop/orders.py") && world.calls() == 0, "{answer}");
}

#[test]
fn tools_of_a_plan_run_in_order_and_an_error_stops_none() {
    let reads =
        tools(&[("read_file", json!({ "file_path": "no.js" })), ("read_file", json!({ "file_path": "main.js" }))]);
    let world = World::new(BUG, vec![classified("unknown", 0.3, &[]), reads, respond("It sums")]);
    assert!(world.answer(ask("why is it ten")).contains("It sums"));
    let calls: Vec<bool> = world.state().calls.iter().map(|call| call.ok).collect();
    assert_eq!(calls, [false, true]);
    let prompt = world.last_prompt();
    assert!(prompt.contains("no.js") && prompt.contains("total += i"), "{prompt}");
}
