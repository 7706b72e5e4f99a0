//! Updates as a log holds them: two lines of JSON, applied one after the other. What is read is written the same, what
//! passes the check is applied, and both together do what one after the other does.

use crate::{Broken, Target};
use serde::{Deserialize, Serialize};
use state_graph::{Barrier, Message, Messages, State, Update};
use std::collections::BTreeMap;

pub const TARGET: Target = Target {
    name: "state_updates",
    dictionary: &[
        b"\n", b"{", b"}", b"[", b"]", b",", b":", b"null", b"true", b"0", b"-1", b"1e300", b"18446744073709551616",
        b"\"value\":[", b"\"value\":[7]", b"\"log\":[[\"a\"]]", b"\"log!\":[[]]", b"\"log!\":[[\"b\"],[\"c\"]]",
        b"\"notes\":[[{\"put\":{\"id\":\"a\",\"text\":\"x\"}}]]", b"\"notes\":[[{\"remove\":\"a\"}]]",
        b"\"notes\":[[\"remove_all\"]]", b"\"notes!\":[[]]", b"\"seen\":[{\"k\":1}]", b"\"said\":[[\"s\"]]",
        b"\"total\":[1,2]", b"\"total!\":[5]", b"\"ready\":[[\"left\",\"right\"]]", b"\"ready\":[[\"up\"]]",
    ],
    seeds: || {
        vec![
            br#"{"value":[1],"log":[["a"]],"seen":[{"a":1}]}
{"log":[["b"]],"log!":[["c"]],"total":[1,2],"notes":[[{"put":{"id":"a","text":"x"}}]]}"#
                .to_vec(),
            br#"{"notes":[[{"put":{"id":"a","text":"x"}},{"put":{"text":"y"}}]],"said":[["s"]],"ready":[["left"]]}
{"notes":[[{"remove":"a"}]],"ready":[["right"]]}"#
                .to_vec(),
        ]
    },
    check,
};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Note {
    #[serde(default)]
    id: Option<String>,
    text: String,
}

impl Message for Note {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn set_id(&mut self, id: String) {
        self.id = Some(id);
    }
}

/// A field of each kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, State)]
struct Fields {
    value: i64,
    #[channel(append)]
    log: Vec<String>,
    #[channel(messages)]
    notes: Messages<Note>,
    #[channel(merge)]
    seen: BTreeMap<String, u32>,
    #[channel(topic)]
    said: Vec<String>,
    #[channel(reduce = add)]
    total: i64,
    #[channel(barrier("left", "right"))]
    ready: Barrier,
}

fn add(total: &mut i64, write: i64) {
    *total = total.wrapping_add(write);
}

fn check(input: &[u8]) -> Result<(), Broken> {
    let mut state = Fields::default();
    let mut applied: Vec<FieldsUpdate> = Vec::new();
    for line in input.split(|&byte| byte == b'\n').take(8) {
        let Ok(update) = serde_json::from_slice::<FieldsUpdate>(line) else { continue };
        same("an update", &update)?;
        drop(update.to_json());
        let mut next = state.clone();
        match next.update(update.clone()) {
            Ok(()) => {
                same("a state", &next)?;
                state = next;
                applied.push(update);
            }
            Err(_) if next == state => {}
            Err(error) => return Err(format!("refused ({error}), and changed nevertheless: {state:?} to {next:?}")),
        }
    }
    together(&applied, &state)
}

/// It is written, read and written the same.
fn same<T: Serialize + for<'de> Deserialize<'de>>(what: &str, value: &T) -> Result<(), Broken> {
    let json = serde_json::to_string(value).map_err(|error| format!("{what} is not written: {error}"))?;
    let again: T = serde_json::from_str(&json).map_err(|error| format!("{what} is not read back: {error}: {json}"))?;
    let twice = serde_json::to_string(&again).map_err(|error| format!("{what} is not written again: {error}"))?;
    if json == twice { Ok(()) } else { Err(format!("{what} changes as it is read: {json} to {twice}")) }
}

/// As one update they do what they did one after the other; messages without an id get other ids that way.
fn together(applied: &[FieldsUpdate], expected: &Fields) -> Result<(), Broken> {
    if expected.notes.iter().any(|note| note.id.as_deref().is_none_or(|id| id.starts_with("msg-"))) {
        return Ok(());
    }
    let all = applied.iter().cloned().fold(FieldsUpdate::default(), FieldsUpdate::then);
    let mut state = Fields::default();
    match state.update(all) {
        Ok(()) if state == *expected => Ok(()),
        // One write each superstep is the rule of a plain field; two of them do not go together.
        Err(_) => Ok(()),
        Ok(()) => Err(format!("together: {state:?}, one after the other: {expected:?}")),
    }
}
