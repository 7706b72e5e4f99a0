//! The messages channel: the vectors of the reference semantics, and any write against a naive model.

use futures::executor::block_on;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use state_graph::channel::ChannelError;
use state_graph::{
    CounterIds, END, GraphBuilder, IdSource, Message, MessageIds, MessageWrite, MessageWrites, NodeContext, NodeResult,
    START, State, Update, add_messages,
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
    add_messages(&mut messages, writes(right), &mut MessageIds::new(&CounterIds, 0))?;
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
    // The same with enough changes for the table of places.
    check(&["1 a", "1 b"], &["1 c", "2 d", "2 e", "3 f"], &["1 a", "1 c", "2 e", "3 f"]);
}

#[test]
fn messages_without_an_id_get_one_that_nobody_has() {
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
    let messages = writes(&["? a", "msg-2 b"]).0.into_iter().filter_map(put).collect();
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
    let mut messages = Vec::new();
    let mut ids = MessageIds::new(&Stuck, 0);
    add_messages(&mut messages, writes(&["? a", "? b", "? c"]), &mut ids).unwrap();
    let ids: Vec<_> = messages.iter().filter_map(Chat::id).collect();
    assert_eq!(ids, ["same", "same-3", "same-5"]);
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

/// The rule told as plainly as possible: a list of (id, text) with linear searches.
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
        let mut talk = Talk::default();
        let mut model: Vec<(String, String)> = Vec::new();
        for step in steps {
            let expected = naive(&model, &step);
            let result = talk.update(TalkUpdate::new().messages(step));
            prop_assert_eq!(result.is_ok(), expected.is_some());
            model = expected.unwrap_or(model);
            let got: Vec<_> = talk.messages.iter().map(|m| (m.id.clone().unwrap(), m.text.clone())).collect();
            prop_assert_eq!(&got, &model);
        }
    }

    #[test]
    fn several_writes_in_one_update_are_checked_as_they_will_apply(
        writes in prop::collection::vec(prop::collection::vec(any_write(), 0..5), 1..5),
    ) {
        let mut talk = Talk::default();
        let mut update = TalkUpdate::new();
        for write in writes.clone() {
            update = update.messages(write);
        }
        let expected = writes.iter().try_fold(Vec::new(), |model, write| naive(&model, write));
        let result = talk.update(update);
        prop_assert_eq!(result.is_ok(), expected.is_some());
        let got: Vec<_> = talk.messages.iter().map(|m| (m.id.clone().unwrap(), m.text.clone())).collect();
        prop_assert_eq!(got, expected.unwrap_or_default());
    }
}
