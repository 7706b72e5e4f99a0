//! The arguments of a tool call: a string that holds JSON, as models write it.

use crate::json;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

/// Reads arguments. Broken JSON is repaired; what cannot be repaired, or is too deep, becomes the string itself, so
/// that the validation of the tool can report the reason to the model.
pub fn read(raw: &str) -> Value {
    let raw = raw.trim();
    if raw.is_empty() {
        return Value::Object(Map::new());
    }
    // An object found inside prose is a guess: the raw text is better.
    let value = if raw.starts_with(['{', '[', '`']) { json::read(raw).ok() } else { serde_json::from_str(raw).ok() };
    match value {
        // Null means no arguments.
        Some(Value::Null) => Value::Object(Map::new()),
        // Some models encode the object twice.
        Some(Value::String(inner)) => match json::read(&inner) {
            Ok(object @ Value::Object(_)) if inner.trim_start().starts_with('{') => object,
            _ => Value::String(inner),
        },
        // A list is a list only as it was written.
        Some(value) if value.is_object() || serde_json::from_str::<IgnoredAny>(raw).is_ok() => value,
        _ => Value::String(raw.to_owned()),
    }
}

/// Writes arguments as providers require them in the history: as the text of a JSON object. Servers refuse anything
/// else, so arguments that could not be read are wrapped in one.
pub fn write(arguments: &Value) -> String {
    match arguments {
        Value::Object(_) => arguments.to_string(),
        Value::Null => "{}".into(),
        other => serde_json::json!({ "unreadable": other }).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_good_broken_and_hopeless_arguments() {
        assert_eq!(read(r#"{"path": "данные.py"}"#), json!({"path": "данные.py"}));
        assert_eq!(read(""), json!({}));
        assert_eq!(read("null"), json!({}));
        assert_eq!(read(r#"{query: 'router', n_results: 5,"#), json!({"query": "router", "n_results": 5}));
        assert_eq!(read(r#""{\"a\": 1}""#), json!({"a": 1}));
        assert_eq!(read(r#""{'a': 1}""#), json!({"a": 1}));
        assert_eq!(read("[1, 2]"), json!([1, 2]));
        for hopeless in ["just words", "call it with {a: 1}", "['a',]", "{\"query\": \"rou"] {
            assert_eq!(read(hopeless), json!(hopeless));
        }
    }

    #[test]
    fn depth_that_would_exhaust_a_reader_stays_text() {
        let deep = format!("{{\"a\":{}1{}}}", "[".repeat(100), "]".repeat(100));
        assert_eq!(read(&deep), json!(deep));
        let broken = "{\"a\":".repeat(5_000);
        assert_eq!(read(&broken), json!(broken));
    }

    #[test]
    fn writes_objects_only() {
        assert_eq!(write(&json!({"a": 1})), r#"{"a":1}"#);
        assert_eq!(write(&json!("oops")), r#"{"unreadable":"oops"}"#);
        assert_eq!(write(&Value::Null), "{}");
    }
}
