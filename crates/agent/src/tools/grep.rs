//! `grep`: lines with a text or a pattern.

use super::{ReadingTool, ToolError, ToolOutput};
use codebase::{Grep as Pattern, GrepResult, Overlaid, QuestionError, SpanRef};
use protocol::{Basis, Evidence, Relation};
use schemars::JsonSchema;
use serde::Deserialize;

/// Most lines given, those of the context included.
const MOST: usize = 200;
/// Most lines of context on each side.
const CONTEXT: u32 = 10;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Grep {
    /// The text to look for, or with `regex` a regular expression.
    pattern: String,
    /// File or folder to look in; the whole repository if left out.
    #[serde(default)]
    path: String,
    /// Whether `pattern` is a regular expression.
    #[serde(default)]
    regex: bool,
    /// Whether upper and lower case are the same.
    #[serde(default)]
    ignore_case: bool,
    /// Lines to show before and after each match, 0 to 10.
    #[serde(default)]
    context: u32,
}

impl ReadingTool for Grep {
    const NAME: &'static str = "grep";
    const DESCRIPTION: &'static str =
        "Find the lines that hold a text or match a regular expression, in path order; 200 lines at most.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        if self.context > CONTEXT {
            let why = format!("`context` is {}; it may be 0 to {CONTEXT}", self.context);
            return Err(ToolError::Arguments { tool: Self::NAME, why });
        }
        let failed = |error: &dyn std::fmt::Display| ToolError::Failed(error.to_string());
        let pattern = match self.regex {
            true => Pattern::regex(&self.pattern, self.ignore_case),
            false => Pattern::literal(&self.pattern, self.ignore_case),
        };
        let pattern = pattern.map_err(|error| failed(&error))?;
        let inside = self.inside(over).map_err(|error| failed(&error))?;
        let limit = MOST / (1 + 2 * self.context as usize);
        let found = over.grep(&pattern, &inside, self.context, limit).map_err(|error| failed(&error))?;
        if found.lines.is_empty() {
            let text = format!("No line has `{}`. Try a shorter text, or `ignore_case`.", self.pattern);
            return Ok(ToolOutput { text, summary: "nothing found".to_owned(), ..ToolOutput::default() });
        }
        Ok(listed(&found, self.context > 0))
    }
}

/// The lines that were found, with ids to cite.
pub(super) fn listed(found: &GrepResult, with_context: bool) -> ToolOutput {
    let mut rows = Vec::new();
    for line in &found.lines {
        let number = line.span.start_line;
        let around = |number: u32, text: &String| format!("{}-{number}- {text}", line.span.path);
        let first = number - line.before.len() as u32;
        rows.extend((first..).zip(&line.before).map(|(number, text)| around(number, text)));
        rows.push(format!("{}:{number}: {} [[{}]]", line.span.path, line.text, line.span.id()));
        rows.extend((number + 1..).zip(&line.after).map(|(number, text)| around(number, text)));
        if with_context {
            rows.push("--".to_owned());
        }
    }
    let count = found.lines.len();
    if found.more {
        rows.push(format!("There are more than these {count}; look in one folder, or for a longer text."));
    }
    let lines = if count == 1 { "line" } else { "lines" };
    let summary = format!("{}{count} {lines}", if found.more { "more than " } else { "" });
    let evidence = found.lines.iter().map(|line| evidence(&line.span, &line.text)).collect();
    ToolOutput { text: rows.join("\n"), summary, evidence, ..ToolOutput::default() }
}

impl Grep {
    /// The file or folder to look in, `""` for all.
    fn inside(&self, over: Overlaid<'_>) -> Result<String, QuestionError> {
        match over.find(&self.path) {
            Ok(path) => Ok(path.to_string()),
            Err(QuestionError::IsFolder { path }) => Ok(path),
            Err(error @ QuestionError::NotLoaded) => Err(error),
            // The sentence names folders, of which there are fewer.
            Err(_) => over.list_directory(&self.path).map(|_| self.path.clone()),
        }
    }
}

fn evidence(span: &SpanRef, text: &str) -> Evidence {
    Evidence {
        hash: span.hash.to_string(),
        relation: Relation::Hit,
        excerpt: text.to_owned(),
        basis: Basis::Read,
        ..Evidence::of_lines(span.id(), &span.path, span.start_line, span.end_line)
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::{Repository, shop};
    use serde_json::json;

    /// The rows without the ids of spans.
    fn rows(text: &str) -> Vec<&str> {
        text.lines().map(|row| row.split(" [[").next().unwrap()).collect()
    }

    #[test]
    fn finds_lines_with_ids_that_an_answer_can_cite() {
        let shop = shop();
        let output = shop.call("grep", json!({"pattern": "def d", "path": "shop"})).unwrap();
        assert_eq!(rows(&output.text), ["shop/pricing.py:9: def discount(lines):"]);
        assert!(output.text.ends_with(&format!("[[{}]]", output.evidence[0].id)));
        assert_eq!((output.summary.as_str(), output.evidence[0].start_line), ("1 line", 9));
        let text = shop.text("grep", json!({"pattern": "^DEF \\w+\\(lines", "regex": true, "ignore_case": true}));
        assert_eq!(
            rows(&text),
            ["shop/pricing.py:4: def total_price(lines):", "shop/pricing.py:9: def discount(lines):"]
        );
        let text = shop.text("grep", json!({"pattern": "def discount", "context": 1}));
        let around = [
            "shop/pricing.py-8- ",
            "shop/pricing.py:9: def discount(lines):",
            "shop/pricing.py-10-     return 5 if len(lines) > 10 else 0",
            "--",
        ];
        assert_eq!(rows(&text), around);
    }

    #[test]
    fn sees_what_the_changes_leave() {
        let mut shop = shop();
        shop.write("shop/pricing.py", "def discount(all):\n    return 0\n");
        shop.write("new.py", "def discount_two(): pass\n");
        shop.delete("shop/orders.py");
        let text = shop.text("grep", json!({"pattern": "def discount"}));
        assert_eq!(rows(&text), ["new.py:1: def discount_two(): pass", "shop/pricing.py:1: def discount(all):"]);
        assert!(shop.text("grep", json!({"pattern": "class Order"})).starts_with("No line has `class Order`."));
    }

    #[test]
    fn a_long_list_ends_and_says_so_and_long_lines_are_cut() {
        let files = format!("//- a.txt\n{}{}\n", "word\n".repeat(250), "z".repeat(400));
        let repository = Repository::new(&files);
        let text = repository.text("grep", json!({"pattern": "word"}));
        assert_eq!(text.lines().count(), 201);
        assert!(text.ends_with("There are more than these 200; look in one folder, or for a longer text."), "{text}");
        let text = repository.text("grep", json!({"pattern": "word", "context": 2}));
        assert!(text.lines().filter(|row| *row != "--").count() <= 201);
        let text = repository.text("grep", json!({"pattern": "zzz"}));
        assert_eq!(rows(&text), [format!("a.txt:251: {}", "z".repeat(300))]);
    }

    #[test]
    fn patterns_and_paths_that_cannot_be_used_are_errors() {
        let shop = shop();
        for (arguments, why) in [
            (json!({"pattern": ""}), "Error: the pattern is empty"),
            (json!({"pattern": "a".repeat(1_001)}), "Error: the pattern is longer than 1000 bytes"),
            (
                json!({"pattern": "(", "regex": true}),
                "Error: the pattern is no regular expression that can be searched for",
            ),
            (json!({"pattern": "a", "path": "nowhere"}), "Error: there is no folder `nowhere`"),
            (
                json!({"pattern": "a", "context": 11}),
                "Error: wrong arguments for `grep`: `context` is 11; it may be 0 to 10",
            ),
            (json!({"text": "a"}), "Error: wrong arguments for `grep`: "),
        ] {
            let error = shop.text("grep", arguments);
            assert!(error.starts_with(why), "{error}");
        }
    }
}
