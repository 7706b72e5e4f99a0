//! How a run ended.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// An output stream of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Error,
}

/// Why a program runs no longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// It ended with this code; 0 is success.
    Exit(i32),
    /// Another program or the system ended it by this signal.
    Signal(i32),
    /// It was ended at its limit of time, in milliseconds.
    TimedOut(u32),
    /// It was ended at its limit of memory, in bytes, or found none.
    OutOfMemory(u64),
    /// It was ended at its limit of output, in bytes.
    TooMuchOutput(usize),
    /// It was ended for having started more processes, or workers, than this at once.
    TooManyProcesses(u32),
}

/// A run that is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// Why.
    pub end: End,
    /// Standard output, as far as it was kept.
    pub stdout: String,
    /// Standard error, as far as it was kept.
    pub stderr: String,
    /// Milliseconds from its start to its end, without what was prepared before.
    pub ms: f64,
}

impl Ran {
    /// Whether it ended by itself and with success.
    pub fn succeeded(&self) -> bool {
        self.end == End::Exit(0)
    }
}

/// A clause for people: `exit code 1`.
impl Display for End {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => write!(f, "ended by signal {signal}"),
            Self::TimedOut(ms) => write!(f, "stopped after its {} s", f64::from(*ms) / 1000.0),
            Self::OutOfMemory(bytes) => write!(f, "stopped at its {} MB of memory", bytes >> 20),
            Self::TooMuchOutput(bytes) => write!(f, "stopped at its {} kB of output", bytes >> 10),
            Self::TooManyProcesses(most) => write!(f, "stopped at its {most} processes"),
        }
    }
}

/// Why nothing ran: a sentence for the model and the person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The program is none that runs here.
    #[error("`{program}` does not run here: {why}")]
    NotHere {
        /// The program.
        program: String,
        /// What does run, or where it would.
        why: String,
    },
    /// The folder is not one of the repository.
    #[error("`{0}` is no folder of the repository, so nothing ran")]
    Folder(String),
    /// The files could not be laid out for it.
    #[error("the files for the run could not be prepared: {0}")]
    Files(String),
    /// It could not be started, or was lost.
    #[error("{0}")]
    Failed(String),
}
