//! What tools return and resources hold, as bounded text.

use crate::McpError;
use crate::error::words;
use limits::mcp::{RESULT_BYTES, TOOLS};
use serde_json::Value;

/// The text of a tool's result or of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The text, at most [`RESULT_BYTES`] and a sentence that says what is left out.
    pub text: String,
    /// Whether the tool says that it failed.
    pub failed: bool,
}

/// A resource of a server's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// Its URI.
    pub uri: String,
    /// Its name and description in one line.
    pub about: String,
}

impl Content {
    /// The result of `tools/call`.
    pub(crate) fn of_call(result: &Value) -> Result<Self, McpError> {
        if let Some(kind) = result.get("resultType").and_then(Value::as_str).filter(|kind| *kind != "complete") {
            let why = format!("it asks for more (`{}`), and this client gives no more", words(kind));
            return Err(unreadable("tools/call", &why));
        }
        let parts = result.get("content").map_or(&[][..], |content| content.as_array().map_or(&[][..], Vec::as_slice));
        let structured = result.get("structuredContent");
        if parts.is_empty() && structured.is_none() && !result.get("content").is_some_and(Value::is_array) {
            return Err(unreadable("tools/call", "it has no `content`"));
        }
        let mut text = joined(parts.iter().map(part));
        // Where there is both, the text says the same.
        if let Some(structured) = structured.filter(|_| parts.is_empty()) {
            text = structured.to_string();
        }
        let failed = result.get("isError").and_then(Value::as_bool).unwrap_or(false);
        Ok(Self { text: cut(text), failed })
    }

    /// The result of `resources/read`.
    pub(crate) fn of_resource(result: &Value) -> Result<Self, McpError> {
        let Some(parts) = result.get("contents").and_then(Value::as_array) else {
            return Err(unreadable("resources/read", "it has no `contents`"));
        };
        Ok(Self { text: cut(joined(parts.iter().map(resource))), failed: false })
    }
}

impl Resource {
    pub(crate) fn read(value: &Value) -> Option<Self> {
        let field = |key: &str| value.get(key).and_then(Value::as_str);
        let about = [field("title").or(field("name")), field("description")];
        let about = words(&about.into_iter().flatten().collect::<Vec<_>>().join(": "));
        Some(Self { uri: field("uri")?.to_owned(), about })
    }

    pub(crate) const MOST: usize = TOOLS;
}

pub(crate) fn unreadable(method: &str, why: &str) -> McpError {
    McpError::Unreadable { method: method.to_owned(), why: why.to_owned() }
}

fn part(part: &Value) -> String {
    let field = |key: &str| part.get(key).and_then(Value::as_str);
    match field("type") {
        Some("text") => field("text").unwrap_or_default().to_owned(),
        Some("resource") => part.get("resource").map_or_else(String::new, resource),
        Some("resource_link") => format!("[resource {}]", words(field("uri").unwrap_or("without a URI"))),
        Some(kind @ ("image" | "audio")) => {
            let bytes = field("data").map_or(0, |data| data.len() / 4 * 3);
            let mime = words(field("mimeType").unwrap_or("of an unknown type"));
            format!("[{kind} {mime}, about {bytes} bytes, not shown]")
        }
        Some(other) => format!("[content of the kind `{}`, not shown]", words(other)),
        None => "[content without a kind, not shown]".to_owned(),
    }
}

fn resource(resource: &Value) -> String {
    let field = |key: &str| resource.get(key).and_then(Value::as_str);
    match (field("text"), field("blob")) {
        (Some(text), _) => text.to_owned(),
        (None, Some(blob)) => format!("[about {} bytes that are no text, not shown]", blob.len() / 4 * 3),
        (None, None) => "[an empty resource]".to_owned(),
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join("\n")
}

fn cut(mut text: String) -> String {
    if text.len() > RESULT_BYTES {
        let all = text.len();
        text.truncate(text.floor_char_boundary(RESULT_BYTES));
        text += &format!("\n[cut here: {} of {all} bytes are left out]", all - text.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(result: Value) -> String {
        Content::of_call(&result).unwrap().text
    }

    #[test]
    fn text_is_kept_and_the_rest_is_named() {
        let content = json!([
            { "type": "text", "text": "one" },
            { "type": "image", "mimeType": "image/png", "data": "AAAAAAAA" },
            { "type": "resource", "resource": { "uri": "a://b", "text": "two" } },
            { "type": "resource_link", "uri": "a://c" },
            { "type": "hologram" },
        ]);
        assert_eq!(
            text(json!({ "content": content })),
            "one\n[image image/png, about 6 bytes, not shown]\ntwo\n[resource a://c]\n[content of the kind `hologram`, not shown]"
        );
        assert_eq!(text(json!({ "content": [], "structuredContent": { "a": 1 } })), r#"{"a":1}"#);
        assert!(Content::of_call(&json!({ "content": [], "isError": true })).unwrap().failed);
    }

    #[test]
    fn long_results_end_with_what_is_left_out() {
        let shown = text(json!({ "content": [{ "type": "text", "text": "ä".repeat(RESULT_BYTES) }] }));
        assert!(shown.len() < RESULT_BYTES + 100);
        assert!(
            shown.ends_with(&format!("[cut here: {RESULT_BYTES} of {} bytes are left out]", 2 * RESULT_BYTES)),
            "{}",
            &shown[RESULT_BYTES..]
        );
    }

    #[test]
    fn what_is_no_result_is_no_empty_result() {
        for wrong in [json!({}), json!("done"), json!({ "content": "done" }), json!({ "resultType": "input_required" })]
        {
            assert!(matches!(Content::of_call(&wrong), Err(McpError::Unreadable { .. })), "{wrong}");
        }
        assert!(Content::of_resource(&json!({ "content": [] })).is_err());
    }
}
