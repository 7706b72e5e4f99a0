//! Everything that this process writes to stdout and stderr.
//!
//! Only this module writes to them: clippy refuses `println!`, `eprintln!` and the streams themselves elsewhere in this
//! crate. All output is escaped here (see [`escape`]), so that no command can forget it. JSON keeps its values: there
//! control characters are written as `\u001b`, whether or not the output goes to a terminal.

mod escape;
mod progress;

pub use progress::Progress;

use anyhow::Result;
use clap::error::ErrorKind as Usage;
use protocol::TimedEvent;
use serde::Serialize;
use std::io::{self, ErrorKind, IsTerminal, Write};

/// Writes one line to stdout; line ends within it become spaces.
pub fn line(text: impl AsRef<str>) -> Result<()> {
    to_stdout(&escape::line(text.as_ref()))
}

/// Writes a text of several lines to stdout.
pub fn text(text: impl AsRef<str>) -> Result<()> {
    to_stdout(&escape::text(text.as_ref()))
}

/// Writes one JSON document to stdout.
pub fn json(value: &impl Serialize) -> Result<()> {
    message(serde_json::to_string_pretty(value)?)
}

/// Writes an event to stdout as a line of JSON.
pub fn event(event: &TimedEvent) -> Result<()> {
    message(serde_json::to_string(event)?)
}

/// Writes a JSON text to stdout, as one line.
pub fn message(json: String) -> Result<()> {
    to_stdout(&escape::json(json))
}

#[expect(clippy::disallowed_methods, reason = "the owner of stdout")]
fn to_stdout(safe: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(safe.as_bytes())?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Writes one line to stderr.
pub fn note(line: impl AsRef<str>) {
    to_stderr(&format!("{}\n", escape::line(line.as_ref())));
}

/// Writes the error that ends the process to stderr, in one line.
pub fn failure(error: &anyhow::Error) {
    note(format!("quarry: {error:#}"));
}

/// Writes a question to the person to stderr: `text` without a newline after it.
pub fn prompt(text: &str) {
    to_stderr(&escape::text(text));
}

/// One write a line, so that lines of two processes do not mix. A closed stderr is no reason to stop.
#[expect(clippy::disallowed_methods, reason = "the owner of stderr")]
fn to_stderr(safe: &str) {
    // Where stderr is closed there is no place left to report it.
    let _ = io::stderr().write_all(safe.as_bytes());
}

/// Whether somebody sees stderr change.
#[expect(clippy::disallowed_methods, reason = "the owner of stderr")]
fn is_live() -> bool {
    io::stderr().is_terminal()
}

/// Ends the process as clap would: with the help, or the error in the arguments, which may quote a file name.
pub fn usage(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    if matches!(error.kind(), Usage::DisplayHelp | Usage::DisplayVersion) || !text.chars().any(escape::steers) {
        error.exit();
    }
    to_stderr(&escape::text(&text));
    std::process::exit(error.exit_code());
}

/// Sets a panic hook that escapes the message, which may quote any text. With `RUST_BACKTRACE` set the default hook
/// stays.
pub fn take_panics() {
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|panic| note(format!("quarry: {panic} (a fault of quarry's own)"))));
    }
}

/// A text as a part of a line: line ends become spaces.
pub fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
    escape::line(&spaced).into_owned()
}

/// The same, cut to this number of characters.
pub fn shortened(text: &str, most: usize) -> String {
    let line = one_line(text);
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A number of bytes for display: `812 B`, `14.2 kB`, `3.1 MB`.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Whether the reader of stdout has closed it.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_line() {
        assert_eq!(one_line("a\nb\tc\u{1b}]0;x\u{7}"), "a b c\\u{1b}]0;x\\u{7}");
        assert_eq!(shortened("größer\nals", 7), "größer …");
        assert_eq!(shortened("short", 5), "short");
    }

    #[test]
    fn lengths_for_people() {
        assert_eq!([size(0), size(999), size(14_200), size(3_100_000)], ["0 B", "999 B", "14.2 kB", "3.1 MB"]);
    }
}
