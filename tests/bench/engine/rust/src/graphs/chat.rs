//! Messages as a chat model's API has them.

use serde::{Deserialize, Serialize};
use state_graph::Message;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Role {
    Human,
    Model,
    Tool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    pub id: String,
    pub name: String,
    pub query: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chat {
    pub id: Option<String>,
    pub role: Role,
    pub content: String,
    pub tool_calls: Vec<ToolCall>,
    /// Which call a tool's message answers.
    pub answers: Option<String>,
}

impl Chat {
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Self { id: None, role, content: content.into(), tool_calls: Vec::new(), answers: None }
    }
}

impl Message for Chat {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn set_id(&mut self, id: String) {
        self.id = Some(id);
    }
}
