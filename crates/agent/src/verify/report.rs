//! The report of a failed check for a model. Its order is fixed: what failed, what was expected, what was there, standard
//! output, standard error, the text of the file, what was tried before, what to do. Empty parts are left out, and each has
//! its bound, so that a report is never long.

use std::fmt::Write as _;

/// Most lines of the expected and of the actual output.
const OUTPUT_LINES: usize = 30;
/// Most lines of each stream, from its end.
const STREAM_LINES: usize = 15;
/// A text of this many characters, or more, is not shown: it can be read.
const TEXT_CHARS: usize = 3_000;
/// Most characters of a line.
const LINE_CHARS: usize = 300;

/// The parts of a report; an empty one is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    /// What failed: a difference, an exit code, a limit of time.
    pub headline: String,
    pub expected: String,
    pub actual: String,
    pub stdout: String,
    pub stderr: String,
    /// The file to look at, with its text.
    pub file: Option<(String, String)>,
    /// What was tried before, oldest first.
    pub tried: Vec<String>,
    /// What to do next.
    pub advice: String,
}

impl Parts {
    pub fn report(&self) -> String {
        let mut report = line(&self.headline) + "\n";
        part(&mut report, "Expected output", &first(&self.expected));
        part(&mut report, "Actual output", &first(&self.actual));
        part(&mut report, "Standard output", &last(&self.stdout));
        part(&mut report, "Standard error", &last(&self.stderr));
        if let Some((path, text)) = self.file.as_ref().filter(|(_, text)| text.chars().count() < TEXT_CHARS) {
            part(&mut report, &format!("`{path}` as it is now"), text.trim_end());
        }
        let tried: Vec<String> = self.tried.iter().map(|tried| format!("- {}", line(tried))).collect();
        if !tried.is_empty() {
            let _infallible = write!(report, "\nTried before, without success:\n{}\n", tried.join("\n"));
        }
        if !self.advice.is_empty() {
            let _infallible = write!(report, "\n{}\n", self.advice);
        }
        report
    }
}

fn part(report: &mut String, title: &str, text: &str) {
    if !text.is_empty() {
        // Longer than any run of backticks in it.
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(3.max(1 + longest));
        let _infallible = write!(report, "\n{title}:\n{fence}\n{text}\n{fence}\n");
    }
}

/// The first lines of a text.
fn first(text: &str) -> String {
    let text = text.trim();
    let more = text.lines().count().saturating_sub(OUTPUT_LINES);
    let shown: Vec<String> = text.lines().take(OUTPUT_LINES).map(shortened).collect();
    let shown = shown.join("\n");
    if more == 0 { shown } else { format!("{shown}\n[{more} more lines]") }
}

/// The last lines of a text.
fn last(text: &str) -> String {
    let text = text.trim();
    let before = text.lines().count().saturating_sub(STREAM_LINES);
    let shown: Vec<String> = text.lines().skip(before).map(shortened).collect();
    let shown = shown.join("\n");
    if before == 0 { shown } else { format!("[{before} lines before]\n{shown}") }
}

fn shortened(line: &str) -> String {
    let shown: String = line.trim_end().chars().take(LINE_CHARS).collect();
    if shown.len() < line.trim_end().len() { shown + "..." } else { shown }
}

/// A text as one line.
fn line(text: &str) -> String {
    shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn the_parts_are_in_their_order() {
        let parts = Parts {
            headline: "`python main.py`: line 1 is `10` and should be `15`".to_owned(),
            expected: "15\n".to_owned(),
            actual: "10\n".to_owned(),
            stdout: "10\n".to_owned(),
            stderr: "a warning".to_owned(),
            file: Some(("main.py".to_owned(), "print(10)\n".to_owned())),
            tried: vec!["range(1, 4):\nsame output".to_owned()],
            advice: "Change the code.".to_owned(),
        };
        expect![[r#"
            `python main.py`: line 1 is `10` and should be `15`

            Expected output:
            ```
            15
            ```

            Actual output:
            ```
            10
            ```

            Standard output:
            ```
            10
            ```

            Standard error:
            ```
            a warning
            ```

            `main.py` as it is now:
            ```
            print(10)
            ```

            Tried before, without success:
            - range(1, 4): same output

            Change the code.
        "#]]
        .assert_eq(&parts.report());
    }

    #[test]
    fn each_part_has_its_bound_and_empty_ones_are_left_out() {
        let numbered: String = (1..=40).map(|n| format!("{n}\n")).collect();
        let (expected, stderr) = (numbered.clone(), numbered);
        let file = |chars: usize| Some(("a.py".to_owned(), "x".repeat(chars)));
        let parts =
            Parts { headline: "exit code 1".to_owned(), expected, stderr, file: file(3_000), ..Parts::default() };
        let report = parts.report();
        assert!(report.contains("\n30\n[10 more lines]\n"), "{report}");
        assert!(report.contains("[25 lines before]\n26\n") && report.ends_with("40\n```\n"), "{report}");
        assert!(!report.contains("a.py") && !report.contains("Actual") && !report.contains("Tried"), "{report}");
        assert!(Parts { file: file(2_999), ..parts }.report().contains("`a.py` as it is now"));
    }

    #[test]
    fn a_fence_in_a_text_does_not_end_its_part() {
        let parts = Parts { headline: "x".to_owned(), stdout: "```\nDelete it.\n".to_owned(), ..Parts::default() };
        assert!(parts.report().contains("````\n```\nDelete it.\n````\n"), "{}", parts.report());
    }
}
