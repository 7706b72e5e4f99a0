//! The shape in JSON: what `quarry ask --json` prints and what a stored run is made of.

mod samples;

use protocol::{
    Basis, Command, Event, Evidence, EvidenceKind, MessageBody, ModelChoice, Reply, RunOutcome, TimedEvent,
};
use samples::{commands, events, messages, replies};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Debug;

#[test]
fn an_event_is_written_with_its_time_and_type() {
    let event = Event::NodeStarted { node: "planner".to_owned(), step: 1, path: Vec::new() };
    let line = serde_json::to_string(&TimedEvent { seq: 1, at_ms: 0.5, event: event.clone() }).expect("plain data");
    assert_eq!(line, r#"{"seq":1,"at_ms":0.5,"type":"node_started","node":"planner","step":1}"#);
    let read: TimedEvent = serde_json::from_str(&line).expect("its own line");
    assert_eq!(read.event, event);
}

#[test]
fn an_event_of_a_subgraph_carries_its_path() {
    let path = vec!["review".to_owned(), "tests".to_owned()];
    let event = Event::NodeStarted { node: "run".to_owned(), step: 2, path: path.clone() };
    let line = serde_json::to_string(&event).expect("plain data");
    assert_eq!(line, r#"{"type":"node_started","node":"run","step":2,"path":["review","tests"]}"#);
    assert_eq!(serde_json::from_str::<Event>(&line).expect("its own line"), event);
    assert_eq!(protocol::node_path(&path, "run"), "review / tests / run");
}

#[test]
fn enums_within_carry_their_type_too() {
    let event = Event::RunFinished { outcome: RunOutcome::Answered, ms: 9.0 };
    let line = serde_json::to_string(&event).expect("plain data");
    assert_eq!(line, r#"{"type":"run_finished","outcome":{"type":"answered"},"ms":9.0}"#);
    assert_eq!(serde_json::to_string(&ModelChoice::Offline).expect("plain data"), r#"{"type":"offline"}"#);
}

#[test]
fn every_command_is_read_back() {
    commands().iter().for_each(is_read_back);
}

#[test]
fn every_message_is_read_back() {
    messages().iter().for_each(is_read_back);
}

/// A run log is lines of these.
#[test]
fn every_event_is_read_back_with_its_place() {
    let timed = (0..).zip(events()).map(|(seq, event)| TimedEvent { seq, at_ms: f64::from(seq) + 0.25, event });
    timed.for_each(|event| is_read_back(&event));
}

/// From text, and from a tree, which keeps its keys in another order than they were written in.
fn is_read_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).expect("plain data");
    assert_eq!(&serde_json::from_str::<T>(&text).expect(&text), value);
    let tree = serde_json::to_value(value).expect("plain data");
    assert_eq!(&serde_json::from_value::<T>(tree).expect(&text), value);
}

/// Without this the two tests of every variant would pass over a new one.
#[test]
fn the_samples_have_every_variant() {
    assert_eq!(types(&commands()), known_types::<Command>());
    assert_eq!(types(&messages()), known_types::<MessageBody>());
    assert_eq!(types(&events()), known_types::<Event>());
    assert_eq!(types(&replies()), known_types::<Reply>());
}

fn types(values: &[impl Serialize]) -> BTreeSet<String> {
    let type_of = |value| match serde_json::to_value(value).expect("plain data")["type"].take() {
        Value::String(name) => name,
        other => panic!("no type: {other}"),
    };
    values.iter().map(type_of).collect()
}

/// The types that a refusal lists.
fn known_types<T: DeserializeOwned + Debug>() -> BTreeSet<String> {
    listed(&serde_json::from_str::<T>(r#"{"type":"?"}"#).expect_err("not a type").to_string())
}

fn evidence_of(rest: &str) -> Evidence {
    let line = format!(
        r#"{{"id":"e1","path":"a.py","start_line":1,"end_line":3,"hash":"00","symbol":"a.main","kind":"type alias","signature":null,"doc":null,"excerpt":"def main",{rest}}}"#
    );
    serde_json::from_str(&line).expect(&line)
}

#[test]
fn evidence_of_runs_stored_before_there_was_a_basis_is_read() {
    let hit = evidence_of(r#""relation":{"type":"hit"},"score":7.25,"rule":null"#);
    assert_eq!((hit.kind, hit.basis), (EvidenceKind::TypeAlias, Basis::Search { score: 7.25 }));
    let called = evidence_of(r#""relation":{"type":"caller","of":"run"},"score":0.4,"rule":"scope""#);
    assert_eq!(called.basis, Basis::Call { rule: "scope".to_owned(), confidence: 0.4 });
    for relation in ["read", "definition"] {
        let read = evidence_of(&format!(r#""relation":{{"type":"{relation}"}},"score":1.0,"rule":null"#));
        assert_eq!(read.basis, Basis::Read);
    }
}

#[test]
fn a_basis_is_written_beside_the_fields_that_scripts_read() {
    let written = |rest: &str| serde_json::to_value(evidence_of(rest)).expect("plain data");
    let hit = written(r#""relation":{"type":"hit"},"basis":{"type":"search","score":7.25}"#);
    assert_eq!((&hit["basis"]["score"], &hit["score"], &hit["rule"]), (&7.25.into(), &7.25.into(), &Value::Null));
    let basis = r#"{"type":"call","rule":"scope","confidence":0.5}"#;
    let call = written(&format!(r#""relation":{{"type":"callee","of":"run"}},"basis":{basis}"#));
    assert_eq!((&call["basis"]["confidence"], &call["rule"]), (&0.5.into(), &"scope".into()));
    assert_eq!(call.get("score"), None, "a confidence is no score");
}

#[test]
fn a_kind_is_written_as_its_word() {
    let kinds = known_words::<EvidenceKind>();
    assert_eq!(kinds.len(), 15);
    for word in kinds {
        let kind: EvidenceKind = serde_json::from_value(Value::String(word.clone())).expect(&word);
        assert_eq!(
            (kind.word(), serde_json::to_value(kind).expect("plain data")),
            (word.as_str(), word.clone().into())
        );
    }
}

/// The names of variants that a refusal lists.
fn known_words<T: DeserializeOwned + Debug>() -> BTreeSet<String> {
    listed(&serde_json::from_str::<T>(r#""?""#).expect_err("not a variant").to_string())
}

fn listed(refusal: &str) -> BTreeSet<String> {
    let (_, list) = refusal.split_once("expected one of ").expect("a list");
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
