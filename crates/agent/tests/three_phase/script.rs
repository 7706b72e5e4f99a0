//! The model's answers, and what is asked.

use crate::support::question;
use agent::Question;
use model::scripted::Scripted;
use model::{ModelError, ModelErrorKind};
use protocol::{AskOptions, Mode};
use serde_json::{Value, json};

pub fn ask(text: &str) -> Question {
    ask_with(text, AskOptions::default())
}

/// Edits are free and programs may run, unless the options say otherwise.
pub fn ask_with(text: &str, options: AskOptions) -> Question {
    let mode = if options.mode == AskOptions::default().mode { Mode::EditFreely } else { options.mode };
    question(text, AskOptions { agent: "three-phase".to_owned(), mode, allow_run: true, ..options })
}

pub fn iterations(max: u32) -> AskOptions {
    AskOptions { max_iterations: Some(max), ..AskOptions::default() }
}

/// A call that ends the run.
pub fn no_key() -> Scripted {
    Scripted::Fails(ModelError { kind: ModelErrorKind::Key, message: "no key".to_owned(), advice: None })
}

pub fn text(text: &str) -> Scripted {
    Scripted::text(text)
}

pub fn classified(kind: &str, confidence: f64, files: &[&str]) -> Scripted {
    acted(kind, confidence, files, None)
}

pub fn acted(kind: &str, confidence: f64, files: &[&str], action: Option<&str>) -> Scripted {
    let found = json!({
        "task_type": kind, "confidence": confidence, "files": files, "action": action, "reasoning": "so it seems"
    });
    Scripted::text(found.to_string())
}

pub fn delegate(agent: Option<&str>) -> Scripted {
    decision(json!({ "action": "delegate", "agent": agent, "reasoning": "it is hard" }))
}

pub fn respond(text: &str) -> Scripted {
    decision(json!({ "action": "respond", "reasoning": "it is known", "response": text }))
}

pub fn tools(calls: &[(&str, Value)]) -> Scripted {
    let calls: Vec<Value> = calls.iter().map(|(tool, args)| json!({ "tool": tool, "args": args })).collect();
    decision(json!({ "action": "tool", "reasoning": "needed", "tool_calls": calls }))
}

pub fn decision(decision: Value) -> Scripted {
    Scripted::text(decision.to_string())
}

pub fn read(path: &str) -> Scripted {
    Scripted::call("read_file", json!({ "file_path": path }))
}

pub fn edit(path: &str, old: &str, new: &str) -> Scripted {
    Scripted::call("edit_file", json!({ "path": path, "edits": [{ "old": old, "new": new }] }))
}
