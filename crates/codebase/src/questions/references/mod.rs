//! Where is a symbol referred to?
//!
//! Calls come from the call graph, each with its rule. Of everything else the index stores no bindings, so the text is read:
//! every place in the code, comments and strings left out, that has the symbol's name. A place counts as resolved where a rule
//! says so (a call edge, an import that names the symbol's own module, the symbol's own file); otherwise it is listed as
//! having the same name, and nothing more. Places that are known to mean something else are counted, and not listed.

mod found;
mod go_package;
pub(in crate::questions) mod in_text;
pub(in crate::questions) mod local;
mod queries;
mod relatives;
pub(in crate::questions) mod scan;
mod schema;
pub(in crate::questions) mod site;
mod sql;
mod structural;
pub(in crate::questions) mod visible;

pub use relatives::{Relative, Relatives};

use super::facts::masked::masked;
use super::symbol::SymbolInfo;
use crate::{Codebase, SpanRef};
use call_graph::{Edge, Symbol, SymbolId};
use code_words::path;
use compact_sort::CompactSort;
use paging::Loaded;
use rustc_hash::{FxHashMap, FxHashSet};
use search_index::Query;
use source::{FileId, Language};

/// Files that are read for places where an index is read in pages: those that a search for the name finds.
const FILES: usize = 24;
/// Results of that search.
const RESULTS: usize = 100;

/// How a place refers to a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReferenceKind {
    /// The definition itself.
    Definition,
    /// It is called, or constructed.
    Call,
    /// It is imported or exported again.
    Import,
    /// It is named as a type: of a value, as a base, as an argument of a type.
    Type,
    /// A value is assigned to it.
    Write,
    /// Its value is used.
    Read,
}

/// How sure it is that a place refers to the symbol.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sure {
    /// A rule says so.
    Resolved {
        /// Short name of the rule: of the call graph, or `definition`, `import path`, `imported name`, `package scope`, `imported package`,
        /// `own file`, `receiver`, `query`, `name as text`, `dotted path`.
        rule: &'static str,
        /// From 0 to 1.
        confidence: f32,
        /// True where the rule proves it.
        proven: bool,
    },
    /// It has the same name there, and nothing else is known.
    SameName,
}

/// A line that refers to a symbol.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    pub kind: ReferenceKind,
    pub sure: Sure,
    /// The line.
    pub span: SpanRef,
    /// That line, trimmed and cut.
    pub text: String,
    /// Qualified name of the innermost named symbol around; `None` outside of all.
    pub within: Option<String>,
    /// In a test, or in a file of tests.
    pub is_test: bool,
}

/// All references to a symbol: code before tests, by path, then by line; one for each line and kind.
#[derive(Debug, Clone, PartialEq)]
pub struct References {
    pub symbol: SymbolInfo,
    pub references: Vec<Reference>,
    /// Lines with the name that are known to mean something else: calls of namesakes, their definitions, calls into packages.
    pub elsewhere: u32,
    /// False where not all files were read, so that there may be more.
    pub is_all: bool,
}

/// What is looked for, and what the call graph knows of it.
pub(in crate::questions) struct Target<'c> {
    pub id: SymbolId,
    pub symbol: &'c Symbol,
    /// Name of the type that it is a member of.
    pub owner: Option<&'c Symbol>,
    /// Other symbols of exactly the name in files of the language's family.
    pub namesakes: Vec<FileId>,
    /// The most certain call of it on a line.
    pub calls: FxHashMap<(FileId, u32), Edge>,
}

impl Codebase {
    /// The references to a symbol. `Ok(None)` for a number of another graph.
    ///
    /// # Errors
    /// A page that it needs is not loaded; all that are missing are noted at once.
    pub fn references(&self, id: SymbolId) -> Loaded<Option<References>> {
        let Some(target) = self.target(id)? else { return Ok(None) };
        let (files, is_all) = self.files_of(&target);
        let mut found = Vec::new();
        let (mut elsewhere, mut fault) = (0, None);
        for file in files {
            match self.references_in(&target, file, &mut found) {
                Ok(others) => elsewhere += others,
                Err(missing) => fault = Some(missing),
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        let references = self.listed(found)?;
        Ok(Some(References { symbol: self.info(id, target.symbol), references, elsewhere, is_all }))
    }

    pub(in crate::questions) fn target(&self, id: SymbolId) -> Loaded<Option<Target<'_>>> {
        let Some(symbol) = self.graph().symbol(id)? else { return Ok(None) };
        let owner = match symbol.parent {
            Some(parent) => self.graph().symbol(parent)?.filter(|parent| parent.kind.is_type()),
            None => None,
        };
        let alike = |file: FileId| visible::are_alike(self.snapshot().file(file).language, symbol.language);
        let named = self.graph().namesakes(&symbol.name)?;
        let others = named.iter().filter(|named| named.id != id && alike(named.file));
        let namesakes = others.map(|named| named.file).collect();
        let mut calls: FxHashMap<(FileId, u32), Edge> = FxHashMap::default();
        for edge in self.graph().callers(id)? {
            // The most certain come first.
            calls.entry((edge.file, edge.line)).or_insert(edge);
        }
        Ok(Some(Target { id, symbol, owner, namesakes, calls }))
    }

    /// The files to read, in path order, and whether those are all that may refer to it.
    fn files_of(&self, target: &Target<'_>) -> (Vec<FileId>, bool) {
        let name = &target.symbol.name;
        let mut files: FxHashSet<FileId> = target.calls.keys().map(|(file, _)| *file).collect();
        files.insert(target.symbol.file);
        let is_all = self.reads_all_files();
        let named: Vec<FileId> = match (target.symbol.is_anonymous(), is_all) {
            // Nothing has the name of what has none.
            (true, _) => Vec::new(),
            (false, true) => self.snapshot().ids().collect(),
            (false, false) => self.index().search_files(&Query::new(name, RESULTS)).into_iter().take(FILES).collect(),
        };
        let may_name_it = |file: &FileId| {
            let language = self.snapshot().file(*file).language;
            visible::are_alike(language, target.symbol.language) || queries::may_hold(language, target.symbol)
        };
        files.extend(named.into_iter().filter(may_name_it));
        let mut files: Vec<FileId> = files.into_iter().collect();
        files.compact_sort();
        (files, is_all)
    }

    /// Adds the references in a file; returns how many lines have the name and mean something else.
    fn references_in(&self, target: &Target<'_>, file: FileId, found: &mut Vec<found::Found>) -> Loaded<u32> {
        let text = self.text(file)?;
        let has_calls = target.calls.keys().any(|(at, _)| *at == file);
        let is_named = !target.symbol.is_anonymous() && text.contains(target.symbol.name.as_str());
        if !has_calls && !is_named && file != target.symbol.file {
            return Ok(0);
        }
        let language = self.snapshot().file(file).language;
        let family = visible::family_of(language);
        let code = self.code(file)?;
        if queries::may_hold(language, target.symbol) {
            queries::add(self, target, file, &code, found)?;
            return Ok(0);
        }
        let code = match (family, target.symbol.language) {
            (Some(family), _) => masked(&code, family),
            (None, Language::Hcl) => schema::without_comments(&code),
            (None, Language::Sql) => sql::masked(&code),
            (None, _) => code.to_string(),
        };
        scan::Scan { codebase: self, target, file, text, code: &code, family }.run(found)
    }

    /// As they are shown: one for each line and kind, the most certain; code before tests.
    fn listed(&self, mut found: Vec<found::Found>) -> Loaded<Vec<Reference>> {
        let is_test = |file: FileId| path::is_test(self.snapshot().file(file).path.as_str());
        let key = |found: &found::Found| {
            (is_test(found.file), found.file, found.line, found.kind, std::cmp::Reverse(found.weight()))
        };
        found.compact_sort_by_key(key);
        found.dedup_by_key(|found| (found.file, found.line, found.kind));
        let mut out = Vec::with_capacity(found.len());
        for found in found {
            let within = self.symbol_on(found.file, found.line)?;
            out.push(Reference {
                kind: found.kind,
                sure: found.sure,
                span: self.lines_ref(found.file, found.line, found.line),
                text: self.line(found.file, found.line),
                is_test: is_test(found.file) || within.as_ref().is_some_and(|it| it.is_test),
                within: within.map(|it| it.qualified_name),
            });
        }
        Ok(out)
    }
}

impl References {
    /// How many are resolved with proof, resolved as possible, and have the same name alone.
    pub fn counts(&self) -> (u32, u32, u32) {
        let mut counts = (0, 0, 0);
        for reference in &self.references {
            match reference.sure {
                Sure::Resolved { proven: true, .. } => counts.0 += 1,
                Sure::Resolved { .. } => counts.1 += 1,
                Sure::SameName => counts.2 += 1,
            }
        }
        counts
    }
}

#[cfg(test)]
mod go_package_tests;
#[cfg(test)]
mod in_text_tests;
#[cfg(test)]
mod schema_tests;
#[cfg(test)]
mod tests;
