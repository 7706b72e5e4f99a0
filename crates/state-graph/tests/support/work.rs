//! A state with a field of each kind.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use state_graph::{Barrier, Message, Messages, State};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub text: String,
}

impl Note {
    /// A message without an id.
    pub fn new(text: impl Into<String>) -> Self {
        Self { id: None, text: text.into() }
    }

    pub fn with_id(id: &str, text: impl Into<String>) -> Self {
        Self { id: Some(id.to_owned()), text: text.into() }
    }
}

impl Message for Note {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn set_id(&mut self, id: String) {
        self.id = Some(id);
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, State)]
#[state(event = String)]
pub struct Work {
    /// Names the graph it is the state of.
    pub tag: String,
    pub value: i64,
    #[channel(append)]
    pub log: Vec<String>,
    #[channel(messages)]
    pub notes: Messages<Note>,
    #[channel(merge)]
    pub seen: BTreeMap<String, u32>,
    #[channel(topic)]
    pub topic: Vec<String>,
    #[channel(reduce = std::ops::AddAssign::add_assign)]
    pub total: i64,
    #[channel(barrier("left", "right"))]
    pub ready: Barrier,
    #[serde(skip)]
    #[channel(untracked)]
    pub scratch: u32,
}

impl Work {
    /// What a checkpoint has of it.
    pub fn tracked(&self) -> Self {
        Self { scratch: 0, ..self.clone() }
    }
}
