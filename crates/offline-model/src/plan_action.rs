//! What to do about a request: an exact edit is handed to the agent that edits, a question is looked up until the rules know
//! nothing more to look up, and then answered from what was found. Anything else needs a language model.

use crate::asked::Question;
use crate::edit::Edit;
use crate::question::more::meant;
use crate::{answer, route, steps};
use model::{Context, ToolSpec, WorkFacts};
use serde_json::{Value, json};

/// The agent that carries out edits.
const EDITOR: &str = "agent:coder";

/// The decision, as the node that asked reads it. `is_limited`: only a folder is looked at.
pub fn decide(
    context: &Context<'_>,
    question: &Question,
    tools: &[ToolSpec],
    work: &WorkFacts<'_>,
    is_limited: bool,
) -> Value {
    let is_edit = Edit::read(context.question).is_some();
    // The same tools would end in the same way: nothing is tried twice.
    if let Some(outcome) = work.outcome.filter(|_| is_edit || work.wants_change) {
        return respond(&could_not(work.failure.unwrap_or(outcome)), "It was tried already.");
    }
    if is_edit {
        return decision("delegate", "It is one exact edit.", json!({ "agent": EDITOR }));
    }
    // Once files were read, the agent must have tried before it may say that it cannot.
    if work.wants_change && !context.findings.is_empty() {
        return decision("delegate", "The files are read.", json!({ "agent": EDITOR }));
    }
    if work.wants_change {
        return respond(steps::NEEDS_A_MODEL, "No rule knows how to make this change.");
    }
    let asked = meant(context.question, context.history).question;
    let routed = route::decide(asked, question, context.findings, tools);
    let calls: Vec<Value> = routed["tool_calls"].as_array().into_iter().flatten().map(as_call).collect();
    let reasoning = routed["reasoning"].as_str().unwrap_or("The rules say so.");
    if calls.is_empty() {
        return respond(&answer::write(asked, question, context.findings, is_limited), reasoning);
    }
    decision("tool", reasoning, json!({ "tool_calls": calls }))
}

fn as_call(routed: &Value) -> Value {
    json!({ "tool": routed["tool_name"], "args": routed["tool_args"] })
}

fn could_not(why: &str) -> String {
    format!("It could not be done: {why}\n\n{}", steps::NEEDS_A_MODEL)
}

fn respond(text: &str, reasoning: &str) -> Value {
    decision("respond", reasoning, json!({ "response": text }))
}

fn decision(action: &str, reasoning: &str, rest: Value) -> Value {
    let mut decision =
        json!({ "action": action, "reasoning": reasoning, "agent": null, "response": null, "tool_calls": [] });
    if let (Some(fields), Value::Object(rest)) = (decision.as_object_mut(), rest) {
        fields.extend(rest);
    }
    decision
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use model::Finding;

    fn decided(asked: &str, findings: &[Finding], work: WorkFacts<'_>) -> Value {
        let tool = |name: &str| ToolSpec { name: name.to_owned(), description: String::new(), parameters: json!({}) };
        let tools = ["search_codebase", "read_file", "get_callers", "get_callees", "edit_file"].map(tool);
        decide(&Context { question: asked, history: &[], findings }, &understand(asked, &[]), &tools, &work, false)
    }

    #[test]
    fn an_exact_edit_is_delegated_once() {
        let asked = "rename `a` to `b`";
        assert_eq!(decided(asked, &[], WorkFacts { wants_change: true, ..WorkFacts::default() })["agent"], EDITOR);
        let tried = WorkFacts { wants_change: true, outcome: Some("there is no `a`"), failure: None };
        let decision = decided(asked, &[], tried);
        assert_eq!(decision["action"], "respond");
        assert!(decision["response"].as_str().unwrap().contains("there is no `a`"));
    }

    #[test]
    fn what_no_rule_can_change_needs_a_language_model() {
        let decision = decided("fix the parser", &[], WorkFacts { wants_change: true, ..WorkFacts::default() });
        assert_eq!(decision["action"], "respond");
        assert!(decision["response"].as_str().unwrap().contains("needs a language model"));
    }

    #[test]
    fn a_question_is_looked_up_and_then_answered() {
        let decision = decided("Who calls `total_price`?", &[], WorkFacts::default());
        assert_eq!(decision["tool_calls"][0]["tool"], "get_callers", "{decision}");
        let found =
            |step: &str| Finding { key: format!("step_0: {step}"), text: String::new(), evidence: vec![], step: None };
        let steps: Vec<Finding> = decision["reasoning"].as_str().unwrap().split("; ").map(found).collect();
        let mut findings = steps;
        for _ in 0..4 {
            let decision = decided("Who calls `total_price`?", &findings, WorkFacts::default());
            if decision["action"] == "respond" {
                assert!(decision["response"].as_str().unwrap().contains("without a language model"));
                return;
            }
            findings.extend(decision["reasoning"].as_str().unwrap().split("; ").map(found));
        }
        panic!("it looks things up for ever");
    }
}
