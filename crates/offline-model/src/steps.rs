//! Plans towards a goal that is one exact edit, and their steps carried out by fixed tools.

use crate::edit::{Edit, Next, first_line, results};
use model::{Message, ToolCall, ToolSpec};
use serde_json::{Value, json};

/// What is said of a change that no rule knows how to make.
pub const NEEDS_A_MODEL: &str = "This needs a language model: the offline model makes only edits that are asked for in an \
     exact sentence, such as \"rename `a` to `b`\" or \"replace \"x\" with \"y\" in path/to/file\". Nothing was changed.";
/// The last step of every plan.
const CHECK: &str = "Check the changed files";

/// The steps that are left.
pub fn plan(goal: &str, done: &[&str], feedback: Option<&str>) -> Vec<String> {
    let Some(edit) = Edit::read(goal) else {
        // The only step says why it cannot be carried out; asked again after that, there is none.
        return if feedback.is_some() || !done.is_empty() { Vec::new() } else { vec![goal.to_owned()] };
    };
    // The same tools give the same error: another plan would end in the same way.
    if feedback.is_some_and(|feedback| feedback.starts_with("The last step failed")) {
        return Vec::new();
    }
    let find = edit.is_about_a_symbol().then(|| find(&edit));
    let steps = find.into_iter().chain([edit.sentence(), CHECK.to_owned()]);
    steps.filter(|step| !done.contains(&step.as_str())).collect()
}

fn find(edit: &Edit) -> String {
    format!("Find `{}`", edit.about())
}

/// The calls to make now, or whether the step was done and what it found.
pub fn act(goal: &str, step: &str, messages: &[Message], tools: &[ToolSpec]) -> Result<Vec<ToolCall>, (bool, String)> {
    let Some(edit) = Edit::read(goal) else {
        return Err((false, NEEDS_A_MODEL.to_owned()));
    };
    let results = results(messages);
    let wanted = if step == find(&edit) {
        once(&results, vec![("search_codebase", json!({ "query": edit.about(), "n_results": 10 }))])
    } else if step == CHECK && !results.is_empty() {
        return Err(checked(&results, messages));
    } else if step == CHECK {
        Ok(vec![("lint", json!({})), ("changes", json!({}))])
    } else {
        match Edit::read(step).unwrap_or(edit).next(&results) {
            Next::Call(name, arguments) => Ok(vec![(name, arguments)]),
            Next::Over(Ok(what)) => return Err((true, what)),
            Next::Over(Err(why)) => return Err((false, why)),
        }
    };
    let offered = |name: &str| tools.iter().any(|tool| tool.name == name);
    let mut wanted = wanted?;
    let missing: Vec<&str> = wanted.iter().map(|(name, _)| *name).filter(|name| !offered(name)).collect();
    if step == CHECK {
        wanted.retain(|(name, _)| offered(name));
        if wanted.is_empty() {
            return Err((true, "Nothing here can check the changed files.".to_owned()));
        }
    } else if let Some(missing) = missing.first() {
        let why = format!("The tool `{missing}` is not there in this run, so nothing was changed.");
        return Err((false, why));
    }
    let call = |(n, (name, arguments)): (usize, (&str, Value))| ToolCall {
        id: format!("call-{}", n + 1),
        name: name.to_owned(),
        arguments,
    };
    Ok(wanted.into_iter().enumerate().map(call).collect())
}

/// What the tools say of the changed files.
fn checked(results: &[&Message], messages: &[Message]) -> (bool, String) {
    let calls: Vec<&ToolCall> = messages.iter().flat_map(|message| &message.tool_calls).collect();
    let name = |result: &Message| {
        let id = result.tool_call_id.as_deref()?;
        calls.iter().rev().find(|call| call.id == id).map(|call| call.name.as_str())
    };
    let line = |result: &&Message| match name(result) {
        // Its first lines are a row for each file.
        Some("changes") if !result.is_error && result.content.contains("+++ ") => {
            match result.content.lines().take_while(|line| !line.trim().is_empty()).count() {
                1 => "The proposal touches 1 file.".to_owned(),
                files => format!("The proposal touches {files} files."),
            }
        }
        _ => first_line(&result.content),
    };
    let lines: Vec<String> = results.iter().map(line).collect();
    (results.iter().all(|result| !result.is_error), lines.join(" "))
}

/// These calls, and after them what they found.
fn once(results: &[&Message], calls: Vec<(&'static str, Value)>) -> Result<Vec<(&'static str, Value)>, (bool, String)> {
    if results.is_empty() {
        return Ok(calls);
    }
    let ok = results.iter().all(|result| !result.is_error);
    let lines: Vec<String> = results.iter().map(|result| first_line(&result.content)).collect();
    Err((ok, lines.join("\n")))
}
