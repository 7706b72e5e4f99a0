//! The entries of `tools/list`.

use crate::{About, Version, ask};
use model::ToolSpec;
use serde_json::{Value, json};

/// One of the host's tools. They only read, and only the index.
pub(crate) fn entry(spec: &ToolSpec, version: Version) -> Value {
    let mut entry = json!({
        "name": spec.name,
        "description": spec.description,
        "inputSchema": spec.parameters,
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

/// `search_codebase` as `Search codebase`.
fn title(name: &str) -> String {
    let spaced = name.replace('_', " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
