//! All kinds of channels on the level of a superstep: what `apply`, `of_step`, `then` and the serialised form promise.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use state_graph::channel::ChannelError;
use state_graph::{Barrier, Message, MessageWrite, Messages, NodeWrites, State, Update};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Chat {
    id: String,
    text: String,
}

impl Message for Chat {
    fn id(&self) -> Option<&str> {
        (!self.id.is_empty()).then_some(self.id.as_str())
    }

    fn set_id(&mut self, id: String) {
        self.id = id;
    }
}

/// Has no serialised form: fit for an untracked field only.
#[derive(Clone, Debug, Default, PartialEq)]
struct Handle(u8);

/// One field of each kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, State)]
struct Everything {
    goal: String,
    #[channel(append)]
    log: Vec<String>,
    #[channel(messages)]
    talk: Messages<Chat>,
    #[channel(messages)]
    notes: Vec<Chat>,
    #[channel(merge)]
    found: BTreeMap<u8, u8>,
    #[channel(topic)]
    topic: Vec<u8>,
    #[channel(reduce = std::ops::AddAssign::add_assign)]
    sum: i64,
    #[channel(reduce = update, write = char)]
    r#type: String,
    #[channel(barrier("a", "b", "c"))]
    ready: Barrier,
    #[serde(skip)]
    #[channel(untracked)]
    handle: Handle,
}

/// Nothing that can be overwritten, nothing that is serialised.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, State)]
struct Untracked {
    #[serde(skip)]
    #[channel(untracked)]
    handle: Handle,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, State)]
struct Nothing {}

/// A reducer named as a variable might be.
fn update(text: &mut String, letter: char) {
    text.push(letter);
}

fn check(state: &Everything, step: &[EverythingUpdate]) -> Result<(), ChannelError> {
    const NODES: [&str; 4] = ["n0", "n1", "n2", "n3"];
    let step: Vec<_> = NODES.iter().zip(step).map(|(node, update)| NodeWrites { node, update }).collect();
    state.check(&step)
}

#[track_caller]
fn apply<const N: usize>(state: &mut Everything, mut step: [EverythingUpdate; N]) {
    check(state, &step).unwrap();
    state.apply(&mut step);
}

fn new() -> EverythingUpdate {
    EverythingUpdate::new()
}

fn chat(id: u8, text: &str) -> Chat {
    Chat { id: id.to_string(), text: text.to_owned() }
}

#[test]
fn the_channels_are_listed_in_order() {
    let channels: Vec<_> = Everything::CHANNELS.iter().map(|channel| (channel.name, channel.kind)).collect();
    assert_eq!(
        channels,
        [
            ("goal", "overwrite"),
            ("log", "append"),
            ("talk", "messages"),
            ("notes", "messages"),
            ("found", "merge"),
            ("topic", "topic"),
            ("sum", "reduce"),
            ("type", "reduce"),
            ("ready", "barrier"),
            ("handle", "untracked"),
        ]
    );
}

#[test]
fn vector_8_one_value_per_step() {
    let mut state = Everything::default();
    let error = check(&state, &[new().goal("5").goal("6")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`goal` can receive only one value per step, but \"n0\" wrote it twice; give it a reducer or write it once"
    );
    let error = check(&state, &[new().handle(Handle(5)), new(), new().handle(Handle(6))]).unwrap_err();
    let (first, second) = ("n0".to_owned(), "n2".to_owned());
    assert_eq!(error, ChannelError::Conflict { channel: "handle", first, second });
    for value in ["3", "4"] {
        apply(&mut state, [new(), new().goal(value)]);
        assert_eq!(state.goal, value);
    }
}

#[test]
fn vector_9_a_topic_holds_one_step() {
    let mut state = Everything::default();
    apply(&mut state, [new().topic([1]), new().topic([2])]);
    assert_eq!(state.topic, [1, 2]);
    apply(&mut state, [new().topic([3, 4]).topic([4])]);
    assert_eq!(state.topic, [3, 4, 4]);
    apply(&mut state, [new().goal("x")]);
    assert!(state.topic.is_empty());
}

#[test]
fn vector_10_a_reducer_folds_from_zero() {
    let mut state = Everything::default();
    apply(&mut state, [new().sum(1), new().sum(2).sum(3)]);
    assert_eq!(state.sum, 6);
    apply(&mut state, [new().sum(4)]);
    assert_eq!(state.sum, 10);
}

#[test]
fn vector_18_overwriting_drops_the_other_writes_of_the_step() {
    let mut state = Everything { log: vec!["START".to_owned()], ..Everything::default() };
    let log = |text: &str| new().log([text.to_owned()]);
    apply(&mut state, [log("a")]);
    apply(&mut state, [new().overwrite_log(["b".to_owned()]), log("c")]);
    apply(&mut state, [log("d")]);
    assert_eq!(state.log, ["b", "d"]);
    apply(&mut state, [log("before").overwrite_log([]).log(["same".to_owned()]), log("after")]);
    assert!(state.log.is_empty());
}

#[test]
fn vector_18_two_overwrites_are_an_error_that_names_the_field_and_both_nodes() {
    let (state, log) = (Everything::default(), || new().overwrite_log(["b".to_owned()]));
    let error = check(&state, &[log(), new().goal("x"), log()]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`log` can be overwritten only once per step, but \"n0\" and \"n2\" both overwrote it"
    );
    let error = check(&state, &[new(), new().overwrite_talk([]).overwrite_talk([])]).unwrap_err();
    assert_eq!(error.to_string(), "`talk` can be overwritten only once per step, but \"n1\" overwrote it twice");
}

#[test]
fn vector_19_several_writes_of_one_node_follow_the_channel() {
    let mut state = Everything::default();
    let update = new().log(["1".to_owned()]).log(["2".to_owned()]).sum(2).sum(3).r#type('x').r#type('y');
    apply(&mut state, [update.found([(1, 1), (2, 1)]).found([(1, 2)]).ready(["b"]).ready(["a"])]);
    assert_eq!((state.log, state.sum, state.r#type), (vec!["1".to_owned(), "2".to_owned()], 5, "xy".to_owned()));
    assert_eq!(state.found, BTreeMap::from([(1, 2), (2, 1)]));
    assert_eq!(state.ready.arrived().collect::<Vec<_>>(), ["b", "a"]);
}

#[test]
fn every_kind_with_a_reducer_can_be_overwritten() {
    let mut state = Everything::default();
    let writes = || new().talk(chat(1, "x")).notes(chat(1, "x")).found([(1, 1)]).topic([1]).sum(1).r#type('x');
    let values = new().overwrite_talk([chat(2, "y")]).overwrite_notes([chat(2, "y")]).overwrite_found([(2, 2)]);
    let values = values.overwrite_topic([2]).overwrite_sum(20).overwrite_type("y");
    assert_eq!(values.written(), ["talk", "notes", "found", "topic", "sum", "type"]);
    apply(&mut state, [writes(), values, writes()]);
    let expected = Everything {
        talk: Messages::from([chat(2, "y")]),
        notes: vec![chat(2, "y")],
        found: BTreeMap::from([(2, 2)]),
        topic: vec![2],
        sum: 20,
        r#type: "y".to_owned(),
        ..Everything::default()
    };
    assert_eq!(state, expected);
}

#[test]
fn a_reducer_is_not_called_with_writes_that_are_dropped() {
    let mut state = Everything { sum: i64::MAX, ..Everything::default() };
    apply(&mut state, [new().sum(1), new().overwrite_sum(0)]);
    assert_eq!(state.sum, 0);
}

#[test]
fn a_barrier_opens_when_all_names_have_arrived_and_starts_again_a_step_later() {
    let mut state = Everything::default();
    apply(&mut state, [new().ready(["a"]), new().ready(["c", "a"])]);
    assert!(!state.ready.is_open());
    apply(&mut state, [new().ready(["b"])]);
    assert!(state.ready.is_open());
    let stored = serde_json::to_string(&state).unwrap();
    assert!(stored.contains(r#""ready":{"arrived":["a","c","b"],"open":true}"#));
    state = serde_json::from_str(&stored).unwrap();
    apply(&mut state, [new().ready(["b"])]);
    assert_eq!((state.ready.is_open(), state.ready.arrived().collect()), (false, vec!["b"]));

    let error = check(&state, &[new(), new().ready(["a", "d"])]).unwrap_err();
    assert_eq!(error.to_string(), "`ready` waits for \"a\" and \"b\" and \"c\", not for \"d\", which \"n1\" wrote");
}

#[test]
fn an_untracked_field_is_in_the_state_and_in_no_json() {
    let mut state = Everything::default();
    let update = new().handle(Handle(7)).sum(1);
    assert_eq!(update.written(), ["sum", "handle"]);
    assert_eq!(update.to_json().unwrap().to_string(), r#"{"sum":1}"#);
    assert_eq!(serde_json::to_string(&update).unwrap(), r#"{"sum":[1]}"#);
    apply(&mut state, [update]);
    assert_eq!(state.handle, Handle(7));
    let stored = serde_json::to_string(&state).unwrap();
    assert!(!stored.contains("handle"));
    assert_eq!(serde_json::from_str::<Everything>(&stored).unwrap(), Everything { handle: Handle(0), ..state });
}

#[test]
fn the_serialised_form_has_the_written_fields_only() {
    let update = new().log(["a".to_owned()]).overwrite_sum(3).r#type('x').r#type('y').ready(["a"]);
    let stored = r#"{"log":[["a"]],"type":["x","y"],"ready":["a"],"sum!":[3]}"#;
    assert_eq!(serde_json::to_string(&update).unwrap(), stored);
    assert_eq!(serde_json::to_string(&new()).unwrap(), "{}");
    let back: EverythingUpdate = serde_json::from_str(stored).unwrap();
    assert_eq!(serde_json::to_string(&back).unwrap(), stored);
    assert_eq!(update.to_json().unwrap().to_string(), r#"{"log":["a"],"ready":"a","sum!":3,"type":["x","y"]}"#);
}

#[test]
fn a_field_that_is_not_known_is_passed_over_and_a_wrong_one_is_an_error() {
    let update: EverythingUpdate = serde_json::from_str(r#"{"gone":[{"a":[1]}],"sum":[1]}"#).unwrap();
    assert_eq!(update.written(), ["sum"]);
    let error = serde_json::from_str::<EverythingUpdate>(r#"{"sum":["x"]}"#).unwrap_err();
    assert!(error.to_string().contains("expected i64"), "{error}");
    let error = serde_json::from_str::<EverythingUpdate>("[]").unwrap_err();
    assert!(error.to_string().contains("expected an update: a map of the written fields"), "{error}");
}

#[test]
fn states_with_little_in_them_are_states() {
    let mut state = Untracked::default();
    let update = UntrackedUpdate::new().handle(Handle(1));
    assert_eq!(serde_json::to_string(&update).unwrap(), "{}");
    let later = UntrackedUpdate::new().handle(Handle(2));
    state.update(UntrackedUpdate::of_step(vec![update]).then(later)).unwrap();
    assert_eq!(state.handle, Handle(2));
    let mut nothing = Nothing {};
    nothing.update(serde_json::from_str(r#"{"gone":[1]}"#).unwrap()).unwrap();
    assert!(Nothing::CHANNELS.is_empty());
}

#[test]
fn refused_input_changes_nothing() {
    let mut state = Everything::default();
    let update = new().log(["x".to_owned()]).talk(MessageWrite::remove("1"));
    let error = state.update(update).unwrap_err();
    assert_eq!(error.to_string(), "`talk` has no message with the id \"1\", which \"input\" tried to remove");
    assert_eq!(state, Everything::default());
}

/// One call of a builder method.
#[derive(Clone, Debug)]
enum Write {
    Goal(String),
    Log(Vec<String>),
    Talk(Vec<MessageWrite<Chat>>),
    Notes(Vec<MessageWrite<Chat>>),
    Found(BTreeMap<u8, u8>),
    Topic(Vec<u8>),
    Sum(i64),
    Type(char),
    Ready(Vec<&'static str>),
    Handle(u8),
    NewLog(Vec<String>),
    NewTalk(Vec<Chat>),
    NewNotes(Vec<Chat>),
    NewFound(BTreeMap<u8, u8>),
    NewTopic(Vec<u8>),
    NewSum(i64),
    NewType(String),
}

impl Write {
    fn onto(self, update: EverythingUpdate) -> EverythingUpdate {
        match self {
            Self::Goal(value) => update.goal(value),
            Self::Log(items) => update.log(items),
            Self::Talk(writes) => update.talk(writes),
            Self::Notes(writes) => update.notes(writes),
            Self::Found(entries) => update.found(entries),
            Self::Topic(items) => update.topic(items),
            Self::Sum(value) => update.sum(value),
            Self::Type(letter) => update.r#type(letter),
            Self::Ready(names) => update.ready(names),
            Self::Handle(value) => update.handle(Handle(value)),
            Self::NewLog(value) => update.overwrite_log(value),
            Self::NewTalk(value) => update.overwrite_talk(value),
            Self::NewNotes(value) => update.overwrite_notes(value),
            Self::NewFound(value) => update.overwrite_found(value),
            Self::NewTopic(value) => update.overwrite_topic(value),
            Self::NewSum(value) => update.overwrite_sum(value),
            Self::NewType(value) => update.overwrite_type(value),
        }
    }
}

fn any_chat() -> impl Strategy<Value = Chat> {
    (0..5_u8, "[a-z]{1,2}").prop_map(|(id, text)| chat(id, &text))
}

fn any_change() -> impl Strategy<Value = Vec<MessageWrite<Chat>>> {
    let change = prop_oneof![
        6 => any_chat().prop_map(MessageWrite::Put),
        3 => (0..5_u8).prop_map(|id| MessageWrite::remove(id.to_string())),
        1 => Just(MessageWrite::RemoveAll),
    ];
    prop::collection::vec(change, 0..4)
}

fn any_value() -> impl Strategy<Value = Write> {
    let (bytes, chats) = (|| prop::collection::vec(0..9_u8, 0..3), || prop::collection::vec(any_chat(), 0..4));
    prop_oneof![
        prop::collection::vec("[a-z]{1,2}", 0..3).prop_map(Write::NewLog),
        chats().prop_map(Write::NewTalk),
        chats().prop_map(Write::NewNotes),
        prop::collection::btree_map(0..4_u8, 0..9_u8, 0..3).prop_map(Write::NewFound),
        bytes().prop_map(Write::NewTopic),
        (0..9_i64).prop_map(Write::NewSum),
        "[a-z]{0,2}".prop_map(Write::NewType),
    ]
}

fn any_write() -> impl Strategy<Value = Write> {
    let bytes = || prop::collection::vec(0..9_u8, 0..3);
    let writes = prop_oneof![
        "[a-z]{0,2}".prop_map(Write::Goal),
        prop::collection::vec("[a-z]{1,2}", 0..3).prop_map(Write::Log),
        any_change().prop_map(Write::Talk),
        any_change().prop_map(Write::Notes),
        prop::collection::btree_map(0..4_u8, 0..9_u8, 0..3).prop_map(Write::Found),
        bytes().prop_map(Write::Topic),
        (0..9_i64).prop_map(Write::Sum),
        prop::char::range('a', 'e').prop_map(Write::Type),
        prop::collection::vec(prop::sample::select(vec!["a", "b", "c"]), 0..3).prop_map(Write::Ready),
        (0..9_u8).prop_map(Write::Handle),
    ];
    prop_oneof![6 => writes, 1 => any_value()]
}

fn any_update() -> impl Strategy<Value = EverythingUpdate> {
    prop::collection::vec(any_write(), 0..6)
        .prop_map(|writes| writes.into_iter().fold(new(), |update, write| write.onto(update)))
}

fn any_step() -> impl Strategy<Value = Vec<EverythingUpdate>> {
    prop::collection::vec(any_update(), 0..4)
}

/// Leaves out the updates that the channels would refuse.
fn accepted(state: &Everything, step: Vec<EverythingUpdate>) -> Vec<EverythingUpdate> {
    let mut accepted = Vec::new();
    for update in step {
        accepted.push(update);
        if check(state, &accepted).is_err() {
            accepted.pop();
        }
    }
    accepted
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_step_as_one_update_has_the_same_effect(before in prop::collection::vec(any_step(), 0..3), step in any_step()) {
        let mut state = Everything::default();
        for step in before {
            state.apply(&mut accepted(&state, step));
        }
        let mut step = accepted(&state, step);
        let mut one = [EverythingUpdate::of_step(step.clone())];
        let mut other = state.clone();
        prop_assert_eq!(check(&other, &one), Ok(()));
        state.apply(&mut step);
        other.apply(&mut one);
        prop_assert_eq!(state, other);
        for update in step.iter().chain(&one) {
            prop_assert!(update.written().is_empty(), "what was applied is taken");
        }
    }

    #[test]
    fn steps_as_one_update_have_the_same_effect(
        before in prop::collection::vec(any_step(), 0..3),
        steps in prop::collection::vec(any_step(), 1..6),
        bracket in 0..6_usize,
    ) {
        let mut state = Everything::default();
        for step in before {
            state.apply(&mut accepted(&state, step));
        }
        let start = state.clone();
        let mut updates = Vec::new();
        for step in steps {
            let mut step = accepted(&state, step);
            updates.push(EverythingUpdate::of_step(step.clone()));
            state.apply(&mut step);
        }
        // However the steps are put together.
        let rest = updates.split_off(bracket.min(updates.len()));
        let joined = |updates: Vec<EverythingUpdate>| updates.into_iter().reduce(Update::then);
        let (first, second) = (joined(updates), joined(rest));
        let whole = match (first, second) {
            (Some(first), Some(second)) => first.then(second),
            (first, second) => first.or(second).unwrap_or_default(),
        };
        let mut other = start;
        prop_assert_eq!(check(&other, std::slice::from_ref(&whole)), Ok(()));
        other.apply(&mut [whole]);
        prop_assert_eq!(state, other);
    }

    #[test]
    fn the_serialised_form_reads_back(first in any_step(), second in any_step()) {
        let mut state = Everything::default();
        let first = EverythingUpdate::of_step(accepted(&state, first));
        let mut after = state.clone();
        after.apply(&mut [first.clone()]);
        let mut update = first.then(EverythingUpdate::of_step(accepted(&after, second)));
        // What has no serialised form.
        update.handle.take();
        let stored = serde_json::to_string(&update).unwrap();
        let back: EverythingUpdate = serde_json::from_str(&stored).unwrap();
        prop_assert_eq!(serde_json::to_string(&back).unwrap(), stored);
        prop_assert_eq!(back.written(), update.written());
        prop_assert_eq!(back.to_json().unwrap(), update.to_json().unwrap());
        let mut other = state.clone();
        state.apply(&mut [update]);
        other.apply(&mut [back]);
        prop_assert_eq!(state, other);
    }
}
