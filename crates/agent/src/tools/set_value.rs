//! `set_value`: one value of a configuration file.

use super::edit::{EditTool, Edited, Files, Refused};
use change_set::value;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetValue {
    /// Path of a JSON, YAML, TOML or INI file inside the repository.
    path: String,
    /// The key, like `a.b[0]`; left out, the value is the whole of a JSON file.
    #[serde(default)]
    key: Option<String>,
    /// The value, as JSON.
    value: Value,
}

impl EditTool for SetValue {
    const NAME: &'static str = "set_value";
    const DESCRIPTION: &'static str =
        "Propose another value for a key of a JSON, YAML, TOML or INI file; layout and comments of the rest stay.";

    fn run(&self, files: &Files<'_>, call: &str) -> Result<Edited, Refused> {
        let path = files.writable(&self.path)?;
        let text = files.editable(&path)?;
        let set = value::set(&path, &text, self.key.as_deref(), &self.value);
        let set = set.map_err(|error| Refused::Value { path: path.clone(), error })?;
        let mut proposal = files.changes.propose(call);
        proposal.write(&path, files.base(&path)?, &set)?;
        Ok(Edited::of(proposal, ""))
    }
}
