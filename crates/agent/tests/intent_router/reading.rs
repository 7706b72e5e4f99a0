//! Questions about the code.

use crate::chat::*;
use crate::support::answered;
use model::scripted::Scripted;
use protocol::{AskOptions, Event};
use serde_json::json;

const ASKED: &str = "what does total_price do?";

fn pricing() -> Scripted {
    text(r#"["shop/pricing.py", "no.py"]"#)
}

#[test]
fn vector_02_a_question_is_answered_from_the_files_that_exist() {
    let chat = Chat::shop(vec![intent("read"), pricing(), text("It sums.")]);
    let answer = answered(chat.ask(ASKED));
    let state = chat.state();
    assert_eq!(chat.nodes(), "route > plan_read > read > finish");
    assert_eq!(state.target_files, ["shop/pricing.py"]);
    assert_eq!(state.qa.as_slice().len(), 1);
    assert!(state.read_files.iter().eq(["shop/pricing.py"]));
    assert_eq!(answer.markdown, "It sums.");
    assert!(chat.prompts(PLAN_READ)[0].contains(ASKED) && chat.prompts(READ)[0].contains("def total_price"));
}

#[test]
fn an_answer_cites_what_was_read_and_nothing_else() {
    let chat = Chat::shop(vec![intent("read"), pricing(), text("It sums.")]);
    answered(chat.ask(ASKED));
    let prompt = &chat.prompts(READ)[0];
    let id = prompt.split("[[").skip(1).find_map(|part| part.split_once("]] shop/pricing.py:")).unwrap().0;
    let answer = format!("It sums [[{id}]], and more [[0123456789]].");
    let chat = Chat::shop(vec![intent("read"), pricing(), text(&answer)]);
    let answer = answered(chat.ask(ASKED));
    assert_eq!((answer.citations.len(), answer.dropped), (1, 1));
    assert_eq!(answer.citations[0].path, "shop/pricing.py");
}

/// Whether the last answer was given again.
fn was_kept(chat: &Chat) -> bool {
    let stored_at = Some(5000.0);
    let cached = Event::Cached { what: "answer".to_owned(), stored_at };
    chat.events.borrow().contains(&cached)
}

#[test]
fn vector_03_the_same_question_is_answered_once_until_something_changes() {
    let answer = || vec![intent("read"), pricing(), text("It sums.")];
    let again = || vec![intent("read"), pricing()];
    let edit = vec![intent("edit"), edits("shop/pricing.py", &[(1, "def total_price", "def total_price_of")])];
    let preference = vec![intent_with("profile", json!({ "write_comments": true }))];
    let script = [answer(), again(), edit, answer(), preference, answer(), answer()].concat();
    let chat = Chat::shop(script);
    let ask = || chat.turn(ASKED, AskOptions::default());
    let first = ask();
    assert!(!was_kept(&chat));
    let calls = chat.model_calls.get();
    assert_eq!(ask(), first);
    assert!(was_kept(&chat));
    assert_eq!(chat.model_calls.get(), calls + 2, "`read` asks no model");
    assert_eq!(chat.last_state().qa.as_slice().len(), 2);
    chat.turn("Change shop/pricing.py", AskOptions::default());
    ask();
    assert!(!was_kept(&chat), "a file has changed");
    chat.turn("Always write comments", AskOptions::default());
    ask();
    assert!(!was_kept(&chat), "another preference is in force");
    chat.named.set("another");
    ask();
    assert!(!was_kept(&chat), "another model answers");
}

#[test]
fn vector_04_without_a_choice_the_files_of_a_search_are_read() {
    let many: String = (0..30).map(|n| format!("//- other/file{n}.py\nvalue{n} = {n}\n")).collect();
    let fixture = format!("{many}//- a.py\ndef discount(order):\n    return order\n//- b.py\nx = 1\n");
    let chat = Chat::over(&fixture, vec![intent("read"), text("hm"), text("hm"), text("It is in a.py.")]);
    answered(chat.ask("how does discount work, and what is in b.py?"));
    let files = chat.state().target_files;
    assert!(files.contains(&"a.py".to_owned()) && files.contains(&"b.py".to_owned()), "{files:?}");
    assert!(files.len() <= 9, "{files:?}");
}

#[test]
fn vector_13_twelve_turns_and_texts_that_do_not_fit() {
    let long = |name: &str| {
        let lines: String = (0..2_000).map(|n| format!("{name}_{n} = {n}  # {}\n", "x".repeat(15))).collect();
        format!("//- {name}.py\n{lines}")
    };
    let fixture = format!("{}{}//- small.py\nsmall = 1\n", long("first"), long("second"));
    let mut script = Vec::new();
    for n in 0..12 {
        let files = if n == 11 { r#"["first.py", "second.py", "small.py"]"# } else { r#"["small.py"]"# };
        script.extend([intent("read"), text(files), text(&format!("answer {n}"))]);
    }
    let chat = Chat::over(&fixture, script);
    for n in 0..12 {
        chat.turn(&format!("what is value {n}?"), AskOptions::default());
    }
    let state = chat.last_state();
    assert_eq!(state.qa.as_slice().len(), 10);
    assert_eq!(state.qa.as_slice()[0].q, "what is value 2?");
    let prompt = chat.prompts(READ).pop().unwrap();
    assert!(prompt.chars().count() <= 50_000, "{}", prompt.chars().count());
    for heading in ["## first.py (2000 lines, cut:", "## second.py (2000 lines, cut:", "## small.py (1 lines)"] {
        assert!(prompt.contains(heading), "{heading}");
    }
    assert!(prompt.contains("Left out: of `first.py` "), "what is left out is named in the prompt");
    assert!(state.response.contains("Not everything fitted: of `first.py` "), "{}", state.response);
    assert!(prompt.contains("Request: what is value 10?") && !prompt.contains("Request: what is value 7?"));
}

#[test]
fn secrets_in_files_do_not_reach_the_model() {
    let secret = format!("sk-ant-api03-{}", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY".repeat(3));
    let fixture = format!("//- settings.py\nKEY = \"{secret}\"\n");
    let chat = Chat::over(&fixture, vec![intent("read"), text(r#"["settings.py"]"#), text("A key is set.")]);
    answered(chat.ask("what is in settings.py?"));
    assert!(chat.model.requests().iter().flatten().all(|message| !message.content.contains(&secret)));
    assert!(chat.events.borrow().iter().any(|event| matches!(event, Event::Masked { .. })));
}
