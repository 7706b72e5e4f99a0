//! Looking at code without a model.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use serde::{Deserialize, Serialize};

/// What a directory entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    File,
    Folder,
}

/// One row of a folder's listing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectoryEntry {
    /// Last part of the path.
    pub name: String,
    /// Whole path.
    pub path: String,
    /// File or folder.
    pub kind: EntryKind,
    /// Bytes of source, a folder's in all.
    pub bytes: u64,
    /// Files below; 1 for a file.
    pub files: u32,
    /// A file's language.
    pub language: Option<String>,
}

/// A stretch of a file with one class: byte offsets into the text.
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
    /// Own name.
    pub name: String,
    /// `function`, `class`, ...
    pub kind: String,
    /// Nesting, from 0.
    pub depth: u32,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
}

/// A file to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileView {
    pub path: String,
    /// For people.
    pub language: String,
    pub text: String,
    /// In order, without overlap. Empty where the language is not parsed.
    pub highlight: Vec<HighlightRun>,
    /// In source order.
    pub outline: Vec<OutlineItem>,
    /// Set where the file was not UTF-8.
    pub decoded_from: Option<String>,
}

/// A symbol in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolSummary {
    /// Index in the call graph.
    pub symbol: u32,
    /// `package.module.Class.method`.
    pub qualified_name: String,
    /// Own name.
    pub name: String,
    /// `function`, `class`, ...
    pub kind: String,
    pub path: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
}

/// One call edge, seen from one end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallEdge {
    /// The other end.
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

/// All that is known of a symbol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SymbolPage {
    /// Itself.
    pub symbol: SymbolSummary,
    /// Its head on one line.
    pub signature: String,
    /// Its documentation.
    pub doc: Option<String>,
    /// Who calls it, best first.
    pub callers: Vec<CallEdge>,
    /// What it calls, in source order.
    pub callees: Vec<CallEdge>,
    /// Calls inside it that were not resolved: (line, callee as written, why).
    pub unresolved: Vec<(u32, String, String)>,
    /// Other symbols of the same name.
    pub namesakes: Vec<SymbolSummary>,
}

/// A symbol that a name in the code may mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// The symbol.
    pub symbol: SymbolSummary,
    /// Why it may be meant, for people.
    pub why: String,
    /// True for its definition, and for a call that is proven to reach it.
    pub certain: bool,
}

/// What a name at a place in the code may mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meaning {
    /// As written there.
    pub name: String,
    /// Most certain first.
    pub candidates: Vec<Candidate>,
    /// Symbols of the name that are not listed.
    pub more: u32,
    /// Why a call of the name there leads nowhere known, where there is one.
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

/// Which way to walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Callers,
    Callees,
    #[default]
    Both,
}

/// A node of a neighbourhood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallNode {
    /// The symbol.
    pub symbol: SymbolSummary,
    /// Steps from the middle.
    pub distance: u32,
}

/// A symbol and what is around it in the call graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Neighbourhood {
    /// The middle first; never more than asked for.
    pub nodes: Vec<CallNode>,
    /// (from, to, proven) as indices into `nodes`.
    pub edges: Vec<(u32, u32, bool)>,
    /// Symbols left out to stay readable.
    pub omitted: Vec<SymbolSummary>,
    /// How many more than listed in `omitted`.
    pub more: u32,
    /// The same as Mermaid text; node ids are `n0`, `n1`, ... by index.
    pub mermaid: String,
}

/// A search result for people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchHit {
    pub path: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// Qualified name, if any.
    pub symbol: Option<String>,
    /// `function`, `class`, `text`, ...
    pub kind: String,
    /// Higher is better; only comparable within one query.
    pub score: f32,
    /// The best lines.
    pub snippet: String,
}

/// What the palette found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FoundKind {
    Symbol,
    File,
    /// A line of text.
    Text,
}

/// One row of the palette.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundItem {
    /// What it is.
    pub kind: FoundKind,
    /// First line shown.
    pub title: String,
    /// Second line shown: path, or the text around.
    pub detail: String,
    pub path: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// The symbol's index, for symbols.
    pub symbol: Option<u32>,
}
