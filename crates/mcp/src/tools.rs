//! The entries of `tools/list`.

use crate::{About, Version, ask};
use model::ToolSpec;
use serde_json::{Value, json};

/// One of the host's tools. They only read, and only the index.
pub(crate) fn entry(spec: &ToolSpec, version: Version) -> Value {
    let mut entry = json!({
        "name": spec.name,
        "description": spec.description,
        "inputSchema": plain(&spec.parameters),
        "annotations": { "readOnlyHint": true, "openWorldHint": false },
    });
    if version.has_structured_content() {
        entry["title"] = title(&spec.name).into();
    }
    entry
}

/// `ask`, where there are agents to ask.
pub(crate) fn ask_entry(about: &About, version: Version) -> Option<Value> {
    if about.agents.is_empty() {
        return None;
    }
    let mut entry = json!({
        "name": ask::NAME,
        "description": ask::DESCRIPTION,
        "inputSchema": ask::input_schema(&about.agents),
        "annotations": { "readOnlyHint": true },
    });
    if version.has_structured_content() {
        entry["title"] = "Ask".into();
        entry["outputSchema"] = ask::output_schema();
    }
    Some(entry)
}

/// A schema without what no client needs: bounds of Rust's integers, `null` for what may be left out. Some
/// providers of models refuse formats and lists of types, and everybody pays for their letters.
fn plain(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let needed = |(key, value): &(&String, &Value)| match (key.as_str(), value) {
                ("default", Value::Null) => false,
                ("format", Value::String(format)) => !format.starts_with("uint") && !format.starts_with("int"),
                _ => true,
            };
            let kept = fields.iter().filter(needed).map(|(key, value)| (key.clone(), without_null(key, plain(value))));
            Value::Object(kept.collect())
        }
        Value::Array(all) => all.iter().map(plain).collect(),
        other => other.clone(),
    }
}

/// `"type": ["integer", "null"]` as `"type": "integer"`.
fn without_null(key: &str, value: Value) -> Value {
    match value {
        Value::Array(mut types) if key == "type" => {
            types.retain(|name| name != "null");
            if types.len() == 1 { types.remove(0) } else { Value::Array(types) }
        }
        other => other,
    }
}

/// `search_codebase` as `Search codebase`.
fn title(name: &str) -> String {
    let spaced = name.replace('_', " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_hold_only_what_clients_need() {
        let schema = json!({
            "type": "object",
            "properties": {
                "n": { "type": ["integer", "null"], "format": "uint32", "minimum": 0, "default": null, "description": "How many." },
                "day": { "type": "string", "format": "date", "default": "" },
                "type": { "type": ["string", "integer"] },
            },
        });
        let plainly = json!({
            "type": "object",
            "properties": {
                "n": { "type": "integer", "minimum": 0, "description": "How many." },
                "day": { "type": "string", "format": "date", "default": "" },
                "type": { "type": ["string", "integer"] },
            },
        });
        assert_eq!(plain(&schema), plainly);
    }
}
