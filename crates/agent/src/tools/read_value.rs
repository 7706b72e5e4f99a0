//! `read_value`: a value of a configuration file by its key.

use super::withheld::without_secrets_of;
use super::{ReadingTool, ToolError, ToolOutput};
use change_set::value;
use codebase::Overlaid;
use schemars::JsonSchema;
use serde::Deserialize;

/// Longest value given, in bytes of JSON.
const MOST: usize = 50 << 10;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadValue {
    /// A JSON, YAML, TOML or INI file.
    path: String,
    /// The key, such as `tool.ruff.rules[0]`; the whole file if left out.
    #[serde(default)]
    key: Option<String>,
}

impl ReadingTool for ReadValue {
    const NAME: &'static str = "read_value";
    const DESCRIPTION: &'static str = "Read one value of a JSON, YAML, TOML or INI file by its key, as JSON.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let failed = |error: &dyn std::fmt::Display| ToolError::Failed(error.to_string());
        let path = over.find(&self.path).map_err(|error| failed(&error))?;
        let content = over.content(&path).map_err(|error| failed(&error))?;
        let content = content.ok_or_else(|| ToolError::Failed(format!("there is no file `{path}`")))?;
        let json = value::read(&path, content.text, self.key.as_deref());
        let json = json.map_err(|error| ToolError::Failed(format!("{path}: {error}")))?;
        if json.len() > MOST {
            let why =
                format!("the value has {} bytes, and at most {MOST} are shown; ask for a key inside it", json.len());
            return Err(ToolError::Failed(why));
        }
        let key = self.key.as_deref().filter(|key| !key.is_empty());
        let text = match key {
            Some(key) => format!("{key}: {json}"),
            None => json,
        };
        let summary = format!("{} of {path}", key.unwrap_or("all"));
        let output = ToolOutput { text, summary, ..ToolOutput::default() };
        Ok(without_secrets_of(over, [path.as_str()], output))
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::Repository;
    use serde_json::json;

    const FILES: &str = "//- config.toml\n[tool]\nname = \"shop\" # a comment\nports = [80, 8080]\n//- a.py\nx = 1\n//- bad.json\n{\"a\": \n";

    #[test]
    fn reads_a_value_or_the_whole_file_as_the_changes_leave_it() {
        let mut repository = Repository::new(FILES);
        assert_eq!(
            repository.text("read_value", json!({"path": "config.toml", "key": "tool.ports[1]"})),
            "tool.ports[1]: 8080"
        );
        let whole = repository.text("read_value", json!({"path": "./config.toml"}));
        assert_eq!(whole, r#"{"tool":{"name":"shop","ports":[80,8080]}}"#);
        repository.write("config.toml", "[tool]\nname = \"market\"\n");
        let name = repository.text("read_value", json!({"path": "config.toml", "key": "tool.name"}));
        assert_eq!(name, "tool.name: \"market\"");
    }

    #[test]
    fn a_secret_is_masked_though_its_name_is_not_beside_it() {
        let repository =
            Repository::new("//- c.json\n{\"db\": {\"password\": \"tr0ub4dor&3x\", \"hosts\": [\"a\"]}}\n");
        let output = repository.call("read_value", json!({"path": "c.json", "key": "db.password"})).unwrap();
        assert_eq!(output.text, "db.password: \"[masked: password]\"");
        assert_eq!(output.masked.get("password"), Some(&1));
    }

    #[test]
    fn what_cannot_be_read_is_an_error_that_says_why() {
        let repository = Repository::new(FILES);
        for (path, key, why) in [
            ("nowhere.json", None, "Error: there is no file `nowhere.json`"),
            (
                "a.py",
                None,
                "Error: a.py: `a.py` is no JSON, YAML, TOML or INI file by its name; read or edit it as text",
            ),
            ("bad.json", None, "Error: bad.json: line "),
            ("config.toml", Some("tool.color"), "Error: config.toml: there is no `tool.color`; there is: "),
            ("config.toml", Some("a[["), "Error: config.toml: the key `a[[` is not well-formed"),
        ] {
            let error = repository.text("read_value", json!({"path": path, "key": key}));
            assert!(error.starts_with(why), "{error}");
        }
        assert!(repository.text("read_value", json!({})).starts_with("Error: wrong arguments for `read_value`: "));
    }

    #[test]
    fn a_long_value_is_refused_with_what_to_do() {
        let items: Vec<String> = (0..2_000).map(|n| format!("  \"an item of a long list {n:04}\"")).collect();
        let repository = Repository::new(&format!("//- a.json\n[\n{}\n]\n", items.join(",\n")));
        let error = repository.text("read_value", json!({"path": "a.json"}));
        assert_eq!(error, "Error: the value has 60001 bytes, and at most 51200 are shown; ask for a key inside it");
    }
}
