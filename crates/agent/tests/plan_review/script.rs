//! The model's answers, and what is asked.

use crate::support::question;
use agent::Question;
use model::scripted::Scripted;
use protocol::{AskOptions, Event};
use serde_json::json;

/// A run of the agent with this goal.
pub fn goal(text: &str) -> Question {
    goal_with(text, AskOptions::default())
}

pub fn goal_with(text: &str, options: AskOptions) -> Question {
    question(text, AskOptions { agent: "plan-review".to_owned(), ..options })
}

/// How the planner's prompt begins.
pub const PLANNER: &str = "You plan work";
/// How the reviewer's prompt begins.
pub const REVIEWER: &str = "You review";

pub fn text(text: &str) -> Scripted {
    Scripted::text(text)
}

pub fn plan(steps: &[&str]) -> Scripted {
    Scripted::text(json!({ "plan": steps }).to_string())
}

pub fn read(of: &str) -> Scripted {
    Scripted::call("read", json!({ "of": of }))
}

pub fn success(output: &str) -> Scripted {
    Scripted::text(json!({ "success": true, "output": output }).to_string())
}

pub fn failure(output: &str) -> Scripted {
    Scripted::text(json!({ "success": false, "output": output }).to_string())
}

pub fn verdict(verdict: &str, reason: &str, advice: &str) -> Scripted {
    Scripted::text(json!({ "verdict": verdict, "reason": reason, "fix_suggestion": advice }).to_string())
}

pub fn go_on() -> Scripted {
    verdict("continue", "done", "")
}

pub fn finish() -> Scripted {
    verdict("finish", "all is done", "")
}

pub fn rounds(max: u32) -> AskOptions {
    AskOptions { max_iterations: Some(max), ..AskOptions::default() }
}

pub fn two_steps() -> Vec<Scripted> {
    vec![plan(&["a", "b"]), read("f"), success("found"), go_on(), success("well"), finish()]
}

pub fn with_an_edit() -> Vec<Scripted> {
    let write = Scripted::call("write_file", json!({ "path": "a.py" }));
    vec![plan(&["Look", "Write a.py"]), read("f"), success("found"), go_on(), write, success("I wrote it"), finish()]
}

/// The events of the task list, one a line.
pub fn task_list(event: &Event) -> Option<String> {
    match event {
        Event::PlanMade { steps, .. } => Some(format!("plan {}", steps.join(" "))),
        Event::StepStarted { index, description } => Some(format!("begin {index} {description}")),
        Event::StepFinished { index, ok, .. } => Some(format!("end {index} {ok}")),
        _ => None,
    }
}
