//! Writing results.

use anyhow::Result;
use protocol::TimedEvent;
use serde::Serialize;
use std::io::{ErrorKind, Write};

/// Writes one line, or several, to stdout.
pub fn line(text: impl AsRef<str>) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_ref().as_bytes())?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Writes one JSON document to stdout.
pub fn json(value: &impl Serialize) -> Result<()> {
    line(serde_json::to_string_pretty(value)?)
}

/// Writes an event to stdout as a line of JSON.
pub fn event(event: &TimedEvent) -> Result<()> {
    line(serde_json::to_string(event)?)
}

/// Text from a model or a repository without what would steer a terminal.
pub fn plain(text: &str) -> String {
    text.chars().filter(|&letter| !letter.is_control() || matches!(letter, '\n' | '\t')).collect()
}

/// The same in one line.
pub fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
    plain(&spaced)
}

/// The same in one line of at most so many letters.
pub fn shortened(text: &str, most: usize) -> String {
    let line = one_line(text);
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A length for people: `812 B`, `14.2 kB`, `3.1 MB`.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// True where the reader of stdout is gone.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(plain("a\u{1b}[2Jb\u{9b}31m\r\n\tc\u{7}"), "a[2Jb31m\n\tc");
        assert_eq!(one_line("a\nb\u{1b}]0;x\u{7}"), "a b]0;x");
        assert_eq!(shortened("größer\nals", 7), "größer …");
        assert_eq!(shortened("short", 5), "short");
    }

    #[test]
    fn lengths_for_people() {
        assert_eq!([size(0), size(999), size(14_200), size(3_100_000)], ["0 B", "999 B", "14.2 kB", "3.1 MB"]);
    }
}
