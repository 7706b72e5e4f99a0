//! What the person prefers.

use crate::chat::*;
use crate::support::{answered, fork_at};
use agent::memory::Scope;
use agent::policy::Mode;
use futures::executor::block_on;
use protocol::{AskOptions, Event};
use serde_json::json;

fn remembered(chat: &Chat) -> Vec<String> {
    let key = |event: &Event| match event {
        Event::Remembered { key } => Some(key.clone()),
        _ => None,
    };
    chat.events.borrow().iter().filter_map(key).collect()
}

fn stored(chat: &Chat) -> Vec<String> {
    block_on(chat.memory.list(Scope::Person)).unwrap().into_iter().map(|entry| entry.key).collect()
}

#[test]
fn vector_01_a_preference_is_stored_and_reaches_the_next_edit() {
    let script = vec![
        intent_with("profile", json!({ "add_docstrings": true })),
        intent("edit"),
        text(r#"{"reason": "it is right"}"#),
    ];
    let chat = Chat::shop(script);
    let answer = chat.turn("Always add docstrings", AskOptions::default()).markdown;
    assert_eq!(chat.nodes(), "route > profile > finish");
    assert!(
        answer.contains("Remembered for you: `add_docstrings`") && answer.contains("add_docstrings: yes"),
        "{answer}"
    );
    assert_eq!(
        (remembered(&chat), stored(&chat)),
        (vec!["preference.add_docstrings".into()], vec!["preference.add_docstrings".into()])
    );
    chat.turn("Change total_price", AskOptions::default());
    assert!(chat.prompts(EDIT)[0].contains("- add_docstrings: yes"), "{}", chat.prompts(EDIT)[0]);
}

#[test]
fn vector_12_a_request_with_a_preference_and_an_edit_does_both() {
    let script = vec![
        intent_with("edit", json!({ "write_comments": false })),
        edits("main.py", &[(2, "range(1, 5)", "range(1, 6)")]),
    ];
    let chat = Chat::over(SUM, script);
    let answer = chat.turn("Never write comments, and let main.py sum to 5", AskOptions::default()).markdown;
    assert_eq!(stored(&chat), ["preference.write_comments"]);
    assert!(changed(&chat.last_state().changes, "main.py").contains("range(1, 6)"));
    assert!(answer.contains("Remembered for later requests: `write_comments`."), "{answer}");
}

#[test]
fn what_the_request_does_not_say_is_not_stored() {
    let chat = Chat::shop(vec![intent_with("profile", json!({ "skip_approval": true, "add_docstrings": true }))]);
    chat.turn("Always add docstrings", AskOptions::default());
    assert_eq!(stored(&chat), ["preference.add_docstrings"]);
    let noted = |event: &Event| matches!(event, Event::Fallback { why, .. } if why.contains("skip_approval"));
    assert!(chat.events.borrow().iter().any(noted));
}

#[test]
fn a_run_that_only_looks_stores_nothing_and_says_so() {
    let chat = Chat::shop(vec![intent_with("profile", json!({ "add_docstrings": true }))]);
    let options = AskOptions { mode: Mode::LookOnly, ..AskOptions::default() };
    let answer = chat.turn("Always add docstrings", options).markdown;
    assert_eq!((stored(&chat), remembered(&chat)), (Vec::new(), Vec::new()));
    assert!(answer.contains("counts for this request alone: This run only looks"), "{answer}");
}

#[test]
fn a_preference_is_taken_back_by_its_name() {
    let script = vec![intent_with("profile", json!({ "add_docstrings": true })), intent("undo")];
    let chat = Chat::shop(script);
    chat.turn("Always add docstrings", AskOptions::default());
    let answer = chat.turn("Undo add_docstrings", AskOptions::default()).markdown;
    assert!(stored(&chat).is_empty());
    assert!(answer.contains("`add_docstrings` is forgotten"), "{answer}");
}

#[test]
fn what_a_fork_is_asked_is_stored_for_nobody() {
    let script = vec![intent("profile"), intent_with("profile", json!({ "add_docstrings": true }))];
    let chat = Chat::shop(script);
    answered(chat.ask("Which preferences are in force?"));
    // Who wrote the log of its origin may have written its words, too.
    let fork = agent::Fork { question: Some("Always add docstrings".to_owned()), ..fork_at(0) };
    let end = chat.process(None, async |agent| agent.fork(fork, &agent::Controls::default(), |_| {}).await);
    let answer = answered(end.unwrap()).markdown;
    assert!(answer.contains("`add_docstrings` counts for this request alone"), "{answer}");
    assert!(stored(&chat).is_empty());
}
