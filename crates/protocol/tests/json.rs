//! The shape for JSON, which `quarry ask --json` prints: `cargo test -p protocol --features json`.
#![cfg(feature = "json")]

use protocol::{Event, ModelChoice, RunOutcome, TimedEvent};

#[test]
fn an_event_stands_beside_its_time_with_its_type() {
    let event = Event::NodeStarted { node: "planner".to_owned(), step: 1 };
    let line = serde_json::to_string(&TimedEvent { seq: 1, at_ms: 0.5, event: event.clone() }).expect("plain data");
    assert_eq!(line, r#"{"seq":1,"at_ms":0.5,"type":"node_started","node":"planner","step":1}"#);
    let read: TimedEvent = serde_json::from_str(&line).expect("its own line");
    assert_eq!(read.event, event);
}

#[test]
fn enums_within_carry_their_type_too() {
    let event = Event::RunFinished { outcome: RunOutcome::Answered, ms: 9.0 };
    let line = serde_json::to_string(&event).expect("plain data");
    assert_eq!(line, r#"{"type":"run_finished","outcome":{"type":"answered"},"ms":9.0}"#);
    assert_eq!(serde_json::to_string(&ModelChoice::Offline).expect("plain data"), r#"{"type":"offline"}"#);
}
