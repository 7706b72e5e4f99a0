//! `outline`: what a file defines.

use super::withheld::without_secrets_of;
use super::{ReadingTool, ToolError, ToolOutput};
use change_set::set::Overlay;
use codebase::{OutlineItem, Overlaid};
use schemars::JsonSchema;
use serde::Deserialize;
use source::RepoPath;

/// Most definitions listed.
const MOST: usize = 500;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Outline {
    /// Path of a file.
    path: String,
}

impl ReadingTool for Outline {
    const NAME: &'static str = "outline";
    const DESCRIPTION: &'static str = "List what a file defines, nested, with lines and signatures.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let failed = |error: &dyn std::fmt::Display| ToolError::Failed(error.to_string());
        let path = over.find(&self.path).map_err(|error| failed(&error))?;
        let (base, changed) = base_of(over, &path);
        let Some(base) = base else {
            let why = format!("`{path}` is new in this run, so there is no outline of it; read it instead");
            return Err(ToolError::Failed(why));
        };
        let items = over.codebase().outline(base.as_str()).map_err(|error| failed(&error))?;
        if items.is_empty() {
            let text = format!("`{path}` defines nothing that the index knows. Read it to see what it holds.");
            return Ok(ToolOutput { text, summary: "no definitions".to_owned(), ..ToolOutput::default() });
        }
        let lines = match changed {
            true => Some(Relocated::new(over, &base, &path).map_err(|error| failed(&error))?),
            false => None,
        };
        let mut rows: Vec<String> = items.iter().take(MOST).map(|item| row(item, lines.as_ref())).collect();
        if items.len() > MOST {
            rows.push(format!("and {} more", items.len() - MOST));
        }
        if changed {
            rows.push(
                "The file was changed in this run: lines are those of now, what is new in it is not listed.".to_owned(),
            );
        }
        let summary = format!("{} definitions", items.len());
        let output = ToolOutput { text: rows.join("\n"), summary, ..ToolOutput::default() };
        Ok(without_secrets_of(over, [path.as_str(), base.as_str()], output))
    }
}

/// The file of the base that a file of the overlay comes from, and whether its text was changed.
fn base_of(over: Overlaid<'_>, path: &RepoPath) -> (Option<RepoPath>, bool) {
    match over.changes().read(path) {
        Overlay::Changed { from: Some(from), .. } => (Some(from.clone()), true),
        Overlay::Changed { from: None, base, .. } => (base.map(|_| path.clone()), true),
        Overlay::Moved { from, .. } => (Some(from.clone()), false),
        Overlay::Untouched | Overlay::Deleted { .. } => (Some(path.clone()), false),
    }
}

/// Where the definitions of the base are in the changed text.
struct Relocated {
    before: Vec<String>,
    now: Vec<String>,
}

impl Relocated {
    fn new(over: Overlaid<'_>, base: &RepoPath, path: &RepoPath) -> Result<Self, codebase::QuestionError> {
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        let before = over.codebase().read_file(base.as_str(), None)?.text;
        let now = over.content(path)?.map_or(String::new(), |content| content.text.to_owned());
        Ok(Self { before: lines(&before), now: lines(&now) })
    }

    /// The line that begins as the definition did, if there is exactly one.
    fn line(&self, start: u32) -> Option<usize> {
        let head = self.before.get(start as usize - 1)?;
        let mut same = self.now.iter().zip(1..).filter(|(line, _)| *line == head).map(|(_, number)| number);
        same.next().filter(|_| same.next().is_none())
    }
}

fn row(item: &OutlineItem, changed: Option<&Relocated>) -> String {
    let lines = match changed {
        None => format!("{}-{}", item.start_line, item.end_line),
        Some(changed) => changed.line(item.start_line).map_or("changed".to_owned(), |line| line.to_string()),
    };
    let shown = if item.signature.is_empty() { &item.name } else { &item.signature };
    format!("{}{lines}  {shown}", "  ".repeat(item.depth as usize))
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::{Repository, shop};
    use expect_test::expect;
    use serde_json::json;

    #[test]
    fn lists_what_a_file_defines() {
        expect![[r#"
            7-18  class Order
              10-12  def __init__(self, customer, lines)
              14-15  def submit(self, gateway: Gateway)
              17-18  def cancel(self)"#]]
        .assert_eq(&shop().text("outline", json!({"path": "orders.py"})));
    }

    #[test]
    fn lines_of_a_changed_file_are_those_of_now() {
        let mut shop = shop();
        shop.write(
            "shop/pricing.py",
            "# new\n\ndef total_price(lines):\n    return 0\n\n\ndef rebate(lines):\n    return 5\n",
        );
        expect![[r#"
            3  def total_price(lines)
            changed  def discount(lines)
            The file was changed in this run: lines are those of now, what is new in it is not listed."#]]
        .assert_eq(&shop.text("outline", json!({"path": "shop/pricing.py"})));
        shop.write("new.py", "def f(): pass\n");
        let error = shop.text("outline", json!({"path": "new.py"}));
        assert_eq!(error, "Error: `new.py` is new in this run, so there is no outline of it; read it instead");
    }

    #[test]
    fn a_long_list_ends_and_says_so() {
        let code: String = (0..510).map(|n| format!("def f{n}(): pass\n")).collect();
        let text = Repository::new(&format!("//- a.py\n{code}")).text("outline", json!({"path": "a.py"}));
        assert_eq!((text.lines().count(), text.lines().last()), (501, Some("and 10 more")));
    }

    #[test]
    fn what_has_no_outline_says_so() {
        let shop = shop();
        let text = shop.text("outline", json!({"path": "README.md"}));
        assert_eq!(text, "`README.md` defines nothing that the index knows. Read it to see what it holds.");
        for (arguments, why) in [
            (json!({"path": "nowhere.py"}), "Error: there is no file `nowhere.py`"),
            (json!({"path": "shop"}), "Error: `shop` is a folder; list it instead"),
            (json!({}), "Error: wrong arguments for `outline`: missing field `path`"),
        ] {
            let error = shop.text("outline", arguments);
            assert!(error.starts_with(why), "{error}");
        }
    }
}
