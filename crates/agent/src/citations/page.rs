//! The lines of an answer: which of its text is running text, and where its blocks end.

use super::text::Text;
use markdown::{Kind, Lines};

/// Signs that blocks begin with, and what may be among them. What a line is, is decided before the first other sign.
const STRUCTURE: &str = " \t-*_+#`~=>|:.)0123456789";

/// Reads the lines of an answer that arrives in pieces.
#[derive(Default)]
pub struct Page {
    lines: Lines,
    /// The line that is not at its end yet.
    line: String,
    /// How much of it was passed on.
    passed: usize,
    state: State,
}

/// How far the open line is understood.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It may be anything.
    #[default]
    Open,
    /// Not known before its end.
    Waits,
    Known(Sort),
}

/// What a line is to the filter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// The first line of a paragraph, or a heading.
    First,
    /// A further line of a paragraph.
    Further,
    /// A row of a table.
    Row,
    /// What follows a fence: it is shown as a name, not as text.
    Info,
    /// Code, or signs alone.
    Raw,
    /// Signs that make a table's head of the line before.
    TableRule,
}

impl Sort {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Paragraph | Kind::Heading(_) => Self::First,
            Kind::Continued => Self::Further,
            Kind::TableRow => Self::Row,
            Kind::TableRule => Self::TableRule,
            Kind::FenceOpen => Self::Info,
            Kind::Blank | Kind::FenceText | Kind::FenceClose | Kind::Indented | Kind::Underline(_) | Kind::Rule => {
                Self::Raw
            }
        }
    }
}

impl Page {
    /// Reads a part of a line, with its line end if that has arrived.
    pub fn push(&mut self, part: &str, text: &mut Text<'_>) {
        let is_decided = part.chars().any(|sign| !STRUCTURE.contains(sign) && sign != '\n');
        let is_whole = part.ends_with('\n');
        self.line.push_str(part);
        if is_whole {
            self.end_line(text);
        } else if self.state == State::Open && is_decided {
            let (sort, at) = sort_of(&mut self.lines.clone(), &self.line);
            if sort == Sort::Info {
                self.state = State::Waits;
            } else {
                self.begin(sort, at, text);
            }
        }
        self.pass(self.line.len(), text);
    }

    pub fn end(&mut self, text: &mut Text<'_>) {
        if !self.line.is_empty() {
            self.end_line(text);
        }
        text.end_block();
    }

    fn end_line(&mut self, text: &mut Text<'_>) {
        let line = std::mem::take(&mut self.line);
        let (sort, at) = sort_of(&mut self.lines, line.strip_suffix('\n').unwrap_or(&line));
        self.line = line;
        match self.state {
            State::Known(known) => debug_assert!(known == sort, "a line stays what its beginning was"),
            State::Open | State::Waits => self.begin(sort, at, text),
        }
        self.pass(self.line.len(), text);
        // A heading and a cell end with their line; a paragraph may continue.
        if !matches!(sort, Sort::First | Sort::Further) {
            text.end_block();
        }
        self.line.clear();
        (self.passed, self.state) = (0, State::Open);
    }

    /// The line is known to be this, and its text to begin at `at`.
    fn begin(&mut self, sort: Sort, at: usize, text: &mut Text<'_>) {
        match sort {
            Sort::Further => text.next_line(),
            Sort::TableRule => text.end_head(),
            Sort::First | Sort::Row | Sort::Info | Sort::Raw => text.end_block(),
        }
        text.output.raw(&self.line[..at]);
        match sort {
            Sort::First => text.begin_block(false),
            Sort::Row => text.begin_block(true),
            _ => {}
        }
        (self.passed, self.state) = (at, State::Known(sort));
    }

    /// Passes the line on up to `end`, where it is known what it is.
    fn pass(&mut self, end: usize, text: &mut Text<'_>) {
        let State::Known(sort) = self.state else { return };
        let more = &self.line[self.passed.min(end)..end];
        match sort {
            Sort::First | Sort::Further | Sort::Row => text.read(more),
            Sort::Info => text.name(more),
            Sort::Raw | Sort::TableRule => text.output.raw(more),
        }
        self.passed = end;
    }
}

/// What a line is, and where the signs of its containers end: those of a heading or a fence are text to the filter.
fn sort_of(lines: &mut Lines, line: &str) -> (Sort, usize) {
    let read = lines.read(line);
    (Sort::of(read.kind), read.at)
}
