//! Long comments in code that belong to no definition.

use std::ops::Range;

const MARKS: [&str; 6] = ["///", "//!", "//", "/*", "*", "#"];
/// A shorter comment is a remark on the line below it.
const SHORTEST: usize = 4;

/// The runs of lines that are comments alone, but for licences.
pub fn blocks(text: &str) -> Vec<Range<usize>> {
    let lines: Vec<&str> = text.lines().collect();
    let is_end = |at: usize| at == lines.len() || !is_comment(lines[at]);
    let starts = (0..lines.len()).filter(|&at| is_comment(lines[at]) && (at == 0 || !is_comment(lines[at - 1])));
    let runs = starts.map(|start| start..(start..).find(|&at| is_end(at)).unwrap_or(start));
    let is_licence = |range: &Range<usize>| {
        let text = lines[range.clone()].join(" ").to_lowercase();
        text.contains("copyright") || text.contains("license")
    };
    runs.filter(|range| range.len() >= SHORTEST && !is_licence(range)).collect()
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    MARKS
        .iter()
        .any(|mark| line.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '*', '/'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_comment_is_a_block_and_a_licence_is_none() {
        let text =
            "#include <a.h>\n// How it works:\n//\n// It looks ahead,\n// then back.\nint f();\n// a remark\nint g();";
        assert_eq!(blocks(text), [1..5]);
        assert!(blocks("/*\n * Copyright the authors.\n * All of them.\n */").is_empty());
    }
}
