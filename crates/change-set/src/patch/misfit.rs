//! Why a hunk does not fit. It names lines and what the patch quotes, never what the file has there: the sentence may be sent
//! to a model, and the file may hold secrets.

use crate::text::without_end;
use std::fmt;

/// Most characters of a quoted line that are shown.
const MAX_CHARS: usize = 80;

/// Why a hunk does not fit, at the place where most of its first lines are as quoted; of equal places the one nearest to where
/// the hunk is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misfit {
    /// A line is not as quoted.
    Differs {
        /// Which line of the file, from 1, before the patch.
        line: u32,
        /// What the patch quotes, cut to 80 characters, without its line end.
        quoted: String,
        /// How the file's line differs.
        difference: Difference,
    },
    /// The file ends before the lines that the hunk quotes.
    Ends {
        /// How many lines it has now.
        lines: u32,
    },
    /// An earlier hunk has changed one of the quoted lines.
    Overlaps,
    /// The lines are there, but lines follow, and the hunk quotes no unchanged line that could follow it.
    NotAtEnd,
}

/// How a line differs from a quoted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// In its line end alone.
    LineEnd,
    /// In white space alone.
    Space,
    /// In what it says.
    Text,
}

impl Misfit {
    /// How this line of the file, from 1, differs from a quoted one.
    pub(super) fn differs(line: u32, found: &str, quoted: &str) -> Self {
        let words = |text: &str| text.split_whitespace().collect::<String>();
        let difference = match () {
            () if without_end(found) == without_end(quoted) => Difference::LineEnd,
            () if words(found) == words(quoted) => Difference::Space,
            () => Difference::Text,
        };
        let quoted = without_end(quoted).chars().take(MAX_CHARS).collect();
        Self::Differs { line, quoted, difference }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differs { line, difference: Difference::LineEnd, .. } => {
                write!(f, "line {line} of the file has another line end")
            }
            Self::Differs { line, quoted, difference: Difference::Space } => {
                write!(f, "line {line} of the file differs in white space from `{quoted}`")
            }
            Self::Differs { line, quoted, difference: Difference::Text } => {
                write!(f, "line {line} of the file is not `{quoted}`")
            }
            Self::Ends { lines } => write!(f, "the file ends at line {lines}"),
            Self::Overlaps => write!(f, "an earlier hunk changes the same lines"),
            Self::NotAtEnd => write!(f, "its lines must be the last of the file"),
        }
    }
}
