//! A tool call's arguments: JSON in a string, as models write it.

use jsonrepair::{Options, repair_to_string};
use serde_json::{Map, Value};

/// Reads arguments. Broken JSON is repaired once; what is still none becomes the string itself, so that the tool's
/// validation can tell the model.
pub fn read(raw: &str) -> Value {
    let raw = raw.trim();
    if raw.is_empty() {
        return Value::Object(Map::new());
    }
    if let Ok(value) = serde_json::from_str::<Value>(raw) {
        return unwrapped(value);
    }
    // A repair that does not end in an object is a guess about prose: the raw text says more.
    repair_to_string(raw, &Options::default())
        .ok()
        .and_then(|repaired| serde_json::from_str::<Value>(&repaired).ok())
        .filter(Value::is_object)
        .unwrap_or_else(|| Value::String(raw.to_owned()))
}

/// Some models encode the object twice; null stands for no arguments.
fn unwrapped(value: Value) -> Value {
    match value {
        Value::Null => Value::Object(Map::new()),
        Value::String(inner) => match serde_json::from_str::<Value>(&inner) {
            Ok(object @ Value::Object(_)) => object,
            _ => Value::String(inner),
        },
        other => other,
    }
}

/// Arguments as a provider wants them back: the text of a JSON object. Servers refuse a history that holds anything
/// else, so what was unreadable is wrapped.
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
        assert_eq!(read("just words"), json!("just words"));
    }

    #[test]
    fn writes_objects_only() {
        assert_eq!(write(&json!({"a": 1})), r#"{"a":1}"#);
        assert_eq!(write(&json!("oops")), r#"{"unreadable":"oops"}"#);
        assert_eq!(write(&Value::Null), "{}");
    }
}
