//! The messages channel: the vectors of the reference semantics, and any write against a naive model, on a `Vec` and
//! on `Messages`.

use futures::executor::block_on;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use state_graph::channel::ChannelError;
use state_graph::{
    CounterIds, END, GraphBuilder, IdSource, Message, MessageIds, MessageWrite, MessageWrites, Messages, NodeContext,
    NodeResult, START, State, Update, add_messages,
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Chat {
    id: Option<String>,
    text: String,
}

impl Message for Chat {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn set_id(&mut self, id: String) {
        self.id = Some(id);
    }
}

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct Talk {
    #[channel(messages)]
    messages: Messages<Chat>,
}

/// The same in a plain `Vec`.
#[derive(Clone, Default, Serialize, Deserialize, State)]
struct PlainTalk {
    #[channel(messages)]
    messages: Vec<Chat>,
}

/// `3 text` is a message with an id, `? text` one without, `R3` a removal, `R*` the removal of everything.
fn writes(script: &[&str]) -> MessageWrites<Chat> {
    let write = |line: &&str| match line.strip_prefix('R') {
        Some("*") => MessageWrite::RemoveAll,
        Some(id) => MessageWrite::remove(id),
        None => {
            let (id, text) = line.split_once(' ').unwrap();
            MessageWrite::Put(Chat { id: (id != "?").then(|| id.to_owned()), text: text.to_owned() })
        }
    };
    script.iter().map(write).collect()
}

fn merged(left: &[&str], right: &[&str]) -> Result<Vec<String>, ChannelError> {
    let mut messages: Vec<Chat> = writes(left).0.into_iter().filter_map(put).collect();
    let mut indexed = Messages::from(messages.clone());
    let result = add_messages(&mut messages, writes(right), &mut MessageIds::new(&CounterIds, 0));
    assert_eq!(add_messages(&mut indexed, writes(right), &mut MessageIds::new(&CounterIds, 0)), result);
    assert_eq!(*indexed, *messages);
    for message in &indexed {
        let last = messages.iter().rfind(|other| other.id == message.id);
        assert_eq!(indexed.get_id(message.id().unwrap()), last, "the index finds every message");
    }
    result?;
    Ok(messages.iter().map(|m| format!("{} {}", m.id.as_deref().unwrap_or("?"), m.text)).collect())
}

fn put(write: MessageWrite<Chat>) -> Option<Chat> {
    match write {
        MessageWrite::Put(message) => Some(message),
        _ => None,
    }
}

#[track_caller]
fn check(left: &[&str], right: &[&str], expected: &[&str]) {
    assert_eq!(merged(left, right).unwrap(), expected);
}

#[test]
fn vector_1_a_known_id_is_replaced() {
    check(&["1 Hello"], &["1 Hello again"], &["1 Hello again"]);
}

#[test]
fn vector_2_duplicates_of_a_write_are_one() {
    check(&[], &["1 a", "1 b"], &["1 b"]);
}

#[test]
fn vector_3_a_put_cancels_a_removal_and_keeps_the_place() {
    check(&["1 a"], &["R1", "1 x", "1 y"], &["1 y"]);
    check(&["1 a", "2 b"], &["R1", "1 x"], &["1 x", "2 b"]);
}

#[test]
fn vector_4_a_removal_may_be_repeated() {
    check(&["1 h", "2 a"], &["R2", "R2"], &["1 h"]);
}

#[test]
fn vector_5_an_unknown_removal_names_the_id_and_changes_nothing() {
    let error = merged(&["1 h"], &["3 new", "R2"]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`messages` has no message with the id \"2\", which \"add_messages\" tried to remove"
    );
}

#[test]
fn vector_6_replaces_removes_and_adds_together() {
    check(&["1 h", "2 a"], &["1 h'", "R2", "3 s"], &["1 h'", "3 s"]);
}

#[test]
fn vector_7_remove_all_drops_what_comes_before() {
    check(&["1 h", "2 a"], &["3 x", "R*", "4 y"], &["4 y"]);
    check(&["1 h"], &["R*", "3 x", "R*"], &[]);
}

#[test]
fn the_rest_after_remove_all_is_merged_like_any_write() {
    check(&["1 h"], &["R*", "3 x", "3 y", "4 z", "R4"], &["3 y"]);
    assert!(merged(&["1 h"], &["R*", "R1"]).is_err());
}

#[test]
fn a_message_added_and_removed_in_one_write_is_not_there() {
    check(&["1 h"], &["3 x", "R3"], &["1 h"]);
}

#[test]
fn duplicates_on_the_left_update_the_last_and_are_all_removed() {
    check(&["1 a", "1 b"], &["1 c"], &["1 a", "1 c"]);
    check(&["1 a", "1 b", "2 c"], &["R1"], &["2 c"]);
    // The same with several changes at once.
    check(&["1 a", "1 b"], &["1 c", "2 d", "2 e", "3 f"], &["1 a", "1 c", "2 e", "3 f"]);
    check(&["1 a", "1 b", "2 c"], &["R1", "3 d", "1 e"], &["1 a", "1 e", "2 c", "3 d"]);
    check(&["1 a", "1 b", "2 c", "1 d"], &["3 e", "R1"], &["2 c", "3 e"]);
}

#[test]
fn messages_without_an_id_get_one_that_is_not_in_use() {
    check(&["? a"], &["? b"], &["msg-1 a", "msg-2 b"]);
    check(&["msg-1 a"], &["? b", "msg-2 c"], &["msg-1 a", "msg-3 b", "msg-2 c"]);
}

#[test]
fn a_run_names_the_messages_of_its_first_state_before_its_first_node() {
    async fn forget(state: &Talk, _: &NodeContext<'_, Talk>) -> NodeResult<Talk> {
        let ids = state.messages.iter().filter_map(Chat::id);
        let removals: MessageWrites<Chat> = ids.map(MessageWrite::remove).collect();
        Ok(TalkUpdate::new().messages(removals).messages(writes(&["? new"])))
    }
    let graph = GraphBuilder::new().node("forget", forget).edge(START, "forget").edge("forget", END).compile().unwrap();
    let messages: Messages<Chat> = writes(&["? a", "msg-2 b"]).0.into_iter().filter_map(put).collect();
    let end = block_on(graph.invoke(Talk { messages }).into_future()).unwrap();
    let left: Vec<_> = end.messages.iter().map(|m| (m.id().unwrap_or_default(), m.text.as_str())).collect();
    // `a` had got msg-1; msg-2 was still in use when the update was named.
    assert_eq!(left, [("msg-3", "new")]);
}

#[test]
fn many_unnamed_messages_and_a_source_that_starts_again() {
    let mut talk = Talk::default();
    for _ in 0..3 {
        talk.update(TalkUpdate::new().messages(writes(&["? x"; 10]))).unwrap();
    }
    let ids: std::collections::BTreeSet<_> = talk.messages.iter().filter_map(Chat::id).collect();
    assert_eq!((talk.messages.len(), ids.len()), (30, 30));
}

#[test]
fn an_id_source_that_repeats_itself_still_gives_different_ids() {
    struct Stuck;
    impl IdSource for Stuck {
        fn message_id(&self, _sequence: u64) -> String {
            "same".to_owned()
        }
    }
    let mut messages: Vec<Chat> = Vec::new();
    let mut ids = MessageIds::new(&Stuck, 0);
    add_messages(&mut messages, writes(&["? a", "? b", "? c"]), &mut ids).unwrap();
    let ids: Vec<_> = messages.iter().filter_map(Chat::id).collect();
    assert_eq!(ids, ["same", "same-3", "same-5"]);
}

#[test]
fn two_updates_named_before_either_is_applied_get_different_ids() {
    let mut talk = Talk { messages: writes(&["msg-2 a"]).0.into_iter().filter_map(put).collect() };
    let mut ids = MessageIds::new(&CounterIds, 0);
    let mut step =
        [TalkUpdate::new().messages(writes(&["? b", "msg-4 c"])), TalkUpdate::new().messages(writes(&["? d"]))];
    step.iter_mut().for_each(|update| talk.name_writes(update, &mut ids));
    talk.apply(&mut step);
    let ids: Vec<_> = talk.messages.iter().map(|m| (m.id().unwrap(), m.text.as_str())).collect();
    assert_eq!(ids, [("msg-2", "a"), ("msg-1", "b"), ("msg-4", "c"), ("msg-3", "d")]);
}

#[test]
fn an_id_that_a_removal_names_is_not_given() {
    let mut talk = Talk::default();
    let error = talk.update(TalkUpdate::new().messages(writes(&["? a"])).messages(writes(&["Rmsg-1"]))).unwrap_err();
    assert!(matches!(error, ChannelError::UnknownMessage { id, .. } if id == "msg-1"));
    assert!(talk.messages.is_empty());
}

#[test]
fn many_names_in_a_list_without_an_index() {
    let mut talk =
        PlainTalk { messages: (0..2000).map(|n| Chat { id: Some(format!("msg-{n}")), text: String::new() }).collect() };
    talk.update(PlainTalkUpdate::new().messages(writes(&["? a", "? b"]))).unwrap();
    let ids: Vec<_> = talk.messages[2000..].iter().filter_map(Chat::id).collect();
    assert_eq!(ids, ["msg-2000", "msg-2001"]);
}

#[test]
fn overwriting_messages_names_them_and_drops_the_other_writes() {
    let mut talk = Talk::default();
    talk.update(TalkUpdate::new().messages(writes(&["1 a", "2 b"]))).unwrap();
    let new = [Chat { id: None, text: "c".into() }, Chat { id: Some("1".into()), text: "d".into() }];
    // The removal would be refused if it counted.
    talk.update(TalkUpdate::new().messages(writes(&["R7", "4 e"])).overwrite_messages(new)).unwrap();
    let left: Vec<_> = talk.messages.iter().map(|m| (m.id().unwrap(), m.text.as_str())).collect();
    assert_eq!(left, [("msg-1", "c"), ("1", "d")]);
    assert_eq!(talk.messages.get_id("msg-1").map(|m| m.text.as_str()), Some("c"));
    assert_eq!(talk.messages.get_id("2"), None);
}

#[test]
fn messages_are_stored_as_a_plain_list() {
    let talk = Talk { messages: writes(&["1 a", "2 b"]).0.into_iter().filter_map(put).collect() };
    let stored = serde_json::to_string(&talk).unwrap();
    assert_eq!(stored, r#"{"messages":[{"id":"1","text":"a"},{"id":"2","text":"b"}]}"#);
    let back: Talk = serde_json::from_str(&stored).unwrap();
    assert_eq!(back.messages, talk.messages);
    assert_eq!(back.messages.get_id("2").map(|m| m.text.as_str()), Some("b"));
}

#[test]
fn several_writes_of_one_update_apply_one_after_the_other() {
    // As one write, the put would cancel the removal and keep the first place.
    let mut talk = Talk::default();
    talk.update(TalkUpdate::new().messages(writes(&["1 a", "2 b"]))).unwrap();
    talk.update(TalkUpdate::new().messages(MessageWrite::remove("1")).messages(writes(&["1 c"]))).unwrap();
    let texts: Vec<_> = talk.messages.iter().map(|m| m.text.as_str()).collect();
    assert_eq!(texts, ["b", "c"]);
}

#[test]
fn an_update_reads_as_json_for_people_and_comes_back_from_its_own_form() {
    let update = TalkUpdate::new().messages(writes(&["R1", "2 b"]));
    assert_eq!(update.to_json().unwrap().to_string(), r#"{"messages":[{"remove":"1"},{"id":"2","text":"b"}]}"#);
    assert_eq!(update.written(), ["messages"]);
    let stored = serde_json::to_string(&update).unwrap();
    let back: TalkUpdate = serde_json::from_str(&stored).unwrap();
    assert_eq!(back.messages, update.messages);
}

/// The rule in its simplest form: a list of (id, text) with linear searches.
fn naive(left: &[(String, String)], right: &[MessageWrite<Chat>]) -> Option<Vec<(String, String)>> {
    let mut list = left.to_vec();
    let mut dead: Vec<String> = Vec::new();
    let mut rest = right;
    if let Some(at) = right.iter().rposition(|w| *w == MessageWrite::RemoveAll) {
        list.clear();
        rest = &right[at + 1..];
    }
    for write in rest {
        match write {
            MessageWrite::Put(message) => {
                let id = message.id.clone().unwrap();
                dead.retain(|d| *d != id);
                match list.iter().rposition(|(other, _)| *other == id) {
                    Some(at) => list[at].1 = message.text.clone(),
                    None => list.push((id, message.text.clone())),
                }
            }
            MessageWrite::Remove(id) if list.iter().any(|(other, _)| other == id) => dead.push(id.clone()),
            MessageWrite::Remove(_) => return None,
            MessageWrite::RemoveAll => unreachable!("cut off above"),
        }
    }
    list.retain(|(id, _)| !dead.contains(id));
    Some(list)
}

fn any_write() -> impl Strategy<Value = MessageWrite<Chat>> {
    let id = || (0..6_u8).prop_map(|id| id.to_string());
    prop_oneof![
        6 => (id(), "[a-z]{1,3}").prop_map(|(id, text)| MessageWrite::Put(Chat { id: Some(id), text })),
        3 => id().prop_map(MessageWrite::Remove),
        1 => Just(MessageWrite::RemoveAll),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_writes_do_what_the_naive_model_does(
        steps in prop::collection::vec(prop::collection::vec(any_write(), 0..8), 1..6),
    ) {
        let (mut talk, mut plain) = (Talk::default(), PlainTalk::default());
        let mut model: Vec<(String, String)> = Vec::new();
        for step in steps {
            let expected = naive(&model, &step);
            let result = talk.update(TalkUpdate::new().messages(step.clone()));
            prop_assert_eq!(&plain.update(PlainTalkUpdate::new().messages(step)), &result);
            prop_assert_eq!(result.is_ok(), expected.is_some());
            model = expected.unwrap_or(model);
            prop_assert_eq!(pairs(&talk.messages), &*model);
            prop_assert_eq!(pairs(&plain.messages), &*model);
            for (id, text) in &model {
                prop_assert_eq!(talk.messages.get_id(id).map(|m| &m.text), Some(text));
            }
        }
    }

    #[test]
    fn any_writes_to_a_list_with_duplicates_do_what_the_naive_model_does(
        left in prop::collection::vec(((0..4_u8).prop_map(|id| id.to_string()), "[a-z]{1,3}"), 0..8),
        write in prop::collection::vec(any_write(), 0..6),
    ) {
        let list = left.iter().cloned().map(|(id, text)| Chat { id: Some(id), text });
        let (mut indexed, mut plain): (Messages<Chat>, Vec<Chat>) = (list.clone().collect(), list.collect());
        let mut ids = MessageIds::new(&CounterIds, 0);
        let expected = naive(&left, &write);
        let results = [
            add_messages(&mut indexed, write.clone(), &mut ids).is_ok(),
            add_messages(&mut plain, write, &mut ids).is_ok(),
        ];
        prop_assert_eq!(results, [expected.is_some(); 2]);
        let expected = expected.unwrap_or(left);
        prop_assert_eq!(pairs(&indexed), &*expected);
        prop_assert_eq!(pairs(&plain), &*expected);
        for (id, _) in &expected {
            let last = expected.iter().rfind(|(other, _)| other == id).map(|(_, text)| text);
            prop_assert_eq!(indexed.get_id(id).map(|m| &m.text), last);
        }
    }

    #[test]
    fn several_writes_in_one_update_are_checked_as_they_will_apply(
        writes in prop::collection::vec(prop::collection::vec(any_write(), 0..5), 1..5),
    ) {
        let (mut talk, mut plain) = (Talk::default(), PlainTalk::default());
        let update = writes.iter().fold(TalkUpdate::new(), |update, write| update.messages(write.clone()));
        let plain_update = writes.iter().fold(PlainTalkUpdate::new(), |update, write| update.messages(write.clone()));
        let expected = writes.iter().try_fold(Vec::new(), |model, write| naive(&model, write));
        let result = talk.update(update);
        prop_assert_eq!(&plain.update(plain_update), &result);
        prop_assert_eq!(result.is_ok(), expected.is_some());
        let expected = expected.unwrap_or_default();
        prop_assert_eq!(pairs(&talk.messages), &*expected);
        prop_assert_eq!(pairs(&plain.messages), &*expected);
    }

    /// Neither are ids that the state has. `None` is a message without an id, `Some` one of the state's.
    #[test]
    fn names_are_never_given_twice(
        start in prop::collection::btree_set(1..12_u8, 1..8),
        steps in prop::collection::vec(prop::collection::vec(prop::collection::vec(any::<Option<u8>>(), 0..4), 0..4), 0..5),
    ) {
        let named = |id: String| Chat { id: Some(id), text: "named".to_owned() };
        let start: Vec<Chat> = start.into_iter().map(|n| named(format!("msg-{n}"))).collect();
        let message = |choice: Option<u8>| match choice {
            Some(n) => start[usize::from(n) % start.len()].clone(),
            None => Chat { id: None, text: "nameless".to_owned() },
        };
        let nameless = steps.iter().flatten().flatten().filter(|choice| choice.is_none()).count();
        let (mut talk, mut plain) = (Talk { messages: start.clone().into() }, PlainTalk { messages: start.clone() });
        let mut ids = MessageIds::new(&CounterIds, 0);
        for tasks in steps {
            let writes = tasks.into_iter().map(|choices| choices.into_iter().map(message));
            let mut step: Vec<_> = writes.map(|write| TalkUpdate::new().messages(write.collect::<Vec<_>>())).collect();
            step.iter_mut().for_each(|update| talk.name_writes(update, &mut ids));
            let named = step.iter().flat_map(|update| update.messages.as_slice()).flat_map(|write| write.0.clone());
            plain.apply(&mut [PlainTalkUpdate::new().messages(named.collect::<Vec<_>>())]);
            talk.apply(&mut step);
        }
        let fresh = talk.messages.iter().filter(|m| m.text == "nameless").count();
        prop_assert_eq!((fresh, talk.messages.len()), (nameless, start.len() + nameless), "no message was replaced");
        prop_assert_eq!(&*talk.messages, &*plain.messages);
    }
}

/// The messages as the naive model has them.
fn pairs(messages: &[Chat]) -> Vec<(String, String)> {
    messages.iter().map(|m| (m.id.clone().unwrap(), m.text.clone())).collect()
}
