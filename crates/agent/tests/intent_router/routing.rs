//! What requests are for, and what is done where the model fails.

use crate::chat::*;
use crate::support::answered;
use agent::AskError;
use agent::states::intent_router::Intent;
use model::scripted::Scripted;
use model::{ModelError, ModelErrorKind};
use protocol::Event;

#[test]
fn vector_05_the_words_of_a_request_count_more_than_the_model() {
    for (request, said, expected) in [
        ("run tests", intent("edit"), Intent::RunCommand),
        ("undo that", intent("read"), Intent::Undo),
        ("what does total_price do?", intent("banana"), Intent::Read),
    ] {
        let chat = Chat::shop(vec![said, text("[]"), text("It sums.")]);
        answered(chat.ask(request));
        assert_eq!(chat.state().intent, Some(expected), "{request}");
    }
    // Neither can be read, so the words alone decide.
    let chat = Chat::shop(vec![text("banana"), text("banana"), text("[]"), text("It sums.")]);
    answered(chat.ask("what does total_price do?"));
    assert_eq!(chat.state().intent, Some(Intent::Read));
    assert!(chat.events.borrow().iter().any(|event| matches!(event, Event::Fallback { node, .. } if node == "route")));
}

#[test]
fn nothing_to_undo_is_said() {
    let chat = Chat::shop(vec![intent("undo")]);
    let answer = answered(chat.ask("undo that")).markdown;
    assert_eq!(chat.nodes(), "route > undo > finish");
    assert!(answer.starts_with("Nothing was taken back: "), "{answer}");
}

fn error(kind: ModelErrorKind) -> Scripted {
    Scripted::Fails(ModelError { kind, message: "the server failed".to_owned(), advice: None })
}

#[test]
fn vector_11_a_node_is_tried_four_times_and_a_hopeless_error_ends_the_run() {
    let mut script = vec![intent("read"), text(r#"["shop/pricing.py"]"#)];
    script.extend((0..4).map(|_| error(ModelErrorKind::Server)));
    let chat = Chat::shop(script);
    let answer = answered(chat.ask("what does total_price do?")).markdown;
    assert_eq!(chat.nodes(), "route > plan_read > read > finish");
    let failed = |event: &Event| matches!(event, Event::NodeFailed { node, .. } if node == "read");
    assert_eq!(chat.events.borrow().iter().filter(|event| failed(event)).count(), 4);
    assert!(answer.starts_with("This could not be done: the server failed. It was tried 4 times."), "{answer}");
    let state = chat.state();
    assert_eq!((state.working.last_error.as_deref(), state.working.retry_count), (Some("the server failed"), 3));
    assert_eq!(state.feedback_history.iter().filter(|past| past.node == "read").count(), 4);
    assert!(state.done);

    let chat = Chat::shop(vec![intent("read"), text(r#"["shop/pricing.py"]"#), error(ModelErrorKind::Key)]);
    assert!(matches!(chat.ask("what does total_price do?"), Err(AskError::Model(_))));
    assert_eq!(chat.model_calls.get(), 3, "it is not tried again");
}

#[test]
fn an_attempt_that_works_after_others_is_noted() {
    let script = vec![
        error(ModelErrorKind::Server),
        intent("read"),
        text(r#"["shop/pricing.py"]"#),
        error(ModelErrorKind::Server),
        text("It sums."),
    ];
    let chat = Chat::shop(script);
    let answer = answered(chat.ask("what does total_price do?")).markdown;
    assert!(answer.contains("It sums."), "{answer}");
    let state = chat.state();
    assert_eq!((state.working.retry_count, state.working.last_error), (2, None));
    let noted: Vec<&str> = state.feedback_history.iter().filter_map(|past| past.error.as_deref()).collect();
    assert_eq!(noted, ["failed once before it succeeded"; 2]);
}
