//! No secret of a repository reaches a model, whichever tool shows the lines, and an event says what was masked.

mod support;

use agent::{ActingServices, Agent, Controls, Question, Toolbox};
use codebase::Reader;
use futures::executor::block_on;
use model::ToolCall;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use protocol::{AskOptions, Event, Mode, Turn};
use serde_json::{Value, json};
use state_graph::MemoryStore;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use support::{answered, question, ticks};

const AWS: &str = "AKIAQ3EGRZL7TXYVB2KD";
const PASSWORD: &str = "tr0ub4dor&3xyz";
const TOKEN: &str = "ghp_a8Bf3kLm92QxZt7VbN4cRw1YpDs6HjGe05Ui";
const ROWS: [&str; 4] = [
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj",
    "MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu",
    "NMoSfm76oqFvAp8Gy0iz5sxjZmSnXyCdPEovGhLa0VzMaQ8s+CLOyS56YyCFGeJZ",
    "qgtzJ6GR3eqoYSW9b9UMvkBpZODSctWSNGj3P7jRFDO5VoTwCQAWbFnOjDfH5Ulg",
];

fn repository() -> String {
    let key = ROWS.join("\n");
    format!(
        "{}//- AGENTS.md\n# For agents\n\nDeploy with {TOKEN}.\n\
         //- config/prod.yaml\nregion: eu-west-1\naws_access_key_id: {AWS}\ndb:\n  user: shop\n  password: \"{PASSWORD}\"\n  retries: 3\n\
         //- config/server.pem\n-----BEGIN PRIVATE KEY-----\n{key}\n-----END PRIVATE KEY-----\nServer of the shop\n",
        fixtures::SHOP
    )
}

/// Calls that show lines with secrets, also lines from the middle of the private key alone.
fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("read_file", json!({"file_path": "config/prod.yaml"})),
        ("read_file", json!({"file_path": "config/server.pem", "start_line": 3, "end_line": 4})),
        ("read_file", json!({"file_path": "AGENTS.md"})),
        ("grep", json!({"pattern": "qgtz"})),
        ("grep", json!({"pattern": "user: shop", "context": 3})),
        ("search_codebase", json!({"query": "server of the shop private key", "n_results": 20})),
        ("search_codebase", json!({"query": "db user password retries", "n_results": 20})),
        ("read_value", json!({"path": "config/prod.yaml", "key": "db.password"})),
        ("read_value", json!({"path": "config/prod.yaml"})),
        ("list_directory", json!({"path": "config"})),
        ("repo_map", json!({})),
        ("outline", json!({"path": "config/prod.yaml"})),
        ("edit_file", json!({"path": "config/prod.yaml", "edits": [{"old": "retries: 3", "new": "retries: 4"}]})),
        (
            "edit_file",
            json!({"path": "config/server.pem", "edits": [{"old": "Server of the shop", "new": "Server of the market"}]}),
        ),
        (
            "edit_file",
            json!({"path": "config/server.pem", "edits": [{"old": "NMoSfm76oqFvAp8Gy0iz5sxjZmX", "new": "-"}]}),
        ),
        ("changes", json!({})),
        ("move_file", json!({"source": "config/server.pem", "destination": "keys/server.pem"})),
        ("read_file", json!({"file_path": "keys/server.pem", "start_line": 2, "end_line": 3})),
        ("changes", json!({"path": "keys"})),
    ]
}

#[test]
fn no_request_to_a_model_holds_a_secret() {
    let reader = Reader::whole(fixtures::codebase(&repository()));
    let call = |(n, (name, arguments)): (usize, (&str, Value))| ToolCall {
        id: format!("c{n}"),
        name: name.to_owned(),
        arguments,
    };
    let model = ScriptedModelClient::new([
        Scripted::text(r#"{"plan": ["Look at the configuration"]}"#),
        Scripted::Calls(calls().into_iter().enumerate().map(call).collect()),
        Scripted::text(r#"{"success": true, "output": "seen"}"#),
        Scripted::text(r#"{"verdict": "finish", "reason": "done", "fix_suggestion": ""}"#),
    ]);
    let mut agent = Agent::over(&reader, &model, ticks(), Rc::new(NoWait), Rc::new(MemoryStore::default()));
    agent.acting = Toolbox::acting(&reader, &ActingServices { attended: true, ..ActingServices::default() });
    let options = AskOptions { agent: "plan-review".to_owned(), mode: Mode::EditFreely, ..AskOptions::default() };
    let mut events = Vec::new();
    let asked = question("Raise the retries", options);
    answered(block_on(agent.ask(asked, &Controls::default(), |event| events.push(event.event))));
    let sent = model.requests();
    assert_eq!(sent.len(), 4);
    let shown = serde_json::to_string(&sent).unwrap();
    for secret in [AWS, PASSWORD, TOKEN].into_iter().chain(ROWS) {
        // A part of it is enough.
        for part in [secret, &secret[3..], &secret[..secret.len() - 3]] {
            assert!(!shown.contains(part), "{part} is shown:\n{}", around(&shown, part));
        }
    }
    for kind in ["API key", "password", "GitHub token", "private key"] {
        assert!(shown.contains(&format!("[masked: {kind}]")), "no mask of the {kind}");
    }
    // What is no secret is shown.
    assert!(
        shown.contains("region: eu-west-1") && shown.contains("retries: 4") && shown.contains("Server of the market")
    );
    let masked: Vec<(&str, &str)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Masked { place, summary } => Some((place.as_str(), summary.as_str())),
            _ => None,
        })
        .collect();
    let of = |place: &str, kind: &str| masked.iter().any(|(at, summary)| *at == place && summary.contains(kind));
    for (place, kind) in [
        ("AGENTS.md", "1 GitHub token"),
        ("read_file", "1 API key"),
        ("read_file", "1 private key"),
        ("grep", "1 private key"),
        ("read_value", "1 password"),
        ("edit_file", "1 private key"),
    ] {
        assert!(of(place, kind), "no event says that a {kind} of {place} was masked: {masked:?}");
    }
}

/// An answer shows its diff to the person as it is; the model of the next run of the conversation gets the answer.
#[test]
fn an_earlier_answer_is_sent_without_the_secrets_that_it_shows() {
    let reader = Reader::whole(fixtures::codebase(fixtures::SHOP));
    let model = ScriptedModelClient::new([
        Scripted::text(r#"{"plan": ["Look at the prices"]}"#),
        Scripted::text(r#"{"success": true, "output": "seen"}"#),
        Scripted::text(r#"{"verdict": "finish", "reason": "done", "fix_suggestion": ""}"#),
    ]);
    let agent = Agent::over(&reader, &model, ticks(), Rc::new(NoWait), Rc::new(MemoryStore::default()));
    let diff = format!("```diff\n-retries: 3\n+retries: 4\n password: \"{PASSWORD}\"\n token {TOKEN}\n```");
    let turn = Turn { question: "Raise the retries".to_owned(), answer: diff, symbols: Vec::new() };
    let options = AskOptions { agent: "plan-review".to_owned(), ..AskOptions::default() };
    let asked = Question { history: vec![turn], ..question("And the prices?", options) };
    let mut events = Vec::new();
    answered(block_on(agent.ask(asked, &Controls::default(), |event| events.push(event.event))));
    let shown = serde_json::to_string(&model.requests()).unwrap();
    assert!(shown.contains("retries: 4") && shown.contains("[masked: password]"), "{shown}");
    assert!(!shown.contains(PASSWORD) && !shown.contains(TOKEN), "{shown}");
    let said = |event: &Event| matches!(event, Event::Masked { place, .. } if place == "earlier answers");
    assert!(events.iter().any(said), "{events:?}");
}

/// As a coding agent calls tools, over MCP.
#[test]
fn no_tool_that_is_called_outside_of_a_run_shows_a_secret() {
    let reader = Reader::whole(fixtures::codebase(&repository()));
    let tools = Toolbox::over(&reader).and(&Toolbox::acting(&reader, &ActingServices::default()));
    let mut kinds = BTreeSet::new();
    for (name, arguments) in calls() {
        let (text, masked) = match block_on(tools.call(name, &arguments)) {
            // What it proposes holds the true text, or it could not be written.
            Ok(output) => (format!("{} {} {:?}", output.text, output.summary, output.evidence), output.masked),
            Err(error) => (error.to_string(), BTreeMap::new()),
        };
        for secret in [AWS, PASSWORD, TOKEN].into_iter().chain(ROWS) {
            assert!(!text.contains(&secret[3..]), "{name} {arguments} shows {secret}:\n{text}");
        }
        kinds.extend(masked.into_keys());
    }
    assert!(kinds.is_superset(&BTreeSet::from(["API key", "password", "GitHub token", "private key"])), "{kinds:?}");
}

fn around<'t>(text: &'t str, part: &str) -> &'t str {
    let at = text.find(part).unwrap_or(0);
    &text[text.floor_char_boundary(at.saturating_sub(300))..text.ceil_char_boundary((at + 100).min(text.len()))]
}
