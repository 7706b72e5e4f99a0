//! Runs that are limited to a folder: what they see, what their answers and their models say, and what is stored of it.

mod support;

use agent::record::StoredRun;
use agent::{About, Agent, Answer, AskError, Controls, RunEnd};
use codebase::Reader;
use futures::executor::block_on;
use model::ModelClient;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use offline_model::OfflineModel;
use protocol::{AskOptions, Event};
use serde_json::json;
use state_graph::{CheckpointStore, MemoryStore};
use std::rc::Rc;
use support::{answered, edited, question, ticks};

fn shop(folder: Option<&str>) -> Reader {
    let reader = Reader::whole(fixtures::codebase(fixtures::SHOP));
    match folder {
        Some(folder) => reader.with_scope(folder).unwrap(),
        None => reader,
    }
}

fn limited(agent: &str, folder: &str) -> AskOptions {
    AskOptions { agent: agent.to_owned(), folder: Some(folder.to_owned()), gate: false, ..AskOptions::default() }
}

/// The end of a run and its events.
fn work(
    reader: &Reader,
    model: &dyn ModelClient,
    store: &Rc<MemoryStore>,
    text: &str,
    options: AskOptions,
) -> (Result<RunEnd, AskError>, Vec<Event>) {
    let agent = Agent::over(reader, model, ticks(), Rc::new(NoWait), Rc::clone(store) as Rc<dyn CheckpointStore>);
    let mut events = Vec::new();
    let end = block_on(agent.ask(question(text, options), &Controls::default(), |event| events.push(event.event)));
    (end, events)
}

fn ask_of(agent: &str, folder: &str, text: &str) -> (Answer, Vec<Event>) {
    let (end, events) = work(&shop(Some(folder)), &OfflineModel::new(), &Rc::default(), text, limited(agent, folder));
    (answered(end), events)
}

fn ask(folder: &str, text: &str) -> Answer {
    ask_of("plan-react", folder, text).0
}

#[test]
fn an_answer_says_that_only_the_folder_was_looked_at() {
    let (answer, events) = ask_of("plan-react", "web", "Where is formatMoney defined?");
    assert!(answer.markdown.starts_with("In `web`: `formatMoney`"), "{}", answer.markdown);
    assert!(answer.citations.iter().all(|cited| cited.path.starts_with("web/")));
    assert!(matches!(&events[1], Event::Limited { folder } if folder == "web"), "{:?}", events[1]);
    // Streamed as it is stored.
    let streamed: String = events
        .iter()
        .filter_map(|event| match event {
            Event::AnswerText { text } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(streamed, answer.markdown);
}

#[test]
fn what_is_elsewhere_is_not_found_and_the_folder_is_named_as_the_limit() {
    for agent in ["plan-react", "tool-router", "three-phase", "intent-router"] {
        let (answer, events) = ask_of(agent, "web", "Where is total_price defined?");
        let said = &answer.markdown;
        assert!(answer.citations.iter().all(|cited| cited.path.starts_with("web/")), "{agent}: {said}");
        assert!(said.contains("this folder") && said.contains("limited to"), "{agent}: {said}");
        assert!(!said.contains("this repository"), "{agent}: {said}");
        let found = events.iter().any(|event| match event {
            Event::FindingAdded { evidence, .. } => evidence.iter().any(|found| !found.path.starts_with("web/")),
            _ => false,
        });
        assert!(!found, "{agent}");
    }
}

#[test]
fn a_caller_elsewhere_is_still_a_caller() {
    let answer = ask("shop", "Who calls Order.submit?");
    assert!(answer.markdown.starts_with("In `shop`: "), "{}", answer.markdown);
    assert!(answer.citations.iter().any(|cited| cited.path == "tests/test_orders.py"), "{:?}", answer.citations);
}

#[test]
fn a_language_model_knows_the_limit_and_its_answer_begins_with_it() {
    let model = ScriptedModelClient::new([
        Scripted::text(r#"["Look for retries"]"#),
        Scripted::call("search_codebase", json!({"query": "retries", "n_results": 5})),
        Scripted::text("Looked."),
        Scripted::text(support::FINISH),
        Scripted::Text(vec!["\n".to_owned(), "## Retries\n".to_owned(), "Nothing here does that.".to_owned()]),
    ]);
    let (end, events) =
        work(&shop(Some("web")), &model, &Rc::default(), "How are payments retried?", limited("plan-react", "web"));
    assert_eq!(answered(end).markdown, "In `web`:\n\n## Retries\nNothing here does that.");
    let requests = model.requests();
    assert!(requests.iter().all(|messages| messages[0].content.contains("limited this request to the folder `web`")));
    let searched = events.iter().find_map(|event| match event {
        Event::FindingAdded { evidence, .. } => Some(evidence),
        _ => None,
    });
    assert!(searched.is_none_or(|found| found.iter().all(|found| found.path.starts_with("web/"))));
    // A run without a limit says nothing of one.
    let plain = ScriptedModelClient::new([Scripted::text("[]")]);
    drop(work(&shop(None), &plain, &Rc::default(), "How?", AskOptions::default()));
    assert!(plain.requests().iter().flatten().all(|message| !message.content.contains("limited")));
}

#[test]
fn a_repository_that_was_opened_for_something_else_is_refused() {
    let end = |reader: &Reader, options| work(reader, &OfflineModel::new(), &Rc::default(), "How?", options).0;
    let error = end(&shop(None), limited("plan-react", "web")).unwrap_err();
    assert_eq!(error.to_string(), "the run is about `web`, and the repository was opened for the whole repository");
    let error = end(&shop(Some("web")), AskOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "the run is about the whole repository, and the repository was opened for `web`");
}

#[test]
fn the_folder_is_stored_with_the_run_and_runs_of_before_have_none() {
    let store = Rc::new(MemoryStore::default());
    let options = limited("plan-react", "web");
    let (end, live) = work(&shop(Some("web")), &OfflineModel::new(), &store, "Where is formatMoney defined?", options);
    answered(end);
    let log = block_on(store.read("r1")).unwrap().unwrap();
    let stored = StoredRun::read(&log).unwrap();
    assert_eq!(stored.about.options.folder.as_deref(), Some("web"));
    assert_eq!(stored.events()[1].event, live[1]);
    let before = edited(&log, r#","folder":"web""#, "");
    assert_eq!(About::peek(&before).unwrap().options.folder, None);
    assert!(!StoredRun::read(&before).unwrap().events().iter().any(|it| matches!(it.event, Event::Limited { .. })));
}
