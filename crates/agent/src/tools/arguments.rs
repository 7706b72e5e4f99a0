//! The arguments of tools: their JSON schema for the model, and how they are read.

use super::ToolError;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A specification, with the JSON schema of `A`.
pub fn spec<A: JsonSchema>(name: &str, description: &str) -> ToolSpec {
    specified(name, description, schemars::schema_for!(A).to_value())
}

fn specified(name: &str, description: &str, mut parameters: Value) -> ToolSpec {
    if let Some(schema) = parameters.as_object_mut() {
        // Providers reject or waste tokens on these.
        schema.remove("$schema");
        schema.remove("title");
    }
    ToolSpec { name: name.to_owned(), description: description.to_owned(), parameters }
}

/// Reads arguments. The error is sent to the model, so it suggests what to do.
pub fn arguments<A: DeserializeOwned>(tool: &'static str, value: &Value) -> Result<A, ToolError> {
    refuse_text(tool, value)?;
    A::deserialize(value).map_err(|error| ToolError::Arguments { tool, why: error.to_string() })
}

/// Refuses arguments that are a string: JSON that could not be read.
fn refuse_text(tool: &'static str, value: &Value) -> Result<(), ToolError> {
    let Value::String(raw) = value else { return Ok(()) };
    let beginning: String = raw.chars().take(200).collect();
    let why = match model::json::read(raw) {
        Err(error) => format!("they are not JSON ({error}): {beginning}"),
        Ok(_) => format!("they are no JSON object: {beginning}"),
    };
    Err(ToolError::Arguments { tool, why })
}
