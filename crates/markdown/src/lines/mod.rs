//! Which block each line belongs to: CommonMark's reading, a line at a time, in time linear in the line.
//!
//! [`Lines`] keeps the open containers (quotes, list items) and the open leaf (a paragraph, a fence, a table). What a line
//! is depends on these and on the line alone, never on a line after it.

mod cursor;
mod starts;

use crate::MARKDOWN_DEPTH;
use cursor::Cursor;
pub(crate) use starts::cells;
use starts::{Fence, fence, heading, is_rule, marker, table_rule, underline};

/// A quote or an item of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    /// Lines after `>`.
    Quote,
    /// Lines indented as far as the text after a bullet or number.
    Item(Item),
}

/// An item of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// The bullet, or what follows the number.
    pub sign: u8,
    /// Set in a numbered list.
    pub number: Option<u64>,
    /// Columns that lines of the item are indented by.
    width: usize,
    /// True until there is a line with text.
    is_empty: bool,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nothing but white space.
    Blank,
    /// Begins a fenced block; the line's text is its info string.
    FenceOpen,
    /// Code between fences.
    FenceText,
    /// Ends a fenced block.
    FenceClose,
    /// Code by its indentation.
    Indented,
    /// A heading of this level; the text is what it says.
    Heading(u8),
    /// Makes the paragraph before it a heading of this level.
    Underline(u8),
    /// A line across the page: `---`.
    Rule,
    /// The first line of a paragraph.
    Paragraph,
    /// A further line of the open paragraph.
    Continued,
    /// Makes the one line of the paragraph before it the head of a table.
    TableRule,
    /// A row of the open table.
    TableRow,
}

/// A line as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'t> {
    /// How many of the open containers this line continues.
    pub kept: usize,
    /// Containers that begin on this line, outermost first.
    pub opened: Vec<Container>,
    /// What the rest of the line is.
    pub kind: Kind,
    /// The rest of the line, after the markers of containers and of the block.
    pub text: &'t str,
    /// Where the markers of its containers end, in bytes.
    pub at: usize,
    /// Spaces before `text` that were part of a tab.
    pub pad: usize,
    /// True where a marker is text because of a limit: nesting or the columns of a table.
    pub is_limited: bool,
}

/// The leaf that is open between two lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Leaf {
    #[default]
    None,
    /// Columns of the table whose head the paragraph's only line could be.
    Paragraph {
        head: Option<usize>,
    },
    Fence(Fence),
    Indented,
    Table,
}

/// The reader of lines.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    containers: Vec<Container>,
    leaf: Leaf,
}

impl Lines {
    /// Reads the next line, given without its line end.
    pub fn read<'t>(&mut self, line: &'t str) -> Line<'t> {
        let mut cursor = Cursor::new(line);
        let kept = self.matched(&mut cursor);
        let is_whole = kept == self.containers.len();
        if let (Leaf::Fence(open), true) = (self.leaf, is_whole) {
            return self.in_fence(open, cursor);
        }
        let mut made = Line { kept, opened: Vec::new(), kind: Kind::Blank, text: "", at: 0, pad: 0, is_limited: false };
        let leaf = self.begin(&mut cursor, is_whole, &mut made);
        made.at = cursor.at();
        if made.kind == Kind::Continued {
            made.kept = self.containers.len();
        }
        self.containers.truncate(made.kept);
        self.containers.extend(&made.opened);
        self.leaf = leaf;
        made
    }

    /// Steps over the markers of the containers that the line continues, and counts them.
    fn matched(&mut self, cursor: &mut Cursor<'_>) -> usize {
        for (at, container) in self.containers.iter_mut().enumerate() {
            let goes_on = match container {
                Container::Quote => cursor.quote(),
                Container::Item(item) if cursor.is_blank() => !item.is_empty,
                Container::Item(item) if cursor.indent() >= item.width => {
                    item.is_empty = false;
                    cursor.advance(item.width);
                    true
                }
                Container::Item(_) => false,
            };
            if !goes_on {
                return at;
            }
        }
        self.containers.len()
    }

    fn in_fence<'t>(&mut self, open: Fence, mut cursor: Cursor<'t>) -> Line<'t> {
        let closes = cursor.indent() < 4 && open.is_closed_by(cursor.trimmed());
        let kind = if closes { Kind::FenceClose } else { Kind::FenceText };
        if closes {
            self.leaf = Leaf::None;
        } else {
            cursor.advance(open.indent.min(cursor.indent()));
        }
        let (text, pad) = cursor.rest();
        Line { kept: self.containers.len(), opened: Vec::new(), kind, text, at: cursor.at(), pad, is_limited: false }
    }

    /// Reads what begins on the line, and returns the leaf that is open after it.
    fn begin<'t>(&self, cursor: &mut Cursor<'t>, is_whole: bool, made: &mut Line<'t>) -> Leaf {
        loop {
            // The open leaf itself is at hand as long as no container has ended or begun.
            let tip = if is_whole && made.opened.is_empty() { self.leaf } else { Leaf::None };
            // A paragraph goes on without the signs of its containers.
            let is_lazy = made.opened.is_empty() && matches!(self.leaf, Leaf::Paragraph { .. });
            if cursor.is_blank() {
                return if tip == Leaf::Indented { Leaf::Indented } else { Leaf::None };
            }
            if cursor.indent() >= 4 {
                if is_lazy {
                    return self.text(cursor, made, true, tip);
                }
                cursor.advance(4);
                (made.text, made.pad) = cursor.rest();
                made.kind = Kind::Indented;
                return Leaf::Indented;
            }
            if let Some(leaf) = self.leaf_start(cursor, tip, made) {
                return leaf;
            }
            let is_tight = matches!(tip, Leaf::Paragraph { .. } | Leaf::Table);
            match container(cursor, is_tight) {
                Some((container, after)) if made.kept + made.opened.len() < MARKDOWN_DEPTH => {
                    made.opened.push(container);
                    *cursor = after;
                }
                Some(_) => {
                    made.is_limited = true;
                    return self.text(cursor, made, is_lazy, tip);
                }
                None => return self.text(cursor, made, is_lazy, tip),
            }
        }
    }

    /// A heading, a fence, a thematic break, or an underline or table head that changes the paragraph before it.
    fn leaf_start<'t>(&self, cursor: &Cursor<'t>, tip: Leaf, made: &mut Line<'t>) -> Option<Leaf> {
        let text = cursor.trimmed();
        if let Some((level, title)) = heading(text) {
            (made.kind, made.text) = (Kind::Heading(level), title);
            return Some(Leaf::None);
        }
        if let Some((open, info)) = fence(text, cursor.indent()) {
            (made.kind, made.text) = (Kind::FenceOpen, info);
            return Some(Leaf::Fence(open));
        }
        if let Leaf::Paragraph { head } = tip {
            if head.is_some() && head == table_rule(text) {
                (made.kind, made.text) = (Kind::TableRule, text);
                return Some(Leaf::Table);
            }
            if let Some(level) = underline(text) {
                made.kind = Kind::Underline(level);
                return Some(Leaf::None);
            }
        }
        is_rule(text).then(|| {
            made.kind = Kind::Rule;
            Leaf::None
        })
    }

    /// Running text.
    fn text<'t>(&self, cursor: &Cursor<'t>, made: &mut Line<'t>, is_lazy: bool, tip: Leaf) -> Leaf {
        made.text = cursor.trimmed_start();
        if tip == Leaf::Table {
            made.kind = Kind::TableRow;
            return Leaf::Table;
        }
        if is_lazy {
            made.kind = Kind::Continued;
            return Leaf::Paragraph { head: None };
        }
        made.kind = Kind::Paragraph;
        let columns = made.text.contains('|').then(|| cells(made.text).len());
        let head = columns.filter(|columns| *columns <= crate::MARKDOWN_COLUMNS);
        made.is_limited |= columns != head;
        Leaf::Paragraph { head }
    }
}

/// The quote or list item that begins here, and the position after its marker.
fn container<'t>(cursor: &Cursor<'t>, is_tight: bool) -> Option<(Container, Cursor<'t>)> {
    let mut after = *cursor;
    if after.quote() {
        return Some((Container::Quote, after));
    }
    let indent = cursor.indent();
    let (sign, number, length) = marker(cursor.trimmed_start())?;
    after.advance(indent);
    after.step(length);
    let (gap, is_empty) = (after.indent(), after.is_blank());
    // A sentence may go on with "1986." or with a dash.
    if (gap == 0 && !is_empty) || (is_tight && (is_empty || number.is_some_and(|number| number != 1))) {
        return None;
    }
    // Five spaces and more are one space and code.
    let gap = if is_empty || gap > 4 { 1 } else { gap };
    after.advance(gap);
    Some((Container::Item(Item { sign, number, width: indent + length + gap, is_empty }), after))
}

#[cfg(test)]
mod tests;
