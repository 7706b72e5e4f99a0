//! Views of code that need no model: folders, files, symbols, calls and search results.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use serde::{Deserialize, Serialize};

/// The kind of a directory entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    File,
    Folder,
}

/// One row of a folder's listing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectoryEntry {
    /// The last component of the path.
    pub name: String,
    /// The path from the root of the repository.
    pub path: String,
    pub kind: EntryKind,
    /// Bytes of source; for a folder, of all files below it.
    pub bytes: u64,
    /// Number of files below it; 1 for a file.
    pub files: u32,
    /// The language of a file; `None` for a folder and for a file of an unknown language.
    pub language: Option<String>,
}

/// A range of a file with one highlighting class, in byte offsets into the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HighlightRun {
    /// First byte.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// Index into the fixed list of class names: comment, string, number, keyword, function, type, constant,
    /// property, operator, attribute.
    pub class: u8,
}

/// A symbol in a file's outline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlineItem {
    /// Index of the symbol in the call graph.
    pub symbol: u32,
    /// The symbol's own name, without qualification.
    pub name: String,
    /// `function`, `class`, ...
    pub kind: String,
    /// Levels of nesting, from 0.
    pub depth: u32,
    pub start_line: u32,
    pub end_line: u32,
}

/// A file as the page shows it: text, highlighting and outline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileView {
    pub path: String,
    /// Display name of the language.
    pub language: String,
    pub text: String,
    /// In order, without overlap. Empty where the language is not parsed.
    pub highlight: Vec<HighlightRun>,
    /// In source order.
    pub outline: Vec<OutlineItem>,
    /// The encoding that the file was decoded from, if that was not UTF-8.
    pub decoded_from: Option<String>,
}

/// A symbol in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolSummary {
    /// Index in the call graph.
    pub symbol: u32,
    /// `package.module.Class.method`.
    pub qualified_name: String,
    /// The symbol's own name, without qualification.
    pub name: String,
    /// `function`, `class`, ...
    pub kind: String,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
}

/// A call edge, as listed for one of its two symbols.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallEdge {
    /// The symbol at the other end.
    pub other: SymbolSummary,
    /// File of the call.
    pub path: String,
    /// Line of the call.
    pub line: u32,
    /// The rule that made the edge.
    pub rule: String,
    /// 0 to 1.
    pub confidence: f32,
    /// True where the rule proves the edge.
    pub proven: bool,
}

/// A symbol with its calls in both directions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SymbolPage {
    pub symbol: SymbolSummary,
    /// Its signature on one line.
    pub signature: String,
    pub doc: Option<String>,
    /// Calls of it, most confident first.
    pub callers: Vec<CallEdge>,
    /// Calls that it makes, in source order.
    pub callees: Vec<CallEdge>,
    /// Calls inside it that were not resolved: (line, callee as written, why).
    pub unresolved: Vec<(u32, String, String)>,
    /// Other symbols of the same name.
    pub namesakes: Vec<SymbolSummary>,
}

/// A symbol that a name in the code may mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    pub symbol: SymbolSummary,
    /// Why it may be meant, for people.
    pub why: String,
    /// True for its definition, and for a call that is proven to reach it.
    pub certain: bool,
}

/// A parameter or variable of the code around a position, in the same file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalName {
    /// The line on which it is bound first; of a parameter that on which it begins.
    pub line: u32,
    pub is_parameter: bool,
}

/// The symbols that a name at a position in the code may refer to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meaning {
    /// The name as written there.
    pub name: String,
    /// The possible symbols, most certain first.
    pub candidates: Vec<Candidate>,
    /// How many symbols of that name are not listed.
    pub more: u32,
    /// The parameter or variable of the code around that it is, if it is known to be one. Its namesakes are then no candidates.
    pub local: Option<LocalName>,
    /// If the name is called there and the call was not resolved: the reason.
    pub unresolved: Option<String>,
}

impl Meaning {
    /// The one symbol that is certainly meant, if there is one.
    pub fn certain(&self) -> Option<&SymbolSummary> {
        match (&self.candidates[..], &self.unresolved) {
            ([only], None) if only.certain => Some(&only.symbol),
            _ => None,
        }
    }
}

/// The direction in which call edges are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Callers,
    Callees,
    #[default]
    Both,
}

/// A symbol in a [`Neighbourhood`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallNode {
    pub symbol: SymbolSummary,
    /// Number of call edges from the centre.
    pub distance: u32,
}

/// The part of the call graph around one symbol, the centre.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Neighbourhood {
    /// The centre first; at most as many as were requested.
    pub nodes: Vec<CallNode>,
    /// (from, to, proven) as indices into `nodes`.
    pub edges: Vec<(u32, u32, bool)>,
    /// Symbols left out so that the drawing stays readable.
    pub omitted: Vec<SymbolSummary>,
    /// How many symbols were left out beyond those in `omitted`.
    pub more: u32,
    /// The same as Mermaid text; node ids are `n0`, `n1`, ... by index.
    pub mermaid: String,
}

/// A search result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "Hit"))]
pub struct SearchHit {
    /// The file.
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    /// Qualified name of the symbol that the lines belong to, if any.
    pub symbol: Option<String>,
    /// `function`, `class`, `text`, ...
    pub kind: String,
    /// Higher is better; comparable within one search.
    pub score: f32,
    /// The lines that match best.
    pub snippet: String,
}

/// The kind of a result in the page's search palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub enum FoundKind {
    Symbol,
    File,
    /// A line of text.
    Text,
}

/// A result in the page's search palette.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "FoundSymbol"))]
pub struct FoundItem {
    pub kind: FoundKind,
    /// The first line shown.
    pub title: String,
    /// Of a symbol what it is and its qualified name, of a file its path, of a line its path and number.
    pub detail: String,
    /// The file.
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    /// The symbol's index, for symbols.
    pub symbol: Option<u32>,
    /// In brackets, as the code declares them: of a symbol whose qualified name others of the same list have too.
    pub parameters: Option<String>,
}
