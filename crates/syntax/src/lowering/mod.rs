//! The builder that every language writes through.
//!
//! One type, [`Lowering`]; its methods are grouped by what they add or read: `cursor` (where the builder is), `tree` (text
//! and spans), `definitions`, `values` and `bindings`. What the facts hold is counted where it is added, so that no file
//! costs more than its share.

mod bindings;
mod cursor;
mod definitions;
mod keys;
mod narrowing;
mod tree;
mod values;

pub use keys::{Defined, Definer, NamedKey};
pub use narrowing::Narrowed;
pub use tree::{Fields, children, children_of, first_child, left_spine};
pub(crate) use tree::{each_error, errors, unread};

use crate::effort::Effort;
use crate::rebinding::Read;
use facts::{DefId, Definition, DefinitionKind, ExprId, FileFacts, Scope, ScopeId, ScopeKind, Stopped};
use source::Span;
use std::collections::{HashMap, HashSet};

const MAX_SIGNATURE: usize = 300;
const MAX_PARTS: u32 = 6;

/// Facts in the making: a cursor (current scope, definition and depth) over growing tables.
pub struct Lowering<'t> {
    text: &'t str,
    facts: FileFacts,
    scope: ScopeId,
    definition: DefId,
    receiver: Option<DefId>,
    /// Bindings that assign without declaring, by index.
    assignments: Vec<usize>,
    depth: u32,
    /// Byte and row of the text at which the tree being read starts; a part may be parsed on its own.
    origin: (usize, usize),
    /// How many such parts are open.
    parts: u32,
    declared: HashSet<(ScopeId, String)>,
    constants: [Option<ExprId>; 5],
    /// What the facts may still hold.
    effort: Effort,
    /// What parsing parts on their own may still cost.
    effort_of_parts: Effort,
    /// Parameters of the bodies around, by name: the functions that have one, innermost last.
    parameters: HashMap<String, Vec<DefId>>,
    /// The last type of each name.
    types: HashMap<String, DefId>,
    /// The grammar of parts that are parsed on their own, where a language has several.
    grammar_of_parts: Option<fn() -> tree_sitter::Language>,
    /// Declaring a variable of a class runs its constructor (C++).
    constructs_variables: bool,
    /// Paths of which a branch around knows the type; none since they were assigned to.
    narrowed: Vec<(String, Option<ExprId>)>,
    /// Names that hold a constant key or a prototype.
    held_by_names: keys::HeldByNames,
    /// Where names are read: the expression and its first byte.
    reads: Vec<Read>,
}

impl<'t> Lowering<'t> {
    /// Facts with the file's module and scope in place.
    pub fn new(text: &'t str) -> Self {
        let lines = text.lines().count().max(1) as u32;
        let span = Span { start: 0, end: text.len() as u32, start_line: 1, end_line: lines };
        let mut cx = Self {
            text,
            facts: FileFacts::default(),
            scope: ScopeId::FILE,
            definition: DefId::MODULE,
            receiver: None,
            assignments: Vec::new(),
            depth: 0,
            origin: (0, 0),
            parts: 0,
            declared: HashSet::new(),
            constants: [None; 5],
            effort: Effort::of_lowering(text.len()),
            effort_of_parts: Effort::of_parser(text.len() * MAX_PARTS as usize),
            parameters: HashMap::new(),
            types: HashMap::new(),
            grammar_of_parts: None,
            constructs_variables: false,
            narrowed: Vec::new(),
            held_by_names: keys::HeldByNames::new(),
            reads: Vec::new(),
        };
        cx.facts.scopes.push(Scope {
            kind: ScopeKind::Module,
            parent: None,
            owner: DefId::MODULE,
            span,
            skips_class_scopes: false,
            outer_names: Vec::new(),
        });
        let name_span = Span { end: 0, end_line: 1, ..span };
        let module = Definition::new(DefinitionKind::Module, String::new(), span, name_span);
        cx.facts.definitions.push(Definition { body: Some(ScopeId::FILE), ..module });
        cx
    }

    /// The names that were read so far; they are not kept.
    pub(crate) fn take_reads(&mut self) -> Vec<Read> {
        std::mem::take(&mut self.reads)
    }

    /// The finished facts, unless the file needed more than its share: then they are not whole.
    pub(crate) fn finish(self) -> Result<FileFacts, Stopped> {
        match (self.effort_of_parts.is_used_up(), self.effort.is_used_up()) {
            (true, _) => Err(Stopped::Parsing),
            (_, true) => Err(Stopped::Lowering),
            _ => Ok(self.facts),
        }
    }

    /// The facts of a file that was given up: its module, whatever was lowered.
    pub(crate) fn give_up(mut self, stopped: Stopped) -> FileFacts {
        self.facts.definitions.truncate(1);
        self.facts.scopes.truncate(1);
        let module = FileFacts { stopped: Some(stopped), ..FileFacts::default() };
        FileFacts { definitions: self.facts.definitions, scopes: self.facts.scopes, ..module }
    }

    /// Sets whether declaring a variable of a class runs its constructor.
    pub(crate) fn set_constructs_variables(&mut self, constructs: bool) {
        self.constructs_variables = constructs;
    }

    /// True where declaring a variable of a class runs its constructor.
    pub(crate) fn constructs_variables(&self) -> bool {
        self.constructs_variables
    }

    /// The whole file.
    pub fn source(&self) -> &'t str {
        self.text
    }

    /// Read access to what there is so far.
    pub fn facts(&self) -> &FileFacts {
        &self.facts
    }

    /// Write access, for what the builder has no method for (`package`, `exports`, a definition's doc).
    pub fn facts_mut(&mut self) -> &mut FileFacts {
        &mut self.facts
    }

    /// Write access to a definition.
    pub fn definition_mut(&mut self, id: DefId) -> &mut Definition {
        &mut self.facts.definitions[id.0 as usize]
    }

    /// Takes so many bytes off what the file may still cost: for work that leaves no trace in the facts.
    pub fn spend(&self, bytes: usize) {
        self.effort.take(bytes as u64);
    }

    /// True once the file is given up: loops over what may be very many can end.
    pub fn is_exhausted(&self) -> bool {
        self.effort.is_used_up()
    }
}

/// At most `max` bytes of `text`, cut at a character boundary.
fn cut(text: &str, max: usize) -> &str {
    &text[..text.floor_char_boundary(max)]
}
