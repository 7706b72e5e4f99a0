//! `changes`: what the run proposes to change so far.

use super::withheld::without_secrets_of;
use super::{ReadingTool, ToolError, ToolOutput};
use change_set::diff::{FileDiff, of_set, unified};
use codebase::{Overlaid, QuestionError};
use schemars::JsonSchema;
use serde::Deserialize;
use source::RepoPath;
use std::sync::Arc;

/// Most characters of a diff that are shown.
const MOST: usize = 6_000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Changes {
    /// Only the changes of this file or folder; all if left out.
    #[serde(default)]
    path: String,
}

impl ReadingTool for Changes {
    const NAME: &'static str = "changes";
    const DESCRIPTION: &'static str = "Show what is proposed to change so far, as a unified diff.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let base = |path: &RepoPath| -> Result<Arc<str>, QuestionError> {
            let codebase = over.codebase();
            let file = codebase.find_file(path.as_str())?;
            Ok(Arc::from(codebase.text(file)?))
        };
        let diffs = of_set(over.changes(), base).map_err(|error| ToolError::Failed(error.to_string()))?;
        let asked = self.path.trim().trim_start_matches("./").trim_end_matches('/');
        let is_asked = |path: &RepoPath| {
            let rest = path.as_str().strip_prefix(asked);
            rest.is_some_and(|rest| asked.is_empty() || rest.is_empty() || rest.starts_with('/'))
        };
        let wanted = |diff: &FileDiff| is_asked(&diff.path) || diff.from.as_ref().is_some_and(is_asked);
        let (all, diffs) = (diffs.len(), diffs.into_iter().filter(wanted).collect::<Vec<_>>());
        if diffs.is_empty() {
            let text = match all {
                0 => "Nothing is proposed to change.".to_owned(),
                _ => format!("Nothing is proposed to change in `{asked}`; {all} other files are changed."),
            };
            return Ok(ToolOutput { text, summary: "no changes".to_owned(), ..ToolOutput::default() });
        }
        let rows = diffs.iter().map(|diff| format!("{}  +{} -{}", diff.path, diff.added, diff.removed));
        let counts = rows.collect::<Vec<_>>().join("\n");
        let shown = cut(&unified(&diffs));
        let files = if diffs.len() == 1 { "1 file".to_owned() } else { format!("{} files", diffs.len()) };
        let output = ToolOutput { text: format!("{counts}\n\n{shown}"), summary: files, ..ToolOutput::default() };
        let paths = diffs.iter().flat_map(|diff| [Some(&diff.path), diff.from.as_ref()]).flatten();
        Ok(without_secrets_of(over, paths.map(RepoPath::as_str), output))
    }
}

/// The beginning of a long diff in whole lines.
fn cut(diff: &str) -> String {
    let Some((end, _)) = diff.char_indices().nth(MOST) else { return diff.to_owned() };
    let end = diff[..end].rfind('\n').map_or(end, |line_end| line_end + 1);
    let left = diff[end..].lines().count();
    format!("{}Cut here, {left} more lines; ask for the changes of one file.", &diff[..end])
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::shop;
    use expect_test::expect;
    use serde_json::json;

    #[test]
    fn shows_every_change_as_a_diff() {
        let mut shop = shop();
        assert_eq!(shop.text("changes", json!({})), "Nothing is proposed to change.");
        let text = shop.text("read_file", json!({"file_path": "shop/__init__.py"}));
        assert!(text.contains("from .orders import Order"));
        shop.write("shop/__init__.py", "from .orders import Cart\n");
        shop.write("new.py", "x = 1\n");
        shop.delete("web/money.ts");
        expect![[r#"
            new.py  +1 -0
            shop/__init__.py  +1 -1
            web/money.ts  +0 -4

            diff --git a/new.py b/new.py
            new file mode 100644
            --- /dev/null
            +++ b/new.py
            @@ -0,0 +1 @@
            +x = 1
            diff --git a/shop/__init__.py b/shop/__init__.py
            --- a/shop/__init__.py
            +++ b/shop/__init__.py
            @@ -1 +1 @@
            -from .orders import Order
            +from .orders import Cart
            diff --git a/web/money.ts b/web/money.ts
            deleted file mode 100644
            --- a/web/money.ts
            +++ /dev/null
            @@ -1,4 +0,0 @@
            -/** Shows an amount with its currency. */
            -export function formatMoney(amount: number): string {
            -    return amount.toFixed(2) + " EUR";
            -}
        "#]]
        .assert_eq(&shop.text("changes", json!({})));
        let one = shop.text("changes", json!({"path": "shop/"}));
        assert!(one.starts_with("shop/__init__.py  +1 -1\n\n") && !one.contains("new.py"), "{one}");
        let none = shop.text("changes", json!({"path": "tests"}));
        assert_eq!(none, "Nothing is proposed to change in `tests`; 3 other files are changed.");
    }

    #[test]
    fn a_long_diff_is_cut_and_says_so() {
        let mut shop = shop();
        shop.write("long.txt", &"a line of text\n".repeat(1_000));
        let text = shop.text("changes", json!({}));
        assert!(text.len() < 6_300 && text.ends_with(" more lines; ask for the changes of one file."), "{text}");
    }

    #[test]
    fn wrong_arguments_are_errors() {
        let error = shop().text("changes", json!({"file": "a"}));
        assert!(error.starts_with("Error: wrong arguments for `changes`: unknown field `file`"), "{error}");
    }
}
