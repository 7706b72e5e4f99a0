//! Steps: their results, outputs, limits, commands and edits.

use crate::script::*;
use crate::support::answered;
use crate::support::world::{asked, yes};
use crate::tools::world_with;
use agent::PlanReviewState;
use agent::RunEnd;
use model::Role;
use model::scripted::Scripted;
use protocol::{Approval, AskOptions, Event};
use serde_json::json;

#[test]
fn vector_07_a_result_that_cannot_be_read_is_a_failure() {
    let prose = format!("Well, {}", "I did many things. ".repeat(100));
    let world = world_with(vec![plan(&["a"]), text(&prose), text(&prose), plan(&[])]);
    answered(world.ask(goal("Do it")));
    let state = world.state::<PlanReviewState>();
    let first: String = prose.chars().take(500).collect();
    let next: String = prose.chars().take(501).collect();
    assert!(state.last_result.contains(&first) && !state.last_result.contains(&next), "{}", state.last_result);
    assert_eq!(state.same_failures, 1);
    assert!(
        world.events.borrow().iter().any(|event| matches!(event, Event::Fallback { node, .. } if node == "executor"))
    );

    let wrong = r#"{"success": "yes", "output": "done"}"#;
    let world = world_with(vec![plan(&["a"]), text(wrong), success("done"), finish()]);
    answered(world.ask(goal("Do it")));
    assert_eq!(world.state::<PlanReviewState>().last_result, "done", "asked once more");
    let world = world_with(vec![plan(&["a"]), text(wrong), text(wrong), plan(&[])]);
    answered(world.ask(goal("Do it")));
    assert_eq!(world.state::<PlanReviewState>().same_failures, 1);
}

#[test]
fn vector_09_long_outputs_are_kept_whole_and_shown_in_part() {
    let call = |of: &str| model::ToolCall { id: "same".into(), name: "read".into(), arguments: json!({ "of": of }) };
    let mut script = vec![plan(&["a"])];
    // Two results with the same id of the provider.
    script.push(Scripted::Calls(vec![call("lines"), call("much")]));
    script.extend((0..12).map(|_| read("f")));
    script.push(Scripted::call("read_tool_output", json!({ "id": "?", "start": 100 })));
    script.extend([success("ok"), finish()]);
    let options = AskOptions { max_executor_steps: Some(20), ..AskOptions::default() };
    let world = world_with(script);
    answered(world.ask(goal_with("Do it", options)));
    let lines: String = (1..=700).map(|n| format!("line {n:04}\n")).collect();
    assert_eq!(lines.len(), 7_000);
    let state = world.state::<PlanReviewState>();
    let whole = state.messages.iter().filter(|entry| entry.message.role == Role::Tool).collect::<Vec<_>>();
    assert_eq!(whole[0].message.content, lines);
    let shown = world.model.requests().into_iter().rev().find_map(|messages| {
        let tool = messages.into_iter().find(|message| message.role == Role::Tool)?;
        tool.content.contains("omitted").then_some(tool.content)
    });
    let shown = shown.expect("an older output is shortened");
    assert!(shown.starts_with(&lines[..1_000]) && shown.ends_with(&lines[6_500..]), "{shown}");
    assert!(shown.contains("5500 characters omitted"), "{shown}");
    let id = |text: &str| agent::outputs::Output::new(text).id().to_owned();
    assert!(shown.contains(&id(&lines)));
    assert_eq!(state.outputs.read(&id(&lines), Some(100), Some(100)).unwrap(), "100: line 0100\n");
    let much = format!("{}{}", "a".repeat(1_000), "b".repeat(6_000));
    assert!(state.outputs.read(&id(&much), Some(1), None).is_ok());
}

#[test]
fn vector_10_rounds_of_tools_and_of_the_plan_are_limited() {
    let mut script = vec![plan(&["a"])];
    script.extend((0..11).map(|_| read("f")));
    script.extend([failure("too much to read"), plan(&[])]);
    let world = world_with(script);
    answered(world.ask(goal("Do it")));
    assert_eq!(world.ran.borrow().len(), 10);
    assert_eq!(world.state::<PlanReviewState>().last_result, "too much to read");

    for (last, done) in [(go_on(), false), (finish(), true)] {
        let world = world_with(vec![plan(&["a", "b"]), success("ok"), last]);
        let answer = answered(world.ask(goal_with("Do it", rounds(1)))).markdown;
        assert_eq!(world.nodes(), "planner > executor > reviewer > advance > report");
        assert_eq!(answer.starts_with("**Done"), done, "{answer}");
        assert_eq!(answer.contains("Stopped at the limit of 1 round,"), !done, "{answer}");
        assert!(answer.contains("Not carried out: b"), "{answer}");
    }
}

fn a_command() -> Vec<Scripted> {
    vec![plan(&["Test"]), Scripted::call("run_command", json!({})), success("the tests pass"), finish()]
}

#[test]
fn vector_11_a_command_runs_once_and_never_twice_without_a_yes() {
    // The process ends while the person is asked.
    let world = world_with(a_command());
    let call = asked(world.ask(goal("Test it")));
    assert_eq!((call.may_have_run, world.commands.get()), (false, 0));
    assert_eq!(asked(world.resume(None)), call);
    let answer = answered(world.resume(yes(&call))).markdown;
    assert_eq!(world.commands.get(), 1);
    assert!(answer.contains("Ran and worked: `run_command`"), "{answer}");

    // It ends at any poll after the yes: while the command runs, too.
    let mut lost = 0;
    for polls in 0.. {
        let world = world_with(a_command());
        let call = asked(world.ask(goal("Test it")));
        if let Some(end) = world.resume_in(Some(polls), yes(&call)) {
            answered(end);
            break;
        }
        let before = world.commands.get();
        let mut end = world.resume(None);
        if let Ok(RunEnd::Awaiting(_)) = &end {
            let again = asked(end);
            if again.may_have_run {
                lost += 1;
                assert_eq!(world.commands.get(), before, "it did not run without a yes");
            }
            end = world.resume(yes(&again));
        }
        answered(end);
        assert!(world.commands.get() <= before + 1, "killed after {polls} polls");
    }
    assert!(lost > 0, "a kill while it runs was among them");

    // Asked again, a person may say no.
    for polls in 0.. {
        let world = world_with(a_command());
        let call = asked(world.ask(goal("Test it")));
        assert!(world.resume_in(Some(polls), yes(&call)).is_none(), "it is killed while the command runs");
        if world.commands.get() == 0 {
            continue;
        }
        assert!(asked(world.resume(None)).may_have_run);
        answered(world.resume(Some(Approval::default())));
        assert_eq!(world.commands.get(), 1);
        break;
    }
}

#[test]
fn an_edit_is_proposed_and_reported_with_its_counts() {
    let world = world_with(with_an_edit());
    let answer = answered(world.ask(goal("Write a.py"))).markdown;
    assert!(answer.contains("- `a.py` +1 -0"), "{answer}");
    assert!(world.prompts(REVIEWER)[1].contains("Files changed in this step:\n- `a.py` +1 -0"));
    let changes = world.stored().proposed_changes().unwrap();
    assert_eq!(changes.len(), 1);
}
