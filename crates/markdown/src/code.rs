//! Code in running text: between two runs of backticks of one length, found in time linear in the text.

use std::ops::Range;

/// A stretch of code in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeSpan {
    /// All of it, with its backticks.
    pub range: Range<usize>,
    /// Length of the run of backticks at each end.
    pub ticks: usize,
}

/// The code in the text of one block or one cell, in order. Code comes before all else: no link, no citation and no
/// emphasis reaches into it. A backslash before a backtick keeps it from opening code.
pub fn code_spans(text: &str) -> Vec<CodeSpan> {
    let runs = runs(text);
    let mut last_of: Vec<(usize, usize)> = Vec::new();
    for run in &runs {
        match last_of.binary_search_by_key(&run.len(), |(length, _)| *length) {
            Ok(known) => last_of[known].1 = run.start,
            Err(place) => last_of.insert(place, (run.len(), run.start)),
        }
    }
    let closes_after = |length: usize, end: usize| {
        let known = last_of.binary_search_by_key(&length, |(length, _)| *length);
        known.is_ok_and(|known| last_of[known].1 >= end)
    };
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(run) = runs.get(at) {
        at += 1;
        let start = run.start + usize::from(is_escaped(text, run.start, spans.last()));
        let ticks = run.end - start;
        if ticks == 0 || !closes_after(ticks, run.end) {
            continue;
        }
        while let Some(close) = runs.get(at) {
            at += 1;
            if close.len() == ticks {
                spans.push(CodeSpan { range: start..close.end, ticks });
                break;
            }
        }
    }
    spans
}

/// Runs of backticks, as long as they go.
fn runs(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.match_indices('`') {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

/// Whether a backslash that is not escaped itself comes right before `at`.
fn is_escaped(text: &str, at: usize, code: Option<&CodeSpan>) -> bool {
    // In code a backslash is a backslash.
    let from = code.map_or(0, |code| code.range.end);
    text[from..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Vec<&str> {
        code_spans(text).into_iter().map(|span| &text[span.range]).collect()
    }

    #[test]
    fn a_run_is_closed_by_a_run_of_its_length() {
        assert_eq!(code("a `b` ``c`d`` `e"), ["`b`", "``c`d``"]);
        assert_eq!(code("``` a `` b ` c ` d"), ["` c `"]);
        assert_eq!(code("`a\n`` b`"), ["`a\n`` b`"]);
    }

    #[test]
    fn a_backslash_keeps_a_backtick_from_opening_code_and_not_from_closing_it() {
        assert_eq!(code(r"\`a` b`"), ["` b`"]);
        assert_eq!(code(r"\\`a` \``b`"), ["`a`", "`b`"]);
        assert_eq!(code(r"`a\` b`"), [r"`a\`"]);
    }

    #[test]
    fn many_runs_of_many_lengths_are_one_pass() {
        let text: String = (1..600).map(|length| format!("{} ", "`".repeat(length))).collect();
        assert!(code(&text).is_empty());
        assert_eq!(code(&"`a` ".repeat(50_000)).len(), 50_000);
    }
}
