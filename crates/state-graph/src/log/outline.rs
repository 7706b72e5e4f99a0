//! The status of a run, from its log alone: for any state, without the graph, and without keeping what was read.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::asked::Asked;
use super::error::LogError;
use super::header::Header;
use super::line::split;
use super::record::{Question, StopReason};

/// The status of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The log's first line.
    pub header: Header,
    /// The last checkpoint.
    pub head: u64,
    /// Supersteps ended.
    pub steps: u32,
    /// When the last one ended, in milliseconds of the clock.
    pub at: Option<f64>,
    /// Nothing is left to run.
    pub done: bool,
    /// The ids of the questions without an answer.
    pub questions: Vec<String>,
    /// The error it stopped with.
    pub failed: Option<String>,
    /// Why its driver stopped before the end, if it did so in good order.
    pub stopped: Option<StopReason>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Checkpoint {
        id: u64,
        step: u32,
        #[serde(default)]
        at: Option<f64>,
        #[serde(default)]
        next: Vec<IgnoredAny>,
    },
    Task {},
    Interrupt {
        index: u32,
        questions: Vec<Question>,
    },
    Resume {
        answers: std::collections::BTreeMap<String, IgnoredAny>,
    },
    Proceed {},
    Failed {
        error: String,
    },
    Stopped {
        why: StopReason,
    },
    Child {},
}

impl Outline {
    /// Reads a log. A torn last line is left out.
    ///
    /// # Errors
    /// When it is damaged, no log, or of a later format.
    pub fn read(log: &[u8]) -> Result<Self, LogError> {
        let lines = split(log)?;
        let (first, rest) = lines.json.split_first().ok_or(LogError::Empty)?;
        let mut outline = Self {
            header: Header::parse(first)?,
            head: 0,
            steps: 0,
            at: None,
            done: false,
            questions: Vec::new(),
            failed: None,
            stopped: None,
        };
        let mut asked = Asked::default();
        for (number, json) in (2..).zip(rest) {
            if outline.header.is_again(json) {
                continue;
            }
            let unreadable = |error: serde_json::Error| LogError::Unreadable { line: number, why: error.to_string() };
            outline.take(serde_json::from_slice(json).map_err(unreadable)?, &mut asked);
        }
        let open = asked.by_task().flat_map(|(_, questions)| questions);
        outline.questions = open.map(|question| question.id.clone()).collect();
        // Its first checkpoint comes with the header, so the very first write was cut off.
        if rest.is_empty() { Err(LogError::Empty) } else { Ok(outline) }
    }

    fn take(&mut self, line: Line, asked: &mut Asked) {
        // Whatever the next line is, the run continued after it.
        (self.failed, self.stopped) = (None, None);
        match line {
            Line::Checkpoint { id, step, at, next } => {
                (self.head, self.steps, self.at, self.done) = (id, step, at, next.is_empty());
                *asked = Asked::default();
            }
            Line::Interrupt { index, questions } => asked.ask(index, questions),
            Line::Resume { answers } => drop(asked.answered(&answers)),
            Line::Failed { error } => self.failed = Some(error),
            Line::Stopped { why } => self.stopped = Some(why),
            Line::Task {} | Line::Proceed {} | Line::Child {} => {}
        }
    }
}
