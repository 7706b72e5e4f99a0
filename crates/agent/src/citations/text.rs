//! Running text, with each citation replaced by its number.

use super::candidate::Next;
use super::output::Output;
use markdown::code_spans;
use protocol::Evidence;

/// Filters the text of one block after the other.
pub struct Text<'a> {
    pub output: Output<'a>,
    /// Text that is held back; code, if one of the runs to come closes the run of `ticks` backticks before it.
    held: String,
    ticks: usize,
    /// How far `held` was searched for that run.
    searched: usize,
    is_row: bool,
    head: Head,
}

/// Whether the text may yet turn out to be the head of a table, whose cells code does not go beyond.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Head {
    #[default]
    No,
    /// It is a paragraph's first line.
    Perhaps,
    /// It is, and it makes a difference: the next line decides.
    Waits,
}

/// What ends a stretch that may be code.
enum CodeEnd {
    Wait,
    Code(usize),
    Cell(usize),
}

impl<'a> Text<'a> {
    pub fn new(evidence: &'a [&'a Evidence], holding: &'a [bool]) -> Self {
        Self {
            output: Output::new(evidence, holding),
            held: String::new(),
            ticks: 0,
            searched: 0,
            is_row: false,
            head: Head::No,
        }
    }

    /// Writes the info string of a code fence, where no citation can be shown.
    pub fn name(&mut self, text: &str) {
        let mut at = 0;
        while at < text.len() {
            let length = match self.output.next(&text[at..], true) {
                Next::Ids(ids, length) => {
                    self.output.drop(ids.len());
                    at += length;
                    continue;
                }
                Next::Text(length) | Next::Ticks(length) => length,
                Next::Wait => text.len() - at,
            };
            self.output.write(&text[at..at + length]);
            at += length;
        }
    }

    pub fn begin_block(&mut self, is_row: bool) {
        (self.is_row, self.head) = (is_row, if is_row { Head::No } else { Head::Perhaps });
    }

    /// The paragraph continues on the next line.
    pub fn next_line(&mut self) {
        self.head = Head::No;
        self.pass();
    }

    /// The paragraph has turned out to be the header row of a table.
    pub fn end_head(&mut self) {
        self.is_row = true;
        self.end_block();
    }

    /// Filters more text of the block.
    pub fn read(&mut self, more: &str) {
        self.held.push_str(more);
        self.pass();
    }

    /// Ends the block: an open bracket or code span in it is not closed.
    pub fn end_block(&mut self) {
        self.head = Head::No;
        let held = "`".repeat(std::mem::take(&mut self.ticks)) + &std::mem::take(&mut self.held);
        self.searched = 0;
        let mut from = 0;
        if self.is_row {
            for (bar, _) in held.match_indices('|').filter(|(bar, _)| !held[..*bar].ends_with('\\')) {
                self.settle(&held[from..bar]);
                self.output.write("|");
                from = bar + 1;
            }
        }
        self.settle(&held[from..]);
    }

    /// Passes on as much of the held text as is decided.
    fn pass(&mut self) {
        let held = std::mem::take(&mut self.held);
        let mut at = 0;
        while at < held.len() && self.head != Head::Waits {
            let rest = &held[at..];
            at += match self.ticks {
                0 => match self.output.next(rest, false) {
                    Next::Wait => break,
                    Next::Text(length) => {
                        self.output.write(&rest[..length]);
                        length
                    }
                    Next::Ids(ids, length) => {
                        self.output.cite(&ids);
                        length
                    }
                    Next::Ticks(length) => {
                        self.ticks = length;
                        length
                    }
                },
                _ => match self.code_end(rest) {
                    CodeEnd::Wait => break,
                    CodeEnd::Code(end) => {
                        let ticks = "`".repeat(std::mem::take(&mut self.ticks));
                        self.output.code(&(ticks + &rest[..end]));
                        end
                    }
                    CodeEnd::Cell(end) => {
                        let ticks = "`".repeat(std::mem::take(&mut self.ticks));
                        self.settle(&(ticks + &rest[..end]));
                        end
                    }
                },
            };
        }
        held[at..].clone_into(&mut self.held);
    }

    /// Looks on for the run of backticks that closes the open one.
    fn code_end(&mut self, text: &str) -> CodeEnd {
        let bytes = text.as_bytes();
        let mut at = std::mem::take(&mut self.searched);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'|' if self.is_row && !text[..at].ends_with('\\') => return CodeEnd::Cell(at),
                b'|' if self.head == Head::Perhaps => {
                    (self.head, self.searched) = (Head::Waits, at);
                    return CodeEnd::Wait;
                }
                b'`' => {
                    let count = bytes[at..].iter().take_while(|byte| **byte == b'`').count();
                    if at + count == bytes.len() {
                        self.searched = at;
                        return CodeEnd::Wait;
                    }
                    at += count;
                    if count == self.ticks {
                        return CodeEnd::Code(at);
                    }
                }
                _ => at += 1,
            }
        }
        self.searched = at;
        CodeEnd::Wait
    }

    /// Writes the rest of a block or a cell, which is known to its end.
    fn settle(&mut self, text: &str) {
        let code = code_spans(text);
        let mut code = code.iter().peekable();
        let mut at = 0;
        while at < text.len() {
            // A citation may have held code: `[[`id`]]`.
            while code.next_if(|span| span.range.start < at).is_some() {}
            if let Some(span) = code.next_if(|span| span.range.start == at) {
                self.output.code(&text[span.range.clone()]);
                at = span.range.end;
                continue;
            }
            match self.output.next(&text[at..], true) {
                Next::Ids(ids, length) => {
                    self.output.cite(&ids);
                    at += length;
                }
                Next::Text(length) | Next::Ticks(length) => {
                    self.output.write(&text[at..at + length]);
                    at += length;
                }
                Next::Wait => {
                    self.output.write(&text[at..]);
                    at = text.len();
                }
            }
        }
    }
}
