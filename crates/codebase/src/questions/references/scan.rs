//! The references in one file.

use super::super::facts::masked::{Family, places, places_by_line};
use super::found::Found;
use super::go_package::GoPackage;
use super::in_text;
use super::local::Locals;
use super::schema::SchemaFile;
use super::site::Around;
use super::visible::{import_around, is_seen_without_import, names_module};
use super::{ReferenceKind, Sure, Target};
use crate::Codebase;
use call_graph::{Symbol, SymbolId, UnresolvedReason};
use facts::DefinitionKind;
use paging::Loaded;
use rustc_hash::FxHashSet;
use source::FileId;

/// How much a rule that reads text is believed: the name may be bound anew in between.
const READ: f32 = 0.9;
/// The same where the receiver may be of a type that overrides it.
const RECEIVER: f32 = 0.8;

pub struct Scan<'a> {
    pub codebase: &'a Codebase,
    pub target: &'a Target<'a>,
    pub file: FileId,
    pub text: &'a str,
    /// The text without comments and strings.
    pub code: &'a str,
    pub family: Option<Family>,
}

/// What is known of the file before its places are looked at.
struct InFile<'a> {
    symbols: Vec<(SymbolId, &'a Symbol)>,
    /// Lines on which a call of the name goes to something else.
    others: FxHashSet<u32>,
    /// The symbol's module is imported here by a statement that names the symbol.
    is_imported: bool,
    /// Parameters and variables of the name.
    locals: Locals<'a>,
    /// False where the name, on its own, can only mean something of this file or of the language.
    is_seen: bool,
    /// How a file of Go sees the symbol's package.
    go: Option<GoPackage<'a>>,
}

impl<'a> Scan<'a> {
    /// Adds what is found; returns how many lines have the name and mean something else.
    pub fn run(&self, found: &mut Vec<Found>) -> Loaded<u32> {
        let before = found.len();
        for ((file, line), edge) in &self.target.calls {
            if *file == self.file {
                let (rule, confidence, proven) = (edge.rule.id(), edge.confidence, edge.is_proven());
                let sure = Sure::Resolved { rule, confidence, proven };
                found.push(Found { file: self.file, line: *line, kind: ReferenceKind::Call, sure });
            }
        }
        if self.target.symbol.is_anonymous() {
            return Ok(0);
        }
        in_text::add(self.codebase, self.target, self.file, (self.text, self.code), found)?;
        let symbols = self.codebase.graph().symbols_in(self.file)?;
        let (others, is_imported) = (self.called_elsewhere(&symbols)?, self.imports_it());
        let locals = Locals::hiding(self.codebase, self.target.symbol, self.file, self.code)?;
        let is_seen = self.is_seen()?;
        let go = GoPackage::of(self.codebase, self.target, self.file, self.code)?;
        let known = InFile { symbols, others, is_imported, locals, is_seen, go };
        let schema = match self.target.symbol.language.is_schema() {
            true => Some(SchemaFile::new(self.codebase, self.target, self.file, (self.text, self.code))?),
            false => None,
        };
        let mut elsewhere: FxHashSet<u32> = FxHashSet::default();
        for (at, line) in places_by_line(self.code, &self.target.symbol.name) {
            let place = match &schema {
                Some(schema) if !self.is_definition(at, &known) => schema.place(at, &known.symbols)?,
                _ => self.place(at, line, &known),
            };
            match place {
                Some((kind, sure)) => found.push(Found { file: self.file, line, kind, sure }),
                None => {
                    elsewhere.insert(line);
                }
            }
        }
        // A line that refers to it in one way is no line that means something else.
        for found in &found[before..] {
            elsewhere.remove(&found.line);
        }
        Ok(elsewhere.len() as u32)
    }

    /// What the name at a byte is; `None` where it is known to mean something else.
    fn place(&self, at: usize, line: u32, known: &InFile<'_>) -> Option<(ReferenceKind, Sure)> {
        let symbol = self.target.symbol;
        if let Some((id, _)) = known.symbols.iter().find(|(_, other)| self.is_defined(other, at)) {
            let sure = Sure::Resolved { rule: "definition", confidence: 1.0, proven: true };
            return (*id == self.target.id).then_some((ReferenceKind::Definition, sure));
        }
        if let Some(statement) = self.family.and_then(|family| import_around(self.code, at, family)) {
            return self.import(&self.text[statement]);
        }
        let around = Around::of(self.code, at, &symbol.name, self.family);
        let kind = around.kind(symbol)?;
        if kind == ReferenceKind::Call {
            if self.target.calls.contains_key(&(self.file, line)) {
                let edge = &self.target.calls[&(self.file, line)];
                let (rule, confidence, proven) = (edge.rule.id(), edge.confidence, edge.is_proven());
                return Some((kind, Sure::Resolved { rule, confidence, proven }));
            }
            if known.others.contains(&line) {
                return None;
            }
        }
        if !around.is_member() && known.locals.has(at) {
            return None;
        }
        // What is called, the call graph knows.
        let in_package = known.go.as_ref().filter(|_| kind != ReferenceKind::Call);
        if let Some(sure) = in_package.and_then(|package| package.sure_of(&around, at)) {
            return Some((kind, sure));
        }
        if known.go.as_ref().is_some_and(|package| package.means_another(&around)) {
            return None;
        }
        let sure = self.sure_of(&around, at, known)?;
        Some((kind, sure))
    }

    /// Whether the name at a byte is that of a symbol of the name: a file's module has its name at the first byte, where
    /// another may have its own.
    fn is_defined(&self, other: &Symbol, at: usize) -> bool {
        other.name_span.start as usize == at && other.name == self.target.symbol.name
    }

    fn is_definition(&self, at: usize, known: &InFile<'_>) -> bool {
        known.symbols.iter().any(|(_, other)| self.is_defined(other, at))
    }

    /// Whether the file can mean the symbol by its bare name: it is defined here, or files of the language see the names of
    /// others unasked, or an import of the name or of everything is here.
    fn is_seen(&self) -> Loaded<bool> {
        let symbol = self.target.symbol;
        let Some(family) = self.family.filter(|_| self.file != symbol.file) else { return Ok(true) };
        let own = self.codebase.text(symbol.file)?;
        let unasked = symbol.kind == DefinitionKind::Macro || is_seen_without_import(family, self.code, own);
        let mut places = places(self.code, &symbol.name);
        Ok(unasked || places.any(|at| import_around(self.code, at, family).is_some()))
    }

    fn import(&self, statement: &str) -> Option<(ReferenceKind, Sure)> {
        let is_member = self.target.owner.is_some();
        let path = |file: FileId| self.codebase.snapshot().file(file).path.as_str();
        let names = |file: FileId| {
            self.family.is_some_and(|family| names_module(statement, path(self.file), path(file), family))
        };
        if is_member {
            return None;
        }
        let others = self.target.namesakes.iter().filter(|file| **file != self.target.symbol.file);
        match (names(self.target.symbol.file), others.clone().any(|file| names(*file))) {
            (true, false) => {
                let sure = Sure::Resolved { rule: "import path", confidence: 1.0, proven: true };
                Some((ReferenceKind::Import, sure))
            }
            (false, true) => None,
            _ => Some((ReferenceKind::Import, Sure::SameName)),
        }
    }

    /// How sure a place is that is no call of the call graph; `None` where it cannot be meant.
    fn sure_of(&self, around: &Around<'_>, at: usize, known: &InFile<'_>) -> Option<Sure> {
        let symbol = self.target.symbol;
        let resolved = |rule, confidence| Some(Sure::Resolved { rule, confidence, proven: false });
        let is_member = around.is_member();
        if let Some(owner) = self.target.owner {
            let inside = self.file == owner.file && (owner.span.start as usize..owner.span.end as usize).contains(&at);
            if inside && around.is_of_receiver() {
                return resolved("receiver", RECEIVER);
            }
            // In its own class a member is named without the receiver in some languages.
            let is_bare = matches!(self.family, Some(Family::Java)) && inside;
            let is_body = inside && symbol.kind == DefinitionKind::Field;
            return (is_member || is_bare || is_body).then_some(Sure::SameName);
        }
        let is_alone = !known.symbols.iter().any(|(id, other)| *id != self.target.id && other.name == symbol.name);
        if is_member {
            return Some(Sure::SameName);
        }
        if self.file == symbol.file && is_alone {
            return resolved("own file", READ);
        }
        if known.is_imported && is_alone {
            return resolved("imported name", READ);
        }
        if !known.is_seen {
            return None;
        }
        // A file that defines the name itself means its own.
        (self.file == symbol.file || is_alone).then_some(Sure::SameName)
    }

    /// Whether a statement here imports it from its own module.
    fn imports_it(&self) -> bool {
        let Some(family) = self.family else { return false };
        let all = places(self.code, &self.target.symbol.name);
        let mut statements = all.filter_map(|at| import_around(self.code, at, family));
        statements.any(|statement| {
            matches!(self.import(&self.text[statement]), Some((_, Sure::Resolved { proven: true, .. })))
        })
    }

    /// Lines on which something of the name is called that is not the target: by the call graph's edges, or because the call
    /// leads out of the repository.
    fn called_elsewhere(&self, symbols: &[(SymbolId, &Symbol)]) -> Loaded<FxHashSet<u32>> {
        let graph = self.codebase.graph();
        let mut lines = FxHashSet::default();
        for (id, _) in symbols {
            for edge in graph.callees(*id)? {
                if edge.file == self.file && edge.to != self.target.id && edge.is_proven() {
                    let callee = graph.symbol(edge.to)?;
                    let is_namesake = callee.is_some_and(|callee| callee.name == self.target.symbol.name);
                    if is_namesake {
                        lines.insert(edge.line);
                    }
                }
            }
            for site in graph.unresolved(*id)? {
                let leads_out = matches!(site.reason, UnresolvedReason::External { .. } | UnresolvedReason::Builtin);
                if leads_out && site.name == self.target.symbol.name {
                    lines.insert(site.line);
                }
            }
        }
        Ok(lines)
    }
}
