//! Lines to a tree of [`Block`]s.

use crate::inlines::inlines;
use crate::lines::cells;
use crate::{Align, Block, Container, Inline, Item, Kind, Limit, Line, Lines, MARKDOWN_PARTS};

/// The result of [`parse`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// Bounds that were reached, each once.
    pub limits: Vec<Limit>,
}

/// Reads markdown. Any text is valid; an unfinished one (while it streams) reads as far as it goes.
pub fn parse(markdown: &str) -> Document {
    let read = read(markdown, MARKDOWN_PARTS);
    Document { blocks: read.blocks.into_iter().map(|(_, block)| block).collect(), limits: read.limits }
}

/// Blocks with the places in the text at which they begin.
pub(crate) struct Read {
    pub blocks: Vec<(usize, Block)>,
    pub limits: Vec<Limit>,
    /// Number of blocks and inlines made of the text.
    pub nodes: usize,
}

/// Reads up to about `most` parts; what is left after them is plain text.
pub(crate) fn read(markdown: &str, most: usize) -> Read {
    let mut lines = Lines::default();
    let mut tree = Tree { most, ..Tree::default() };
    let mut at = 0;
    for line in markdown.split_inclusive('\n') {
        if tree.nodes >= most {
            tree.end();
            tree.reach(Limit::Nodes);
            tree.root.push((at, Block::Plain(markdown[at..].to_owned())));
            break;
        }
        tree.at = at;
        let bare = line.strip_suffix('\n').unwrap_or(line);
        tree.add(&lines.read(bare.strip_suffix('\r').unwrap_or(bare)));
        at += line.len();
    }
    tree.end();
    Read { blocks: tree.root, limits: tree.limits, nodes: tree.nodes }
}

/// An open quote or item.
struct Frame {
    container: Container,
    /// Where it begins in the text.
    began: usize,
    blocks: Vec<Block>,
    /// The sign of the list that is the last block.
    list: Option<u8>,
}

/// An open leaf, with where it begins.
enum Leaf {
    Paragraph(usize, String),
    Code {
        began: usize,
        language: String,
        text: String,
    },
    /// With blank lines that are code only if more code follows.
    Indented {
        began: usize,
        text: String,
        blanks: usize,
    },
    Table(usize, Vec<Align>, Vec<Vec<Vec<Inline>>>),
}

#[derive(Default)]
struct Tree {
    root: Vec<(usize, Block)>,
    /// As [`Frame::list`].
    list: Option<u8>,
    frames: Vec<Frame>,
    leaf: Option<Leaf>,
    /// Where the line begins that is read.
    at: usize,
    nodes: usize,
    most: usize,
    limits: Vec<Limit>,
}

impl Tree {
    fn add(&mut self, line: &Line<'_>) {
        if line.is_limited {
            self.reach(if line.kind == Kind::Paragraph && line.text.contains('|') {
                Limit::TableColumns
            } else {
                Limit::Nesting
            });
        }
        if line.kept == self.frames.len() && line.opened.is_empty() && self.goes_on(line) {
            return;
        }
        self.close_leaf();
        while self.frames.len() > line.kept {
            self.close_frame();
        }
        for &container in &line.opened {
            self.nodes += 1;
            self.frames.push(Frame { container, began: self.at, blocks: Vec::new(), list: None });
        }
        self.begin(line);
    }

    /// Adds the line to the open leaf, where it belongs there.
    fn goes_on(&mut self, line: &Line<'_>) -> bool {
        match (line.kind, self.leaf.as_mut()) {
            (Kind::Continued, Some(Leaf::Paragraph(_, text))) => {
                text.push('\n');
                text.push_str(line.text);
            }
            (Kind::FenceText, Some(Leaf::Code { text, .. })) => push_code(line, text),
            (Kind::Blank, Some(Leaf::Indented { blanks, .. })) => *blanks += 1,
            (Kind::Indented, Some(Leaf::Indented { text, blanks, .. })) => {
                text.push_str(&"\n".repeat(std::mem::take(blanks)));
                push_code(line, text);
            }
            (Kind::Underline(level), Some(Leaf::Paragraph(began, text))) => {
                let (began, text) = (*began, std::mem::take(text));
                self.leaf = None;
                let text = self.inlines(&text);
                self.push(began, Block::Heading(level, text));
            }
            (Kind::TableRule, Some(Leaf::Paragraph(began, head))) => {
                let (began, head) = (*began, std::mem::take(head));
                let row = self.row(&head, usize::MAX);
                self.leaf = Some(Leaf::Table(began, Align::of_rule(line.text), vec![row]));
            }
            (Kind::TableRow, Some(Leaf::Table(_, _, rows))) => {
                let width = rows[0].len();
                let row = self.row(line.text, width);
                if let Some(Leaf::Table(_, _, rows)) = &mut self.leaf {
                    rows.push(row);
                }
            }
            _ => return false,
        }
        true
    }

    fn begin(&mut self, line: &Line<'_>) {
        let (began, text) = (self.at, line.text);
        match line.kind {
            Kind::FenceOpen => {
                let language = text.split_once([' ', '\t']).map_or(text, |(language, _)| language).to_owned();
                self.leaf = Some(Leaf::Code { began, language, text: String::new() });
            }
            Kind::Indented => {
                let mut code = String::new();
                push_code(line, &mut code);
                self.leaf = Some(Leaf::Indented { began, text: code, blanks: 0 });
            }
            Kind::Heading(level) => {
                let title = self.inlines(text);
                self.push(began, Block::Heading(level, title));
            }
            Kind::Rule => self.push(began, Block::Rule),
            Kind::Paragraph => self.leaf = Some(Leaf::Paragraph(began, text.to_owned())),
            // These go on a leaf, or end one.
            Kind::Blank
            | Kind::FenceText
            | Kind::FenceClose
            | Kind::Underline(_)
            | Kind::Continued
            | Kind::TableRule
            | Kind::TableRow => {}
        }
    }

    fn row(&mut self, text: &str, width: usize) -> Vec<Vec<Inline>> {
        let cells = cells(text);
        cells.into_iter().take(width).map(|cell| self.inlines(&cell.trim().replace("\\|", "|"))).collect()
    }

    /// The text of a leaf; as it is where the parts would be too many.
    fn inlines(&mut self, text: &str) -> Vec<Inline> {
        let text = text.trim_end();
        self.nodes += 1;
        match inlines(text, self.most.saturating_sub(self.nodes)) {
            Some((made, nodes)) => {
                self.nodes += nodes;
                made
            }
            None => {
                self.reach(Limit::Nodes);
                self.nodes = self.most;
                vec![Inline::Text(text.to_owned())]
            }
        }
    }

    fn close_leaf(&mut self) {
        match self.leaf.take() {
            None => {}
            Some(Leaf::Paragraph(began, text)) => {
                let text = self.inlines(&text);
                self.push(began, Block::Paragraph(text));
            }
            Some(Leaf::Code { began, language, text }) => {
                self.push(began, Block::Code(language, text.trim_end_matches('\n').to_owned()));
            }
            Some(Leaf::Indented { began, text, .. }) => {
                self.push(began, Block::Code(String::new(), text.trim_end().to_owned()));
            }
            Some(Leaf::Table(began, aligns, rows)) => self.push(began, Block::Table(aligns, rows)),
        }
    }

    fn close_frame(&mut self) {
        let Some(Frame { container, began, blocks, .. }) = self.frames.pop() else { return };
        let Container::Item(Item { sign, number, .. }) = container else {
            return self.push(began, Block::Quote(blocks));
        };
        let (last, list) = match self.frames.last_mut() {
            Some(frame) => (frame.blocks.last_mut(), &mut frame.list),
            None => (self.root.last_mut().map(|(_, block)| block), &mut self.list),
        };
        match last {
            Some(Block::List { items, .. }) if *list == Some(sign) => items.push(blocks),
            _ => {
                self.push(began, Block::List { start: number, items: vec![blocks] });
                *self.list_sign() = Some(sign);
            }
        }
    }

    fn list_sign(&mut self) -> &mut Option<u8> {
        self.frames.last_mut().map_or(&mut self.list, |frame| &mut frame.list)
    }

    fn push(&mut self, began: usize, block: Block) {
        self.nodes += 1;
        *self.list_sign() = None;
        match self.frames.last_mut() {
            Some(frame) => frame.blocks.push(block),
            None => self.root.push((began, block)),
        }
    }

    fn reach(&mut self, limit: Limit) {
        if !self.limits.contains(&limit) {
            self.limits.push(limit);
        }
    }

    fn end(&mut self) {
        self.close_leaf();
        while !self.frames.is_empty() {
            self.close_frame();
        }
    }
}

fn push_code(line: &Line<'_>, text: &mut String) {
    text.extend(std::iter::repeat_n(' ', line.pad));
    text.push_str(line.text);
    text.push('\n');
}

#[cfg(test)]
mod tests;
