use super::*;
use crate::outputs::ToolOutputs;
use model::ToolCall;
use serde_json::json;

const TASK: &str = "Fix the bug.";

fn budget(tokens: u32) -> Budget {
    Budget::of_window(Some(tokens), 0)
}

fn of(role: Role, content: &str) -> Message {
    Message::new(role, content)
}

fn call(ids: &[&str]) -> Message {
    let call = |id: &&str| ToolCall { id: (*id).to_owned(), name: "grep".to_owned(), arguments: json!({}) };
    Message { tool_calls: ids.iter().map(call).collect(), ..of(Role::Assistant, "") }
}

fn result(id: &str, content: &str) -> Message {
    Message { tool_call_id: Some(id.to_owned()), ..of(Role::Tool, content) }
}

/// A view of messages whose outputs are all kept.
fn viewed(messages: &[Message], budget: &Budget) -> View {
    let mut outputs = ToolOutputs::default();
    let results = messages.iter().filter(|message| message.role == Role::Tool);
    results.clone().for_each(|message| outputs.keep(Output::new(&message.content)));
    let output = |message: &Message| outputs.get(Output::new(&message.content).id());
    let is_task = |message: &Message| message.content == TASK;
    let entry = |message| Entry { message, task: is_task(message), output: output(message) };
    let entries: Vec<Entry> = messages.iter().map(entry).collect();
    view(&entries, budget, &Keep::default())
}

/// A system message, a task, and `rounds` calls with a result of `chars` each.
fn conversation(rounds: usize, chars: usize) -> Vec<Message> {
    let mut messages = vec![of(Role::System, "You are an agent."), of(Role::User, TASK)];
    for n in 0..rounds {
        let id = format!("call_{n}");
        messages.extend([call(&[&id]), result(&id, &format!("result {n}\n{}", "x".repeat(chars)))]);
    }
    messages
}

// Parity vector 9 of `plan-review`.
#[test]
fn a_long_output_among_older_messages_is_shown_by_its_ends_and_the_conversation_stays_whole() {
    let text: String = (1..=100).map(|n| format!("{n:069}\n")).collect();
    let mut messages = vec![call(&["call_0"]), result("call_0", &text)];
    messages.extend((0..23).map(|n| of(Role::Assistant, &format!("thought {n}"))));
    assert_eq!((messages.len(), text.len()), (25, 7_000));
    let before = messages.clone();
    let view = viewed(&messages, &budget(32_000));
    let shown = &view.messages[1].content;
    assert!(shown.starts_with(&text[..1_000]) && shown.ends_with(&text[6_500..]), "{shown}");
    assert!(shown.contains("[5500 characters omitted") && shown.contains(Output::new(&text).id()), "{shown}");
    assert_eq!(view.cut, Cut { shortened: 1, ..Cut::default() });
    assert_eq!(view.messages.len(), 25);
    assert_eq!(messages, before);
}

#[test]
fn what_fits_is_sent_as_it_is() {
    let messages = conversation(3, 7_000);
    let view = viewed(&messages, &budget(32_000));
    assert_eq!((view.messages, view.cut), (messages, Cut::default()));
}

#[test]
fn old_outputs_become_notes_before_anything_is_left_out() {
    let messages = conversation(4, 4_000);
    let view = viewed(&messages, &budget(2_500));
    assert_eq!(view.cut, Cut { noted: 2, ..Cut::default() });
    let note = &view.messages[3].content;
    assert!(note.starts_with("[an earlier output of 4009 characters; `read_tool_output` with id `out-"), "{note}");
    assert!(note.contains("it began:]\nresult 0\nxxx") && note.chars().count() < 400, "{note}");
    assert_eq!(view.messages[9], messages[9]);
}

#[test]
fn the_oldest_turns_are_left_out_with_their_results_and_counted() {
    let messages = conversation(40, 300);
    let view = viewed(&messages, &budget(1_200));
    assert_eq!(view.messages[..2], messages[..2]);
    assert_eq!(view.cut.left_out % 2, 0);
    assert!(view.cut.left_out > 0 && view.cut.over == 0, "{:?}", view.cut);
    let note = format!("[earlier messages left out here: {}]", view.cut.left_out);
    assert!(view.messages[2].content == note, "{}", view.messages[2].content);
    assert!(!view.messages[3].tool_calls.is_empty(), "a result without its call");
    let calls = view.messages.iter().filter(|message| !message.tool_calls.is_empty()).count();
    assert_eq!(calls, view.messages.iter().filter(|message| message.role == Role::Tool).count());
    assert_eq!(view.messages.last().map(|last| &last.tool_call_id), messages.last().map(|last| &last.tool_call_id));
}

#[test]
fn system_task_and_newest_turn_stay_even_over_the_budget() {
    let long = "y".repeat(8_000);
    let earlier = [of(Role::System, &long), of(Role::User, "an earlier question"), of(Role::Assistant, "its answer")];
    let messages = earlier.into_iter().chain([of(Role::User, TASK), of(Role::Assistant, "a"), of(Role::User, &long)]);
    let messages: Vec<Message> = messages.collect();
    let view = viewed(&messages, &budget(1_000));
    assert_eq!(view.cut.left_out, 3);
    assert!(view.cut.over > 3_000, "{:?}", view.cut);
    assert_eq!(view.messages.len(), 4);
    assert_eq!([&view.messages[0], &view.messages[2], &view.messages[3]], [&messages[0], &messages[3], &messages[5]]);
}

#[test]
fn the_newest_output_too_becomes_a_note_where_it_alone_is_too_long() {
    let view = viewed(&conversation(1, 40_000), &budget(1_000));
    assert_eq!(view.cut, Cut { noted: 1, ..Cut::default() });
    let older = viewed(&conversation(3, 3_000), &budget(1_000));
    assert_eq!(older.messages.last(), conversation(3, 3_000).last(), "older ones go first");
    assert!(view.messages[3].content.contains("read_tool_output"));
}

#[test]
fn several_results_of_one_message_stay_together() {
    let mut messages = conversation(0, 0);
    messages.extend([call(&["a", "b"]), result("a", &"x".repeat(600)), result("b", &"x".repeat(600))]);
    messages.extend([of(Role::Assistant, "done"), of(Role::User, &"y".repeat(4_000))]);
    let view = viewed(&messages, &budget(1_100));
    assert!(view.messages.iter().all(|message| message.role != Role::Tool), "{:?}", view.messages);
    assert!(view.cut.left_out >= 3);
}

#[test]
fn a_result_whose_call_was_removed_is_left_out() {
    let mut messages = conversation(1, 10);
    messages.insert(0, result("gone", "of a call that a node removed"));
    let view = viewed(&messages, &budget(32_000));
    assert_eq!(view.cut, Cut { left_out: 1, ..Cut::default() });
    assert_eq!(view.messages[1..], messages[1..]);
}

#[test]
fn an_output_that_is_not_kept_is_shortened_without_an_id() {
    let long = result("call_0", &"z\n".repeat(4_000));
    let messages: Vec<Message> =
        [call(&["call_0"]), long].into_iter().chain((0..20).map(|_| of(Role::User, "on"))).collect();
    let entries: Vec<Entry> = messages.iter().map(|message| Entry { message, task: false, output: None }).collect();
    let shown = view(&entries, &budget(32_000), &Keep::default());
    assert!(shown.messages[1].content.contains("[6500 characters omitted]"), "{}", shown.messages[1].content);
    assert!(!shown.messages[1].content.contains("out-"));
}
