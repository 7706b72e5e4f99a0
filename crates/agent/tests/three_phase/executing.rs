//! Agents at work: their rounds of tools, who they are, and calls written as text.

use crate::script::*;
use crate::support::FINISH;
use crate::world::World;
use agent::states::three_phase::Status;
use fixtures::{BUG, SHOP};
use model::scripted::Scripted;
use model::{ToolCall, ToolChoice};
use protocol::Event;
use serde_json::json;

/// A request that nobody is sure of, handed to an agent.
fn handed_to(agent: Option<&str>, rest: Vec<Scripted>) -> Vec<Scripted> {
    [vec![classified("unknown", 0.3, &[]), delegate(agent)], rest].concat()
}

#[test]
fn vector_08_rounds_of_tools_are_limited_and_the_last_call_has_none() {
    let mut rest: Vec<Scripted> = (0..5).map(|_| read("main.js")).collect();
    rest.push(text("It sums from 1 to 4."));
    let world = World::new(BUG, handed_to(None, rest));
    assert_eq!(world.answer(ask("look after the sum")), "It sums from 1 to 4.");
    assert_eq!(world.nodes().matches("execute_tools").count(), 5);
    let offered = world.offered.take();
    assert!(offered[2..7].iter().all(|offered| offered.choice == ToolChoice::Auto && !offered.tools.is_empty()));
    assert_eq!(offered[7].choice, ToolChoice::None);

    // A call is no text: nothing runs, and it is said that there is no result.
    let rest = (0..6).map(|_| read("main.js")).collect();
    let world = World::new(BUG, handed_to(None, rest));
    let answer = world.answer(ask_with("look after the sum", iterations(1)));
    assert_eq!(world.nodes().matches("execute_tools").count(), 5);
    assert_eq!(world.state().agent_outcome.status, Status::Error);
    assert!(answer.contains("ended without a word"), "{answer}");
}

#[test]
fn vector_14_calls_in_text_need_a_form_and_prose_has_none() {
    let world = World::new(BUG, handed_to(None, vec![text("I will delete main.js")]));
    assert_eq!(world.answer(ask("look after the sum")), "I will delete main.js");
    assert!(world.state().calls.is_empty() && world.state().changes.is_empty());

    let fenced = "```json\n{\"tool\": \"read_file\", \"args\": {\"file_path\": \"main.js\"}}\n```";
    let world = World::new(BUG, handed_to(None, vec![text(fenced), text("It sums.")]));
    assert_eq!(world.answer(ask("look after the sum")), "It sums.");
    let calls: Vec<_> = world.state().calls.into_iter().map(|call| (call.tool, call.ok)).collect();
    assert_eq!(calls, [("read_file".to_owned(), true)]);
}

#[test]
fn another_agent_works_as_a_run_within_the_run() {
    let write = Scripted::call("write_file", json!({ "path": "evil.js", "content": "x" }));
    let nested = vec![text(r#"["Look at the sum"]"#), read("main.js"), write, text("It sums."), text(FINISH)];
    let script = handed_to(Some("agent:plan-react"), [nested, vec![text("It sums from 1 to 4.")]].concat());
    let world = World::new(BUG, script);
    let answer = world.answer(ask("look after the sum"));
    assert!(answer.starts_with("It sums from 1 to 4."), "{answer}");
    assert_eq!(
        world.nodes(),
        "textual_pre_plan > llm_pre_plan > llm_plan > delegate > execute > execute_tools > execute > review"
    );
    let inside = |event: &Event| matches!(event, Event::NodeFinished { node, path, .. } if node == "planner" && !path.is_empty());
    assert!(world.events.borrow().iter().any(inside), "its steps are shown");
    let to = |event: &&Event| matches!(event.innermost(), Event::Delegated { to, .. } if to == "agent:plan-react");
    assert_eq!(world.events.borrow().iter().filter(to).count(), 1);
    // It only reads: what it was not offered does not run.
    let wrote = |event: &Event| matches!(event.innermost(), Event::ToolFinished { name, ok: false, .. } if name == "write_file");
    assert!(world.events.borrow().iter().any(wrote) && world.state().changes.is_empty());
    let offered = world.offered.take();
    assert!(!offered[3].tools.is_empty() && !offered[3].tools.contains(&"write_file".to_owned()), "{offered:?}");
}

#[test]
fn an_agent_that_there_is_not_in_this_run_is_an_error_of_the_attempt() {
    let world =
        World::new(BUG, handed_to(Some("agent:three-phase"), vec![delegate(Some("agent:three-phase")), text("Done.")]));
    world.answer(ask_with("look after the sum", iterations(1)));
    // It does not ask itself: twice wrong, the default gets the request.
    assert_eq!(world.state().agent_outcome.agent, "agent:coder");
}

#[test]
fn a_profile_is_one_call_without_tools() {
    let world = World::new(SHOP, handed_to(Some("llm:fast"), vec![text("A price is a sum.")]));
    assert_eq!(world.answer(ask("look after the price")), "A price is a sum.");
    assert!(world.offered.take()[2].tools.is_empty());
    // A call that it writes all the same does not run.
    let call = Scripted::Calls(vec![ToolCall {
        id: "1".to_owned(),
        name: "delete_file".to_owned(),
        arguments: json!({ "path": "main.js" }),
    }]);
    let world = World::new(BUG, handed_to(Some("llm:fast"), vec![call]));
    world.answer(ask_with("look after the sum", iterations(1)));
    assert!(world.state().calls.is_empty() && world.state().changes.is_empty());
}

#[test]
fn the_request_is_in_every_prompt_of_an_agent() {
    let world = World::new(BUG, handed_to(None, vec![read("main.js"), text("It sums.")]));
    world.answer(ask("look after the sum"));
    for request in &world.model.requests()[2..] {
        assert!(request[0].content.contains("Request: look after the sum"), "{}", request[0].content);
    }
}
