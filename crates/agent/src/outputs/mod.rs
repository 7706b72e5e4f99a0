//! The outputs of tools, kept whole beside the conversation: a model gets the head and the tail of a long output, and
//! reads any lines of the rest with `read_tool_output`.
//!
//! The id of an output is a hash of its text and not the id of the call, because providers repeat those. So nodes that
//! run side by side, and a node that runs again after a kill, find the same id without asking each other, and the first
//! write of an id wins. Start at [`ToolOutputs::keep`].

use limits::agent::{OUTPUT_BYTES, OUTPUTS_BYTES, READ_BACK_LINES};
use serde::{Deserialize, Serialize};
use source::ContentHash;

/// Characters after which a line goes on as the next one, so that every part of an output can be read by line numbers.
const LINE_CHARS: usize = 2_000;
/// Characters that are read at once, whatever the number of lines.
const READ_BACK_CHARS: usize = 40_000;

/// How much of a long output a model sees, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Excerpt {
    /// An output of at most so many is shown whole.
    pub whole: usize,
    /// Shown of the beginning of a longer one.
    pub head: usize,
    /// Shown of its end.
    pub tail: usize,
}

impl Default for Excerpt {
    fn default() -> Self {
        Self { whole: 6_000, head: 1_000, tail: 500 }
    }
}

/// The kept outputs of a run; a field of an agent's state with [`ToolOutputs::keep`] as its reducer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ToolOutputs(Vec<Output>);

/// One kept output: what a node writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    id: String,
    /// The text, or its beginning.
    text: String,
    /// Where `text` is not all of it: the last characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tail: Option<String>,
    /// Characters of the whole output.
    chars: usize,
    /// Lines of the whole output, as [`ToolOutputs::read`] counts them.
    lines: usize,
}

/// Why lines of an output could not be read: a sentence for the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadBackError {
    /// No output has this id.
    #[error("there is no output `{id}` in this run; the ids are in the notes about omitted characters")]
    Unknown {
        /// The id asked for.
        id: String,
    },
    /// The lines lie behind what is kept, or behind the end.
    #[error("`{id}` has {lines} lines, of which lines 1 to {kept} are kept; line {start} is not among them")]
    NotKept {
        /// The id asked for.
        id: String,
        /// All lines.
        lines: usize,
        /// The last line that can be read.
        kept: usize,
        /// The first line asked for.
        start: usize,
    },
}

impl Output {
    /// An output as it is kept: whole, or if it is larger than [`OUTPUT_BYTES`] its beginning and its last characters.
    pub fn new(text: &str) -> Self {
        let hash = ContentHash::of(text.as_bytes()).to_string();
        let whole = Self {
            id: format!("out-{}", &hash[..12]),
            text: text.to_owned(),
            tail: None,
            chars: text.chars().count(),
            lines: lines_of(text).count(),
        };
        if text.len() <= OUTPUT_BYTES { whole } else { whole.cut(OUTPUT_BYTES) }
    }

    /// The id by which the output is read again.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The whole text; `None` where only a part is kept.
    pub fn whole(&self) -> Option<&str> {
        self.tail.is_none().then_some(self.text.as_str())
    }

    /// Characters of the whole output.
    pub fn chars(&self) -> usize {
        self.chars
    }

    /// The first `most` lines, each with at most 200 characters.
    pub fn first_lines(&self, most: usize) -> Vec<String> {
        self.text.lines().take(most).map(|line| line.chars().take(200).collect()).collect()
    }

    /// What a model sees: the whole of a short output; the head, a note in place of the rest, and the tail of a long one.
    pub fn shown(&self, excerpt: &Excerpt) -> String {
        self.excerpt(excerpt, |omitted| self.note(omitted))
    }

    /// The same for an output that is not kept: without a way to read the rest.
    pub(crate) fn shown_without_id(&self, excerpt: &Excerpt) -> String {
        self.excerpt(excerpt, |omitted| format!("[{omitted} characters omitted]"))
    }

    fn excerpt(&self, excerpt: &Excerpt, note: impl Fn(usize) -> String) -> String {
        if self.tail.is_none() && self.chars <= excerpt.whole {
            return self.text.clone();
        }
        let head: String = self.text.chars().take(excerpt.head).collect();
        let tail = last_chars(self.tail.as_deref().unwrap_or(&self.text), excerpt.tail);
        let shown = head.chars().count() + tail.chars().count();
        format!("{head}\n{}\n{tail}", note(self.chars.saturating_sub(shown)))
    }

    fn note(&self, omitted: usize) -> String {
        let Self { id, lines, .. } = self;
        let only_ends = self.text.len() <= 4 * Excerpt::default().head;
        let rest = match (&self.tail, self.kept_lines()) {
            (None, _) => format!("`read_tool_output` with id `{id}` gives any of lines 1 to {lines}"),
            (Some(_), _) if only_ends => "the run keeps no more outputs; call the tool again for a part".to_owned(),
            (Some(_), kept) => {
                format!("`read_tool_output` with id `{id}` gives lines 1 to {kept}; the rest is not kept")
            }
        };
        format!("[{omitted} characters omitted; the output has {} characters in {lines} lines: {rest}]", self.chars)
    }

    /// The last line that can be read again whole.
    fn kept_lines(&self) -> usize {
        match self.tail {
            None => self.lines,
            // The last one was cut somewhere.
            Some(_) => lines_of(&self.text).count().saturating_sub(1),
        }
    }

    /// The beginning in at most `bytes`, and the last characters.
    fn cut(self, bytes: usize) -> Self {
        let tail = last_chars(self.tail.as_deref().unwrap_or(&self.text), Excerpt::default().tail).to_owned();
        let text = self.text[..self.text.floor_char_boundary(bytes)].to_owned();
        Self { text, tail: Some(tail), ..self }
    }

    fn bytes(&self) -> usize {
        self.text.len() + self.tail.as_ref().map_or(0, String::len)
    }

    /// Only what [`Output::shown`] needs by default.
    fn ends(self) -> Self {
        let bytes = self.text.char_indices().nth(Excerpt::default().head).map_or(self.text.len(), |(at, _)| at);
        self.cut(bytes)
    }
}

impl ToolOutputs {
    /// Adds an output. One whose id is there already changes nothing. Beyond [`OUTPUTS_BYTES`] only the ends of a further
    /// output are kept; those before it stay as they are.
    pub fn keep(&mut self, output: Output) {
        if self.get(&output.id).is_some() {
            return;
        }
        // A stored run may hold larger ones than this version writes.
        let output = if output.text.len() > OUTPUT_BYTES { output.cut(OUTPUT_BYTES) } else { output };
        let kept: usize = self.0.iter().map(Output::bytes).sum();
        let fits = kept + output.bytes() <= OUTPUTS_BYTES;
        let small = output.tail.is_none() && output.chars <= Excerpt::default().head;
        self.0.push(if fits || small { output } else { output.ends() });
    }

    /// The output with this id.
    pub fn get(&self, id: &str) -> Option<&Output> {
        self.0.iter().find(|output| output.id == id)
    }

    /// Lines `start` to `end` (from 1, both included) with their numbers, at most [`READ_BACK_LINES`]; where more were
    /// asked for, the last line says where to go on. A line of more than 2,000 characters counts as several.
    ///
    /// # Errors
    /// If there is no such output, or none of these lines is kept.
    pub fn read(&self, id: &str, start: Option<usize>, end: Option<usize>) -> Result<String, ReadBackError> {
        let output = self.get(id).ok_or_else(|| ReadBackError::Unknown { id: id.to_owned() })?;
        let (kept, start) = (output.kept_lines(), start.unwrap_or(1).max(1));
        if start > kept {
            return Err(ReadBackError::NotKept { id: id.to_owned(), lines: output.lines, kept, start });
        }
        let end = end.unwrap_or(usize::MAX).clamp(start, kept);
        let mut text = String::new();
        for (line, number) in lines_of(&output.text).zip(1..).skip(start - 1).take(end - start + 1) {
            if number - start == READ_BACK_LINES || text.len() + line.len() > READ_BACK_CHARS {
                return Ok(text + &format!("Cut here; go on with start {number} of {kept}.\n"));
            }
            text += &format!("{number}: {line}\n");
        }
        if end == kept && kept < output.lines {
            text += &format!("The rest of the {} lines is not kept.\n", output.lines);
        }
        Ok(text)
    }
}

/// The lines of a text; one of more than [`LINE_CHARS`] goes on as the next.
fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let mut rest = Some(line);
        std::iter::from_fn(move || {
            let line = rest?;
            let end = line.char_indices().nth(LINE_CHARS).map(|(at, _)| at);
            rest = end.map(|at| &line[at..]);
            Some(&line[..end.unwrap_or(line.len())])
        })
    })
}

/// The last `most` characters.
fn last_chars(text: &str, most: usize) -> &str {
    if most == 0 {
        return "";
    }
    text.char_indices().nth_back(most - 1).map_or(text, |(at, _)| &text[at..])
}

#[cfg(test)]
mod tests;
