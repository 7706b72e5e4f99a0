//! Everything that this process writes to stdout and stderr.
//!
//! The one owner of both: clippy refuses `println!`, `eprintln!` and the streams themselves elsewhere in this crate. What
//! goes out was made safe for a terminal before (see [`escape`]), so that no command can forget it. JSON keeps its values:
//! there the same letters are written as `\u001b`, whether or not a terminal reads it.

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

/// Writes what is JSON already to stdout.
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

/// Writes the failure that ends the process, in one line.
pub fn failure(error: &anyhow::Error) {
    note(format!("quarry: {error:#}"));
}

/// Asks a person, or answers them, on stderr: `text` as it is, without a newline of its own.
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

/// Ends the process as clap would, with help or the fault of the command line, which may quote a file's name.
pub fn usage(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    if matches!(error.kind(), Usage::DisplayHelp | Usage::DisplayVersion) || !text.chars().any(escape::steers) {
        error.exit();
    }
    to_stderr(&escape::text(&text));
    std::process::exit(error.exit_code());
}

/// From here on a panic is written like everything else: its message may quote a text. One that is looked into, with
/// `RUST_BACKTRACE` set, is left as it is.
pub fn take_panics() {
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|panic| note(format!("quarry: {panic} (a fault of quarry's own)"))));
    }
}

/// Text in one line, for a part of a line.
pub fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
    escape::line(&spaced).into_owned()
}

/// The same, of at most so many letters.
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
