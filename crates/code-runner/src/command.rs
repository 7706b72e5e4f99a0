//! What is to run.

use limits::running::{RUN_DEFAULT_MS, RUN_MEMORY_BYTES, RUN_MS, RUN_OUTPUT_BYTES};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// A program with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Command {
    /// The program and its arguments; the program is `python` for Python 3 and `node` for JavaScript on every host.
    pub argv: Vec<String>,
    /// The folder it runs in, relative to the repository's root; `""` is the root.
    #[serde(default)]
    pub folder: String,
    /// What it can read from its standard input.
    #[serde(default)]
    pub stdin: String,
    /// Where it is ended.
    #[serde(default)]
    pub limits: RunLimits,
}

/// The bounds of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLimits {
    /// Milliseconds from its start.
    pub time_ms: u32,
    /// Bytes of memory.
    pub memory_bytes: u64,
    /// Bytes of both output streams together.
    pub output_bytes: usize,
}

impl Default for RunLimits {
    fn default() -> Self {
        Self { time_ms: RUN_DEFAULT_MS, memory_bytes: RUN_MEMORY_BYTES, output_bytes: RUN_OUTPUT_BYTES }
    }
}

impl RunLimits {
    /// The same with another time, at most what is allowed.
    #[must_use]
    pub fn within_ms(self, time_ms: u32) -> Self {
        Self { time_ms: time_ms.min(RUN_MS), ..self }
    }
}

impl Command {
    /// A program at the root of the repository, with the usual limits.
    pub fn new(argv: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { argv: argv.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// The program; empty where there is none.
    pub fn program(&self) -> &str {
        self.argv.first().map_or("", String::as_str)
    }
}

/// As a person reads it: words with blanks or quotes are in quotes. It is not meant for a shell.
impl Display for Command {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (at, word) in self.argv.iter().enumerate() {
            let gap = if at > 0 { " " } else { "" };
            let is_plain = !word.is_empty()
                && !word.contains(|c: char| c.is_whitespace() || c.is_control() || "'\"\\".contains(c));
            if is_plain {
                write!(f, "{gap}{word}")?;
            } else {
                write!(f, "{gap}{word:?}")?;
            }
        }
        if self.folder.is_empty() { Ok(()) } else { write!(f, " (in {})", self.folder) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_when_shown() {
        let command = Command { folder: "lib".to_owned(), ..Command::new(["python", "-c", "print(\"a b\")", ""]) };
        assert_eq!(command.to_string(), "python -c \"print(\\\"a b\\\")\" \"\" (in lib)");
    }

    #[test]
    fn no_run_may_take_longer_than_the_longest() {
        assert_eq!(RunLimits::default().within_ms(u32::MAX).time_ms, RUN_MS);
        assert_eq!(RunLimits::default().within_ms(5_000).time_ms, 5_000);
    }
}
