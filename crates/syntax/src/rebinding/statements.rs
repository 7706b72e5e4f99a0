//! The statements of a text around given places.

use super::kinds;
use tree_sitter::{Node, TreeCursor};

/// The first byte of something and the byte behind it.
pub(super) type Range = (u32, u32);

/// Blocks that are climbed from a read to the block of what it may see.
const MOST_BLOCKS: usize = 64;

/// Where something is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    /// The innermost statement of a block around it.
    pub statement: Option<usize>,
    /// The statement is an assignment or declaration that writes to it whenever it runs.
    pub is_plain: bool,
    /// The statement declares a variable of its own, whatever had the name before.
    pub declares_anew: bool,
    /// It runs later than where it is written.
    pub is_late: bool,
}

struct Statement {
    range: Range,
    block: usize,
    /// The statement that the block is in.
    around: Option<usize>,
    /// There is a loop between that statement and the block.
    is_repeated: bool,
    is_handler: bool,
}

/// What is known of a node from the nodes around it.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The block that the node is, whose children are statements.
    block: Option<usize>,
    place: Place,
    /// Since the statement began, a loop.
    is_repeated: bool,
    /// Since the statement began, what an assignment runs in only sometimes.
    is_conditional: bool,
}

/// Statements with a place in them.
pub(super) struct Statements {
    statements: Vec<Statement>,
    blocks: usize,
    /// In order.
    wanted: Vec<Range>,
    places: Vec<Option<Place>>,
    /// The first one that the walk has not passed.
    next: usize,
}

impl Statements {
    /// The statements around these places.
    pub fn of(root: Node<'_>, mut wanted: Vec<Range>) -> Self {
        wanted.sort_unstable();
        wanted.dedup();
        let places = vec![None; wanted.len()];
        let mut found = Self { statements: Vec::new(), blocks: 0, wanted, places, next: 0 };
        found.walk(&mut root.walk());
        found
    }

    /// A loop, as trees nest deeper than a stack is. Only what has a wanted place in it is entered.
    fn walk(&mut self, cursor: &mut TreeCursor<'_>) {
        let mut open = vec![self.entered(cursor.node(), Around::default())];
        if !cursor.goto_first_child() {
            return;
        }
        loop {
            let node = cursor.node();
            let around = open.last().copied().unwrap_or_default();
            self.pass(node.start_byte() as u32, around.place);
            if self.wanted.get(self.next).is_some_and(|(start, _)| (*start as usize) < node.end_byte()) {
                open.push(self.entered(node, around));
                if cursor.goto_first_child() {
                    continue;
                }
                self.leave(&mut open, node);
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() || open.len() < 2 {
                    return;
                }
                self.leave(&mut open, cursor.node());
            }
        }
    }

    fn leave(&mut self, open: &mut Vec<Around>, node: Node<'_>) {
        if let Some(left) = open.pop() {
            self.pass(node.end_byte() as u32, left.place);
        }
    }

    /// What begins before this byte and is not a node of its own is at this place.
    fn pass(&mut self, end: u32, place: Place) {
        while let Some((start, behind)) = self.wanted.get(self.next).filter(|(start, _)| *start < end) {
            // One that goes on behind the node is no part of it.
            let is_plain = place.is_plain && *behind <= end && *start < *behind;
            self.places[self.next].get_or_insert(Place { is_plain, ..place });
            self.next += 1;
        }
    }

    fn entered(&mut self, node: Node<'_>, mut around: Around) -> Around {
        let kind = node.kind();
        let range = (node.start_byte() as u32, node.end_byte() as u32);
        if let Some(block) = around.block.take() {
            self.statements.push(Statement {
                range,
                block,
                around: around.place.statement,
                is_repeated: around.is_repeated,
                is_handler: kinds::is_handler(kind),
            });
            around.place.statement = Some(self.statements.len() - 1);
            around.place.is_plain = true;
            around.place.declares_anew = kinds::declares_anew(kind);
            (around.is_repeated, around.is_conditional) = (false, false);
        }
        around.is_repeated |= kinds::is_loop(kind);
        around.place.is_late |= kinds::is_late(kind);
        let own =
            self.wanted[self.next..].iter().take_while(|(start, _)| *start == range.0).position(|it| *it == range);
        if let Some(own) = own {
            self.places[self.next + own].get_or_insert(around.place);
        }
        around.place.is_plain &= kinds::is_plain(node) && !(around.is_conditional && kinds::assigns(kind));
        around.is_conditional |= kinds::is_conditional(kind);
        if kinds::is_block(kind) {
            self.blocks += 1;
            around.block = Some(self.blocks);
        }
        around
    }

    pub fn place(&self, range: Range) -> Place {
        let at = self.wanted.binary_search(&range).ok();
        at.and_then(|at| self.places[at]).unwrap_or_default()
    }

    pub fn range(&self, statement: usize) -> Range {
        self.statements[statement].range
    }

    /// The first statement, or one around it, comes after the second one in the block of that one, so that the second has
    /// run: then the bytes of the outermost loop around the first that the second is not in.
    pub fn follows(&self, read: usize, written: usize) -> Option<Option<Range>> {
        let mut at = read;
        let mut repeated = None;
        for _ in 0..MOST_BLOCKS {
            let here = &self.statements[at];
            if here.is_handler {
                return None;
            }
            if here.block == self.statements[written].block {
                return Some(repeated);
            }
            let around = here.around?;
            if here.is_repeated {
                repeated = Some(self.statements[around].range);
            }
            at = around;
        }
        None
    }
}
