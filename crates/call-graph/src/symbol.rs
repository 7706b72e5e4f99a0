//! The nodes of the graph.

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
    /// Where it is.
    pub file: FileId,
    /// Its number in the file.
    pub def: DefId,
    /// What it is.
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
    /// Part of a test.
    pub is_test: bool,
    /// Seen from other files.
    pub exported: bool,
    /// Of the file.
    pub language: Language,
}

impl Symbol {
    /// True for a function without a name of its own.
    pub fn is_anonymous(&self) -> bool {
        self.name.starts_with('<')
    }
}
