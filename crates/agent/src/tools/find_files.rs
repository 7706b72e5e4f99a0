//! `find_files`: files by a part of their path.

use super::{ReadingTool, ToolError, ToolOutput};
use codebase::Overlaid;
use schemars::JsonSchema;
use serde::Deserialize;

/// Most paths given.
const MOST: usize = 200;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FindFiles {
    /// A part of the path or name, or a pattern such as `*.toml` or `src/**/mod.rs`.
    query: String,
    /// Folder to look in; the whole repository if left out.
    #[serde(default, rename = "in")]
    folder: String,
}

impl ReadingTool for FindFiles {
    const NAME: &'static str = "find_files";
    const DESCRIPTION: &'static str = "Find files by a part of their path, or by a pattern with * and **.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        if self.query.trim().is_empty() {
            let why = "`query` is empty; give a part of a path, or a pattern".to_owned();
            return Err(ToolError::Arguments { tool: Self::NAME, why });
        }
        let found = over.find_files(&self.query, &self.folder, MOST);
        let found = found.map_err(|error| ToolError::Failed(error.to_string()))?;
        if found.paths.is_empty() {
            let text = format!("No file's path has `{}`. Try a shorter part of it.", self.query.trim());
            return Ok(ToolOutput { text, summary: "nothing found".to_owned(), ..ToolOutput::default() });
        }
        let mut rows: Vec<String> = found.paths.iter().map(ToString::to_string).collect();
        let count = rows.len();
        if found.more {
            rows.push(format!("There are more than {MOST}; ask for a longer part, or look in one folder."));
        }
        let files = if count == 1 { "file" } else { "files" };
        let more = if found.more { "more than " } else { "" };
        Ok(ToolOutput { text: rows.join("\n"), summary: format!("{more}{count} {files}"), ..ToolOutput::default() })
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::{Repository, shop};
    use serde_json::json;

    #[test]
    fn finds_by_part_and_by_pattern_what_the_changes_leave() {
        let mut shop = shop();
        assert_eq!(shop.text("find_files", json!({"query": "orders"})), "shop/orders.py\ntests/test_orders.py");
        assert_eq!(shop.text("find_files", json!({"query": "*.ts", "in": "web"})), "web/cart.ts\nweb/money.ts");
        shop.write("shop/orders_report.py", "x = 1\n");
        shop.delete("tests/test_orders.py");
        let found = shop.text("find_files", json!({"query": "orders"}));
        assert_eq!(found, "shop/orders.py\nshop/orders_report.py");
    }

    #[test]
    fn a_long_list_ends_and_says_so() {
        let files: String = (0..250).map(|n| format!("//- a/f{n:03}.txt\nx\n")).collect();
        let text = Repository::new(&files).text("find_files", json!({"query": "*.txt"}));
        assert_eq!(text.lines().count(), 201);
        assert!(text.ends_with("There are more than 200; ask for a longer part, or look in one folder."), "{text}");
    }

    #[test]
    fn nothing_found_is_said_and_wrong_arguments_are_errors() {
        let shop = shop();
        let nothing = shop.text("find_files", json!({"query": "zzz"}));
        assert_eq!(nothing, "No file's path has `zzz`. Try a shorter part of it.");
        let error = shop.text("find_files", json!({"query": "a", "in": "nowhere"}));
        assert!(error.starts_with("Error: there is no folder `nowhere`"), "{error}");
        let error = shop.text("find_files", json!({"query": " "}));
        assert!(error.starts_with("Error: wrong arguments for `find_files`: `query` is empty"), "{error}");
    }
}
