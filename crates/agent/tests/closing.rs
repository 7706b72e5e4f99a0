//! What the answers of agents that act end with where they propose changes, whatever the model says: what no longer parses,
//! and who calls a changed signature.

mod support;

use agent::tools::ActingServices;
use agent::{Agent, Controls, FileParser, Toolbox};
use codebase::Reader;
use facts::FileFacts;
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use model::ModelClient;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use offline_model::OfflineModel;
use protocol::{AskOptions, Mode};
use serde_json::{Value, json};
use source::{Language, RepoPath};
use state_graph::MemoryStore;
use std::rc::Rc;
use support::{answered, question, ticks};

struct Grammars;

impl FileParser for Grammars {
    fn parse<'a>(&'a self, path: &'a RepoPath, text: &'a str) -> LocalBoxFuture<'a, Result<Option<FileFacts>, String>> {
        Box::pin(ready(Ok(syntax::parse(Language::of(path, text), text))))
    }
}

/// The answer of an agent over the fixture `shop`, edits being free.
fn answer(agent: &str, asked: &str, model: &dyn ModelClient) -> String {
    let reader = Reader::whole(fixtures::codebase(fixtures::SHOP));
    let services = ActingServices { parser: Some(Rc::new(Grammars)), ..ActingServices::default() };
    let mut over = Agent::over(&reader, model, ticks(), Rc::new(NoWait), Rc::new(MemoryStore::default()));
    over.acting = Toolbox::acting(&reader, &services);
    let options = AskOptions { agent: agent.to_owned(), mode: Mode::EditFreely, ..AskOptions::default() };
    answered(block_on(over.ask(question(asked, options), &Controls::default(), |_| {}))).markdown
}

/// Another parameter for a function with a caller, and a syntax error in a script.
fn edits() -> [(&'static str, Value); 2] {
    let edit = |path: &str, old: &str, new: &str| json!({"path": path, "edits": [{"old": old, "new": new}]});
    [
        ("edit_file", edit("shop/pricing.py", "def total_price(lines)", "def total_price(lines, rate)")),
        ("edit_file", edit("web/money.ts", "return amount", "return ( amount")),
    ]
}

/// What the engine says, in the order in which it does.
#[track_caller]
fn is_said(answer: &str) {
    let said = [
        "### Syntax of the changed files\n\n- `web/money.ts`: 1 syntax error, line 3",
        "### Callers of changed signatures\n\n",
        "- shop/pricing.py: total_price: `def total_price(lines)` is now `def total_price(lines, rate)`",
        "  - shop.orders.Order.submit calls it at shop/orders.py:15: this line is not changed",
    ];
    let mut rest = answer;
    for part in said {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part} in {answer}")).1;
    }
}

#[test]
fn tool_router_adds_it_to_what_the_model_says() {
    let calls = edits().map(|(tool, arguments)| json!({"tool_name": tool, "tool_args": arguments}));
    let model = ScriptedModelClient::new([
        Scripted::text(json!({"score": 100, "reasoning": "here", "in_scope": true}).to_string()),
        Scripted::text(json!({"action": "execute_tool", "tool_calls": calls, "reasoning": "as asked"}).to_string()),
        Scripted::text(json!({"action": "generate", "tool_calls": [], "reasoning": "done"}).to_string()),
        Scripted::text("Everything works."),
    ]);
    let answer = answer("tool-router", "Add a rate to total_price", &model);
    assert!(answer.starts_with("Everything works.\n\nProposed changes"), "{answer}");
    is_said(&answer);
}

#[test]
fn plan_review_reports_it() {
    let [first, second] = edits().map(|(tool, arguments)| Scripted::call(tool, arguments));
    let model = ScriptedModelClient::new([
        Scripted::text(r#"{"plan": ["Edit both files"]}"#),
        first,
        second,
        Scripted::text(r#"{"success": true, "output": "Everything works."}"#),
        Scripted::text(r#"{"verdict": "finish", "reason": "It is done.", "fix_suggestion": ""}"#),
    ]);
    is_said(&answer("plan-review", "Add a rate to total_price", &model));
}

#[test]
fn nothing_is_said_where_nothing_is_broken_or_proposed() {
    let renamed =
        answer("plan-review", "replace \"Prices.\" with \"All prices.\" in shop/pricing.py", &OfflineModel::new());
    assert!(renamed.contains("shop/pricing.py") && !renamed.contains("### Syntax"), "{renamed}");
    assert!(!renamed.contains("### Callers"), "{renamed}");
    let read = answer("tool-router", "Who calls total_price?", &OfflineModel::new());
    assert!(!read.contains("### "), "{read}");
}

#[test]
fn code_of_the_repository_in_it_cites_nothing() {
    let edit = json!({"path": "shop/pricing.py", "edits": [{"old": "def total_price(lines)", "new": "def total_price(lines=[[1]])"}]});
    let model = ScriptedModelClient::new([
        Scripted::text(json!({"score": 100, "reasoning": "here", "in_scope": true}).to_string()),
        Scripted::text(json!({"action": "execute_tool", "tool_calls": [{"tool_name": "edit_file", "tool_args": edit}], "reasoning": "as asked"}).to_string()),
        Scripted::text(json!({"action": "generate", "tool_calls": [], "reasoning": "done"}).to_string()),
        Scripted::text("Done."),
    ]);
    let answer = answer("tool-router", "Change total_price", &model);
    let (_, said) = answer.split_once("is now").unwrap();
    assert!(said.contains("lines=[[1]]"), "code stays as it is written, and is no citation: {answer}");
}

#[test]
fn files_are_linted_without_a_language_model() {
    let said = answer("tool-router", "lint shop/pricing.py and web/", &OfflineModel::new());
    assert!(said.starts_with("```text\n3 files checked, no syntax errors.\n```"), "{said}");
    let unchanged = answer("tool-router", "lint", &OfflineModel::new());
    assert!(unchanged.contains("Syntax was not checked: ") && unchanged.contains("no file is changed"), "{unchanged}");
    let reading = answer("plan-react", "lint shop/pricing.py", &OfflineModel::new());
    assert!(reading.starts_with("Syntax was not checked: this agent has no tool for that here."), "{reading}");
}
