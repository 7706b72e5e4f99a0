//! The nodes of the graph.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use facts::{DefId, DefinitionKind};
use serde::{Deserialize, Serialize};
use source::{FileId, Language, Span};

/// The number of a symbol: its index among [`WholeGraph::symbols`](crate::WholeGraph::symbols).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SymbolId(pub u32);

/// A definition with its repository-wide name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    pub file: FileId,
    /// Its number in the file.
    pub def: DefId,
    pub kind: DefinitionKind,
    /// Its own name; a module's is the last part of its path; lambdas are numbered: `<lambda1>`.
    pub name: String,
    /// `package.module.Class.method`; a module's own is its dotted path.
    pub qualified_name: String,
    /// What holds it; a method written outside its type has the type here.
    pub parent: Option<SymbolId>,
    /// The whole definition.
    pub span: Span,
    /// The name alone.
    pub name_span: Span,
    /// The head, on one line.
    pub signature: String,
    /// Doc comment or docstring.
    pub doc: Option<String>,
    pub is_test: bool,
    /// Seen from other files.
    pub exported: bool,
    pub language: Language,
}

impl Symbol {
    /// True for a function without a name of its own.
    pub fn is_anonymous(&self) -> bool {
        self.name.starts_with('<')
    }
}

/// A symbol as it is found by name: enough to rank and list namesakes without loading the page of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named<'g> {
    pub id: SymbolId,
    pub name: &'g str,
    pub qualified_name: &'g str,
    pub kind: DefinitionKind,
    pub file: FileId,
    /// First line of the definition.
    pub start_line: u32,
    /// Last line of the definition.
    pub end_line: u32,
    pub is_test: bool,
    /// Seen from other files.
    pub exported: bool,
    /// The module that a file is, rather than something in it.
    pub is_file: bool,
}

impl<'g> Named<'g> {
    /// Of a symbol that is loaded.
    pub fn of(id: SymbolId, symbol: &'g Symbol) -> Self {
        Self {
            id,
            name: &symbol.name,
            qualified_name: &symbol.qualified_name,
            kind: symbol.kind,
            file: symbol.file,
            start_line: symbol.span.start_line,
            end_line: symbol.span.end_line,
            is_test: symbol.is_test,
            exported: symbol.exported,
            is_file: symbol.def == DefId::MODULE,
        }
    }
}

/// The constructors of a class, among the symbols behind it in its file.
pub(crate) fn constructors<'g>(
    class: (SymbolId, &Symbol),
    behind: impl IntoIterator<Item = (SymbolId, &'g Symbol)>,
) -> Vec<SymbolId> {
    let inside = behind.into_iter().take_while(|(_, symbol)| symbol.span.start <= class.1.span.end);
    let own = |symbol: &Symbol| symbol.kind == DefinitionKind::Constructor && symbol.parent == Some(class.0);
    inside.filter(|(_, symbol)| own(symbol)).map(|(id, _)| id).collect()
}
