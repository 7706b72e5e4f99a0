//! What programs write while they run, in whole lines.

use crate::output;
use std::collections::BTreeMap;

/// Longest part of a line that is held back until its end comes, in bytes.
const LINE: usize = 4 << 10;

/// The programs that run now and have written something.
#[derive(Default)]
pub struct Live(BTreeMap<String, Lines>);

/// The lines of both streams that have no end yet.
#[derive(Default)]
struct Lines {
    out: String,
    error: String,
}

impl Live {
    /// Prints the lines that this piece completes; `around` comes before each.
    pub fn add(&mut self, around: &str, id: &str, is_error: bool, text: &str) {
        let lines = self.0.entry(format!("{around}{id}")).or_default();
        let line = if is_error { &mut lines.error } else { &mut lines.out };
        whole_lines(line, text).iter().for_each(|line| print(around, line));
    }

    /// Prints what is left of the output of a program that is over; false if nothing of it was printed here.
    pub fn end(&mut self, around: &str, id: &str) -> bool {
        let Some(Lines { out, error }) = self.0.remove(&format!("{around}{id}")) else { return false };
        [out, error].iter().filter(|line| !line.is_empty()).for_each(|line| print(around, line));
        true
    }
}

/// Prints a line that a program has written.
pub fn print(around: &str, line: &str) {
    output::note(format!("{around}    | {line}"));
}

/// Adds a piece to a line, and takes out the lines that are whole. A very long one is cut.
fn whole_lines(line: &mut String, piece: &str) -> Vec<String> {
    line.push_str(piece);
    let mut whole = Vec::new();
    while let Some((first, rest)) = line.split_once('\n') {
        let rest = rest.to_owned();
        whole.push(first.trim_end_matches('\r').to_owned());
        *line = rest;
    }
    if line.len() > LINE {
        whole.push(std::mem::take(line));
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole() {
        let mut line = String::new();
        assert!(whole_lines(&mut line, "a").is_empty());
        assert_eq!(whole_lines(&mut line, "b\r\nc\n\nd"), ["ab", "c", ""]);
        assert_eq!(line, "d");
        assert_eq!(whole_lines(&mut line, &"e".repeat(LINE)).len(), 1);
        assert!(line.is_empty());
    }

    #[test]
    fn what_was_printed_live_is_not_printed_again() {
        let mut live = Live::default();
        assert!(!live.end("", "1"), "nothing was");
        live.add("", "1", false, "a");
        assert!(live.end("", "1") && !live.end("", "1"));
    }
}
