//! Symbols by number and by name.

use super::QuestionError;
use crate::{Codebase, Place};
use call_graph::{Named, Symbol, SymbolId};
use code_words::path;
use facts::{DefId, DefinitionKind};
use paging::Loaded;
use source::FileId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolSummary {
    /// Its number in the call graph.
    pub id: SymbolId,
    pub name: String,
    /// `package.module.Class.method`.
    pub qualified_name: String,
    pub kind: DefinitionKind,
    pub path: String,
    /// First line of the definition.
    pub start_line: u32,
    pub end_line: u32,
}

/// A symbol, with where it is as evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolInfo {
    /// Its number in the call graph.
    pub id: SymbolId,
    pub name: String,
    /// `package.module.Class.method`.
    pub qualified_name: String,
    pub kind: DefinitionKind,
    /// The whole definition; see [`Codebase::span_at`].
    pub span: Place,
    pub name_line: u32,
    /// The head, on one line.
    pub signature: String,
    /// Doc comment or docstring.
    pub doc: Option<String>,
    /// Seen from other files.
    pub exported: bool,
    /// Part of a test.
    pub is_test: bool,
}

impl SymbolInfo {
    /// Whether it is a part of a test, or in a file of tests.
    pub fn is_of_tests(&self) -> bool {
        self.is_test || path::is_test(&self.span.path)
    }

    /// Whether it may have supertypes or implementations: a type, or a method of one.
    pub fn has_relatives(&self) -> bool {
        self.kind.is_type() || matches!(self.kind, DefinitionKind::Method | DefinitionKind::Constructor)
    }
}

impl Codebase {
    /// A symbol by its number. `Ok(None)` for a number of another graph.
    ///
    /// # Errors
    /// Its page is not loaded.
    pub fn symbol(&self, id: SymbolId) -> Loaded<Option<SymbolInfo>> {
        Ok(self.graph().symbol(id)?.map(|symbol| self.info(id, symbol)))
    }

    /// The innermost named symbol that has the line. `Ok(None)` outside of all.
    ///
    /// # Errors
    /// A page of the file is not loaded.
    pub fn symbol_on(&self, file: FileId, line: u32) -> Loaded<Option<SymbolInfo>> {
        let has = |symbol: &Symbol| symbol.span.start_line <= line && line <= symbol.span.end_line;
        let symbols = self.graph().symbols_in(file)?.into_iter();
        let inside = symbols.filter(|(_, symbol)| has(symbol) && !symbol.is_anonymous() && symbol.def != DefId::MODULE);
        let innermost = inside.min_by_key(|(_, symbol)| symbol.span.end_line - symbol.span.start_line);
        Ok(innermost.map(|(id, symbol)| self.info(id, symbol)))
    }

    pub(crate) fn symbol_of(&self, file: FileId, definition: DefId) -> Loaded<Option<SymbolInfo>> {
        match self.graph().symbol_of(file, definition)? {
            Some(id) => self.symbol(id),
            None => Ok(None),
        }
    }

    pub(crate) fn info(&self, id: SymbolId, symbol: &Symbol) -> SymbolInfo {
        SymbolInfo {
            id,
            name: symbol.name.clone(),
            qualified_name: symbol.qualified_name.clone(),
            kind: symbol.kind,
            span: Place {
                path: self.snapshot().file(symbol.file).path.as_str().to_owned(),
                start_line: symbol.span.start_line,
                end_line: symbol.span.end_line,
            },
            name_line: symbol.name_span.start_line,
            signature: symbol.signature.clone(),
            doc: symbol.doc.clone(),
            exported: symbol.exported,
            is_test: symbol.is_test,
        }
    }

    /// The symbols of these numbers, but for those whose page is not loaded: all such pages are noted at once.
    pub(crate) fn symbols(&self, ids: impl IntoIterator<Item = SymbolId>) -> Vec<SymbolInfo> {
        ids.into_iter().filter_map(|id| self.symbol(id).ok().flatten()).collect()
    }

    pub(crate) fn summary(&self, named: &Named<'_>) -> SymbolSummary {
        SymbolSummary {
            id: named.id,
            name: named.name.to_owned(),
            qualified_name: named.qualified_name.to_owned(),
            kind: named.kind,
            path: self.snapshot().file(named.file).path.as_str().to_owned(),
            start_line: named.start_line,
            end_line: named.end_line,
        }
    }

    /// The symbols that a name may mean (`name`, `Class.method`, `module.Class`), best first.
    pub fn symbols_named(&self, name: &str) -> Result<Vec<SymbolInfo>, QuestionError> {
        Ok(self.symbols(self.named(name)?.iter().map(|named| named.id)))
    }

    pub(crate) fn named(&self, name: &str) -> Result<Vec<Named<'_>>, QuestionError> {
        let name = name.trim();
        let mut found = self.graph().find_named(name)?;
        if found.is_empty() {
            found = self.exported_as(name)?;
        }
        let elsewhere = found.first().map(|named| named.file);
        found.retain(|named| self.takes(named.file));
        let shown = || name.chars().take(200).collect();
        match (found.is_empty(), elsewhere, self.scope()) {
            (false, ..) => Ok(found),
            (true, Some(file), Some(scope)) => Err(QuestionError::DefinedOutside {
                name: shown(),
                path: self.path_of(file).to_owned(),
                folder: scope.folder().to_owned(),
            }),
            (true, ..) => Err(QuestionError::NoSuchSymbol { name: shown(), suggestions: self.nearest_symbols(name) }),
        }
    }

    /// `package.name` where the package exports what one of its modules defines: what is called so inside of the package, if anything is.
    fn exported_as(&self, name: &str) -> Result<Vec<Named<'_>>, QuestionError> {
        let dotted = name.replace("::", ".").replace(['#', '/'], ".");
        let Some((package, last)) = dotted.rsplit_once('.').filter(|(package, _)| !package.is_empty()) else {
            return Ok(Vec::new());
        };
        let inside = format!("{package}.");
        let mut found = self.graph().find_named(last)?;
        // Without the owner of a method, for a package exports none.
        found.retain(|named| named.qualified_name.starts_with(&inside) && named.exported && !named.is_file);
        Ok(found)
    }
}
