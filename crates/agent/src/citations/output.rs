//! The text that is written: citations as numbers, and nothing else in it that reads as one.

use super::candidate::{Ids, Next, next};
use markdown::SPACER;
use protocol::{Citation, Evidence, Relation, SpanCheck};

/// What has been written so far, and its citations.
pub struct Output<'a> {
    evidence: &'a [&'a Evidence],
    /// Which of `evidence` were found in the repository as it is.
    holding: &'a [bool],
    ids: Ids<'a>,
    pub out: String,
    pub citations: Vec<Citation>,
    pub dropped: u32,
    written: Written,
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

impl<'a> Output<'a> {
    pub fn new(evidence: &'a [&'a Evidence], holding: &'a [bool]) -> Self {
        let ids = Ids::of(evidence.iter().map(|evidence| evidence.id.as_str()));
        let (out, citations, written) = (String::new(), Vec::new(), Written::default());
        Self { evidence, holding, ids, out, citations, dropped: 0, written }
    }

    /// What the text begins with, given what was written before it; `is_end`: no more text comes after it.
    pub fn next<'t>(&self, text: &'t str, is_end: bool) -> Next<'t> {
        next(text, self.written.last, &self.ids, is_end)
    }

    /// Writes code, or the signs that begin a block.
    pub fn raw(&mut self, text: &str) {
        self.out.push_str(text);
        self.written = Written { last: text.chars().next_back(), ..Written::default() };
    }

    /// Writes a span of code.
    pub fn code(&mut self, text: &str) {
        self.out.push_str(text);
        self.written = Written { last: Some('`'), has_word: true, ..Written::default() };
    }

    /// Writes text, so that nothing in it reads as a citation.
    pub fn write(&mut self, text: &str) {
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
    pub fn cite(&mut self, ids: &[&str]) {
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
    pub fn drop(&mut self, count: usize) {
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
            symbol: encloses(found).cloned(),
            check: SpanCheck::Verified,
            commit: found.commit().cloned(),
        });
        Some(number)
    }
}

/// The symbol that the lines are a part of. A call in a list of what a symbol calls is evidence in the name of what is called,
/// which others on the line may be, too.
pub fn encloses(found: &Evidence) -> Option<&String> {
    match &found.relation {
        Relation::Callee { of } => Some(of),
        _ => found.symbol.as_ref(),
    }
}
