//! What `tools/call` gives: text for a model, and where there is more for programs, that too.

use agent::ToolOutput;
use serde_json::{Map, Value, json};

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ToolAnswer {
    pub text: String,
    pub structured: Option<Value>,
    pub is_error: bool,
}

impl ToolAnswer {
    /// An error. The client's model reads it, so it names what to do.
    pub fn error(why: impl Into<String>) -> Self {
        Self { text: why.into(), structured: None, is_error: true }
    }

    /// What a reading tool found. The ids of spans are for answers of our own agents, which cite by them; nothing takes
    /// them here.
    pub fn of(output: &ToolOutput) -> Self {
        let mut text = output.text.clone();
        for found in &output.evidence {
            let id = format!("[[{}]]", found.id);
            text = text.replace(&format!("{id} "), "").replace(&format!(" {id}"), "").replace(&id, "");
        }
        Self { text, structured: None, is_error: false }
    }

    /// The fields of a `CallToolResult`.
    pub fn into_fields(self, with_structure: bool) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("content".to_owned(), json!([{ "type": "text", "text": self.text }]));
        if let Some(structured) = self.structured.filter(|_| with_structure) {
            fields.insert("structuredContent".to_owned(), structured);
        }
        fields.insert("isError".to_owned(), self.is_error.into());
        fields
    }
}
