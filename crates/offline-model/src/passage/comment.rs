//! Long comments in code that belong to no definition.

use std::ops::Range;

const MARKS: [&str; 6] = ["///", "//!", "//", "/*", "*", "#"];
/// A shorter comment is a remark on the line below it.
const SHORTEST: usize = 4;

/// The runs of lines that are comments alone, but for licences.
pub fn blocks(text: &str) -> Vec<Range<usize>> {
    let lines: Vec<&str> = text.lines().collect();
    let is_comment = comments(&lines);
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in (0..lines.len()).filter(|at| is_comment[*at]) {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    let is_licence = |range: &Range<usize>| {
        let text = lines[range.clone()].join(" ").to_lowercase();
        text.contains("copyright") || text.contains("license")
    };
    runs.retain(|range| range.len() >= SHORTEST && !is_licence(range));
    runs
}

/// Which lines are comments: by the mark before each, or between the marks of one that has several lines.
fn comments(lines: &[&str]) -> Vec<bool> {
    let mut is_open = false;
    let is_comment = |line: &&str| {
        let line = line.trim();
        let was_open = is_open;
        if line.starts_with("/*") {
            is_open = true;
        }
        let is_inside = is_open;
        if line.contains("*/") {
            is_open = false;
        }
        let has_mark = |mark: &&str| {
            line.strip_prefix(*mark).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '*', '/']))
        };
        was_open || is_inside || MARKS.iter().any(has_mark)
    };
    lines.iter().map(is_comment).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_comment_is_a_block_and_a_licence_is_none() {
        let text =
            "#include <a.h>\n// How it works:\n//\n// It looks ahead,\n// then back.\nint f();\n// a remark\nint g();";
        assert_eq!(blocks(text).first(), Some(&(1..5)));
        assert!(blocks("/*\n * Copyright the authors.\n * All of them.\n */").is_empty());
        assert_eq!(blocks("x = 1\n/*\n\nHow it works\n\nIt looks ahead.\n*/\ny = 2").first(), Some(&(1..7)));
    }
}
