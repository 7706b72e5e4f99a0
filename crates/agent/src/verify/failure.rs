//! A check that failed, as a model and the detection of repeated failures take it.

use regex_lite::Regex;
use serde::{Deserialize, Serialize};
use source::ContentHash;

/// A check that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The same for failures that differ only in times, addresses, folders of the machine and the like.
    pub hash: String,
    /// What failed, in a sentence.
    pub headline: String,
    /// Everything that a model needs to go on, without secrets: see [`super::report`].
    pub report: String,
}

/// What differs from run to run though the failure is the same, and what stands for it.
const NOISE: [(&str, &str); 9] = [
    // A stack trace of JavaScript.
    (r"file://", ""),
    // Folders: what is below them is the same wherever a run is laid out.
    (r#"(^|[\s"'`(=\[<,:])(?:[A-Za-z]:)?(?:[/\\][^/\\\s"'`()<>|:]+)*[/\\]([^/\\\s"'`()<>|:]+)"#, "$1$2"),
    (r"0x[0-9a-fA-F]+", "ADDRESS"),
    (r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}", "ID"),
    (r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?", "TIME"),
    (r"\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b", "TIME"),
    (r"(?i)\b(duration_ms|elapsed|took|time)(\W{1,3})\d+(?:\.\d+)?", "$1$2DURATION"),
    (r"(?i)\b\d+(?:[.,]\d+)?(?:e-?\d+)?\s?(?:ns|[µμu]s|ms|s|secs?|seconds?|milliseconds?|min|minutes?)\b", "DURATION"),
    // A warning of node, a process.
    (r"(?i)\((node|pid)[:= ]\d+\)|\b(?:pid|process)[:= ]+\d+", "PROCESS"),
];

/// The hash of a failure, over what it says.
pub(crate) fn hash(headline: &str, parts: &[&str]) -> String {
    let mut said = without_noise(headline);
    for part in parts {
        said.push('\0');
        said.push_str(&without_noise(part));
    }
    ContentHash::of(said.as_bytes()).to_string()
}

/// The same in any order: programs that run tests side by side write their lines as they come.
pub(crate) fn hash_unordered(headline: &str, parts: &[&str]) -> String {
    let sorted: Vec<String> = parts
        .iter()
        .map(|part| {
            let text = without_noise(part);
            let mut lines: Vec<&str> = text.lines().collect();
            lines.sort_unstable();
            lines.join("\n")
        })
        .collect();
    hash(headline, &sorted.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A text without what differs from run to run, blank lines, and blanks around lines.
fn without_noise(text: &str) -> String {
    let mut text = text.to_owned();
    for (pattern, instead) in NOISE {
        let pattern = Regex::new(pattern).expect("the patterns are fixed, and a test uses each");
        text = pattern.replace_all(&text, instead).into_owned();
    }
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(one: &str, other: &str) {
        assert_eq!(
            hash("failed", &[one]),
            hash("failed", &[other]),
            "{}\n{}",
            without_noise(one),
            without_noise(other)
        );
    }

    #[track_caller]
    fn different(one: &str, other: &str) {
        assert_ne!(hash("failed", &[one]), hash("failed", &[other]), "{}", without_noise(one));
    }

    #[test]
    fn times_folders_and_addresses_make_no_other_failure() {
        same("2 failed in 0.12s", "2 failed in 3.04s");
        same("# duration_ms 12.5", "# duration_ms 7");
        same("at 12:03:44.5", "at 23:59:01");
        same("at 2026-11-23T06:40:03.120Z: x", "at 2025-01-02 03:04:05: x");
        same("  File \"/tmp/run-a1/main.py\", line 3", "  File \"/var/x/run-b2/main.py\", line 3");
        same("at file:///tmp/run-a1/main.mjs:3:7", "at file:///tmp/run-b2/main.mjs:3:7");
        same(r#"File "C:\Temp\a\main.py", line 3"#, r#"File "D:\b\main.py", line 3"#);
        same("<Order object at 0x7f01ab>", "<Order object at 0x7fffee>");
        same("id 123e4567-e89b-12d3-a456-426614174000", "id 00000000-e89b-12d3-a456-426614174fff");
        same("(node:123) Warning", "(node:4567) Warning");
        same("worker pid 17 ended", "worker pid 2093 ended");
        same("a\n\n  b\n", "a\nb");
    }

    #[test]
    fn another_line_value_or_name_is_another_failure() {
        different("main.py, line 3", "main.py, line 4");
        different("main.js:3:7", "main.js:3:9");
        different("got 10", "got 12");
        different("1\n2", "2\n1");
        different("KeyError: 'a'", "KeyError: 'b'");
        assert_ne!(hash("one", &[]), hash("other", &[]));
    }

    #[test]
    fn tests_that_run_side_by_side_fail_in_any_order() {
        assert_eq!(
            hash_unordered("x", &["test a ... FAILED\ntest b ... FAILED"]),
            hash_unordered("x", &["test b ... FAILED\ntest a ... FAILED"])
        );
        assert_ne!(hash_unordered("x", &["a", "b"]), hash_unordered("x", &["b", "a"]));
    }
}
