//! What the tools share that list how symbols belong together: which symbols a name means, their heads, rows with lines that
//! may be cited, and how to see what is not listed.
//!
//! The call graph and the index are the base's: each line is looked up as the run's changes leave it.

use super::calls::{CHANGED, left_out};
use super::failure::failed;
use super::{ToolError, ToolOutput};
use crate::evidence;
use codebase::{Now, Overlaid, QuestionError, SpanRef, SymbolInfo};
use protocol::{Evidence, Relation};

/// Most rows that one call of a tool lists.
const MOST: usize = 60;
/// Fewest rows for each of several symbols of one name.
const FEWEST: usize = 12;
/// Most symbols of one name that are listed.
const NAMESAKES: usize = 5;
/// Longest name that is looked up, in bytes.
const MOST_BYTES: usize = 500;

/// The symbols that a name may mean.
pub struct Meant {
    /// Best first, not all of them.
    pub symbols: Vec<SymbolInfo>,
    /// How many more there are.
    pub more: usize,
}

impl Meant {
    /// The symbols of a name; `argument` is what the tool calls it.
    ///
    /// # Errors
    /// The name is empty or too long, or there is no such symbol: then those with the nearest names are in the message.
    pub fn by(over: Overlaid<'_>, tool: &'static str, argument: &str, name: &str) -> Result<Self, ToolError> {
        let name = name.trim();
        if name.is_empty() || name.len() > MOST_BYTES {
            let why = format!("`{argument}` is a name of at most {MOST_BYTES} bytes");
            return Err(ToolError::Arguments { tool, why });
        }
        let mut symbols = over.codebase().symbols_named(name).map_err(failed)?;
        let more = symbols.len().saturating_sub(NAMESAKES);
        symbols.truncate(NAMESAKES);
        Ok(Self { symbols, more })
    }

    /// Rows for each of them.
    pub fn rows(&self) -> usize {
        (MOST / self.symbols.len().max(1)).max(FEWEST)
    }

    /// That there are more symbols of the name.
    pub fn others(&self) -> Option<String> {
        let (verb, s) = if self.more == 1 { ("has", "") } else { ("have", "s") };
        (self.more > 0).then(|| format!("{} more symbol{s} {verb} this name; ask for a qualified one.", self.more))
    }
}

/// The rows of one symbol that are listed, of all.
pub struct Rows<'r, T> {
    pub listed: &'r [T],
    pub total: usize,
    /// Rows passed over, as asked for.
    offset: usize,
}

impl<'r, T> Rows<'r, T> {
    /// At most `most` rows behind the first `offset`.
    pub fn of(all: &'r [T], offset: Option<u32>, most: usize) -> Self {
        let offset = (offset.unwrap_or(0) as usize).min(all.len());
        let end = all.len().min(offset + most);
        Self { listed: &all[offset..end], total: all.len(), offset }
    }

    /// " (60 listed)", or nothing where all are.
    pub fn cut(&self) -> String {
        match self.listed.len() {
            listed if listed == self.total => String::new(),
            listed => format!(" ({listed} listed)"),
        }
    }

    /// A row that says how to see those that come after; `None` where there are none.
    pub fn rest(&self) -> Option<String> {
        let next = self.offset + self.listed.len();
        let more = self.total - next;
        (more > 0).then(|| format!("- and {more} more, listed with `offset` {next}"))
    }
}

/// A result in the making.
pub struct Listing<'o> {
    pub over: Overlaid<'o>,
    evidence: Vec<Evidence>,
    /// Rows in files that are deleted.
    deleted: usize,
}

impl<'o> Listing<'o> {
    pub fn new(over: Overlaid<'o>) -> Self {
        Self { over, evidence: Vec::new(), deleted: 0 }
    }

    /// `name [[id]] (kind at path:lines)`
    pub fn head(&mut self, symbol: &SymbolInfo) -> Result<String, ToolError> {
        let (name, place) = (&symbol.qualified_name, symbol.span.place());
        Ok(match self.over.now(&self.over.codebase().span_at(&symbol.span)).map_err(failed)? {
            Now::Here(span) => {
                let own = evidence::of_symbol(self.over, symbol, &span, Relation::Definition);
                let head = format!("{name} [[{}]] ({} at {}{})", own.id, own.kind, span.place(), in_test(symbol));
                self.evidence.push(own);
                head
            }
            Now::Changed => format!("{name} (at {place}, {CHANGED})"),
            Now::Deleted => format!("{name} (in a file that is deleted now)"),
        })
    }

    /// A row about a line: `- what at path:line [[id]] (how): the line`. `None`, and counted, in a file that is deleted.
    pub fn row(
        &mut self,
        span: &SpanRef,
        words: &RowWords<'_>,
        made: impl FnOnce(Overlaid<'o>, &SpanRef) -> Evidence,
    ) -> Result<Option<String>, ToolError> {
        let RowWords { what, how, text } = words;
        Ok(match self.over.now(span).map_err(failed)? {
            Now::Here(now) => {
                let found = made(self.over, &now);
                let quoted = if text.is_empty() { String::new() } else { format!(": `{text}`") };
                let row = format!("- {what} at {} [[{}]] ({how}){quoted}", now.place(), found.id);
                self.evidence.push(found);
                Some(row)
            }
            Now::Changed => Some(format!("- {what} at {} ({how}): {CHANGED}", span.place())),
            Now::Deleted => {
                self.deleted += 1;
                None
            }
        })
    }

    /// The result of these parts.
    pub fn done(self, mut parts: Vec<String>, summary: String) -> ToolOutput {
        parts.extend(left_out(self.deleted, "row"));
        ToolOutput { text: parts.join("\n\n"), summary, evidence: self.evidence, ..ToolOutput::default() }
    }
}

/// The words of a row, beside its place.
pub struct RowWords<'w> {
    pub what: String,
    /// Rule, confidence and the like.
    pub how: String,
    /// The line, where it says more.
    pub text: &'w str,
}

/// `, test` of what belongs to tests.
pub fn in_test(symbol: &SymbolInfo) -> &'static str {
    if symbol.is_of_tests() { ", test" } else { "" }
}

/// What was found of a symbol that the graph has named: that it has it no more is an error, and no gap in the list.
pub fn known<T>(symbol: &SymbolInfo, found: Result<Option<T>, impl Into<QuestionError>>) -> Result<T, ToolError> {
    let gone = || ToolError::Failed(format!("`{}` is not in the call graph", symbol.qualified_name));
    found.map_err(failed)?.ok_or_else(gone)
}
