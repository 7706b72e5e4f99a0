//! Running text, with each citation replaced by its number.

use super::candidate::{Ids, Next, next};
use markdown::{SPACER, code_spans};
use protocol::{Citation, Evidence, SpanCheck};

/// Filters the text of one block after the other.
pub struct Text<'a> {
    evidence: &'a [&'a Evidence],
    /// Which of `evidence` were found in the repository as it is.
    holding: &'a [bool],
    ids: Ids<'a>,
    pub out: String,
    pub citations: Vec<Citation>,
    pub dropped: u32,
    /// Text that is held back; code, if one of the runs to come closes the run of `ticks` backticks before it.
    held: String,
    ticks: usize,
    /// How far `held` was searched for that run.
    searched: usize,
    is_row: bool,
    head: Head,
    written: Written,
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

/// The end of what was written.
#[derive(Default)]
struct Written {
    last: Option<char>,
    /// True where the line holds something that no block begins with.
    has_word: bool,
    /// True where a citation was taken out right behind a letter.
    is_joint: bool,
    /// How much of `[[1]` is at the end: brackets, digits, a bracket.
    spelled: u8,
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
            evidence,
            holding,
            ids: Ids::of(evidence.iter().map(|evidence| evidence.id.as_str())),
            out: String::new(),
            citations: Vec::new(),
            dropped: 0,
            held: String::new(),
            ticks: 0,
            searched: 0,
            is_row: false,
            head: Head::No,
            written: Written::default(),
        }
    }

    /// Writes code, or the signs that begin a block.
    pub fn raw(&mut self, text: &str) {
        self.out.push_str(text);
        self.written = Written { last: text.chars().next_back(), ..Written::default() };
    }

    /// Writes the info string of a code fence, where no citation can be shown.
    pub fn name(&mut self, text: &str) {
        let mut at = 0;
        while at < text.len() {
            let length = match next(&text[at..], self.written.last, &self.ids, true) {
                Next::Ids(ids, length) => {
                    self.drop(ids.len());
                    at += length;
                    continue;
                }
                Next::Text(length) | Next::Ticks(length) => length,
                Next::Wait => text.len() - at,
            };
            self.write(&text[at..at + length]);
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
                self.write("|");
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
                0 => match next(rest, self.written.last, &self.ids, false) {
                    Next::Wait => break,
                    Next::Text(length) => {
                        self.write(&rest[..length]);
                        length
                    }
                    Next::Ids(ids, length) => {
                        self.cite(&ids);
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
                        self.code(&(ticks + &rest[..end]));
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
                self.code(&text[span.range.clone()]);
                at = span.range.end;
                continue;
            }
            match next(&text[at..], self.written.last, &self.ids, true) {
                Next::Ids(ids, length) => {
                    self.cite(&ids);
                    at += length;
                }
                Next::Text(length) | Next::Ticks(length) => {
                    self.write(&text[at..at + length]);
                    at += length;
                }
                Next::Wait => {
                    self.write(&text[at..]);
                    at = text.len();
                }
            }
        }
    }

    fn code(&mut self, text: &str) {
        self.out.push_str(text);
        self.written = Written { last: Some('`'), has_word: true, ..Written::default() };
    }

    /// Writes text, so that nothing in it reads as a citation.
    fn write(&mut self, text: &str) {
        let written = &mut self.written;
        if std::mem::take(&mut written.is_joint) && text.starts_with(char::is_alphanumeric) {
            self.out.push(SPACER);
        }
        let mut is_escaped = false;
        for sign in text.chars() {
            let is_last_of_citation = written.spelled == 4 && sign == ']';
            if is_last_of_citation {
                self.out.push('\\');
            }
            written.spelled = match (sign, written.spelled) {
                _ if is_escaped => 0,
                ('[', 1 | 2) => 2,
                ('[', _) => 1,
                ('0'..='9', 2 | 3) => 3,
                (']', 3) => 4,
                _ => 0,
            };
            is_escaped = sign == '\\' && !is_escaped;
            written.has_word = sign != '\n' && (written.has_word || sign.is_alphanumeric());
            written.last = Some(sign);
            self.out.push(sign);
        }
    }

    /// Writes the citations of these ids, or takes them out.
    fn cite(&mut self, ids: &[&str]) {
        let numbers: Vec<u32> = ids.iter().filter_map(|id| self.number(id)).collect();
        let dropped = ids.len() - numbers.len();
        if numbers.is_empty() {
            return self.drop(dropped);
        }
        self.count(dropped);
        for number in numbers {
            self.out.push_str(&format!("[[{number}]]"));
        }
        self.written = Written { last: Some(']'), has_word: true, ..Written::default() };
    }

    /// Takes citations out. Nothing is left in the middle of a sentence; elsewhere something must be, or what is around
    /// them would grow together into the beginning of a block, a longer run of backticks, a citation.
    fn drop(&mut self, count: usize) {
        self.count(count);
        let written = &mut self.written;
        match written.last {
            Some(' ') if written.has_word => {}
            Some(last) if written.has_word && last.is_alphanumeric() => {
                // What follows is a word of its own.
                (written.last, written.is_joint) = (Some(SPACER), true);
            }
            _ => {
                self.out.push(SPACER);
                (written.last, written.has_word, written.spelled) = (Some(SPACER), true, 0);
            }
        }
    }

    fn count(&mut self, dropped: usize) {
        self.dropped = self.dropped.saturating_add(u32::try_from(dropped).unwrap_or(u32::MAX));
    }

    fn number(&mut self, id: &str) -> Option<u32> {
        if let Some(known) = self.citations.iter().find(|citation| citation.id == id) {
            return Some(known.number);
        }
        let place = self.ids.place(id).filter(|place| self.holding.get(*place) == Some(&true))?;
        let found = self.evidence[place];
        let number = u32::try_from(self.citations.len()).ok()?.checked_add(1)?;
        self.citations.push(Citation {
            number,
            id: id.to_owned(),
            path: found.path.clone(),
            start_line: found.start_line,
            end_line: found.end_line,
            symbol: found.symbol.clone(),
            check: SpanCheck::Verified,
        });
        Some(number)
    }
}
