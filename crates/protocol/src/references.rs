//! Who refers to a symbol, what is above and below it, who is reached by a change of it.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::{CallEdge, SymbolSummary};
use serde::{Deserialize, Serialize};

/// How a line refers to a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReferenceKind {
    Definition,
    Call,
    Import,
    Type,
    Write,
    Read,
}

/// How sure a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sureness {
    /// A rule proves it.
    Proven,
    /// A rule says so, and may be wrong.
    Possible,
    /// The name is the same, and nothing else is known.
    SameName,
}

/// A line that refers to a symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    pub kind: ReferenceKind,
    pub sure: Sureness,
    /// The rule that says so; `None` for the same name.
    pub rule: Option<String>,
    /// From 1.
    pub line: u32,
    /// The line, trimmed.
    pub text: String,
    /// Qualified name of the symbol around, if any.
    pub within: Option<String>,
    pub is_test: bool,
}

/// The references in one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileReferences {
    pub path: String,
    /// By line.
    pub references: Vec<Reference>,
}

/// All references to a symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct References {
    pub symbol: SymbolSummary,
    /// Code before tests, by path.
    pub files: Vec<FileReferences>,
    /// How many there are, those that are not listed included.
    pub proven: u32,
    pub possible: u32,
    pub same_name: u32,
    /// Lines with the name that are known to mean something else.
    pub elsewhere: u32,
    /// How many are not listed.
    pub omitted: u32,
    /// False where not all files were read.
    pub is_all: bool,
}

/// A type above or below another, or the method of such a type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relative {
    /// As written, or qualified where it is in the repository.
    pub name: String,
    /// `None` where it is not in the repository.
    pub symbol: Option<SymbolSummary>,
    pub sure: Sureness,
    /// The file in which it is stated.
    pub path: String,
    pub line: u32,
    /// Types between, from 1.
    pub distance: u32,
}

/// What is above and below a type or method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relatives {
    pub supertypes: Vec<Relative>,
    pub implementations: Vec<Relative>,
    /// False where not all was looked at.
    pub is_all: bool,
}

/// A symbol that a change reaches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    pub symbol: SymbolSummary,
    /// Calls between, from 1.
    pub distance: u32,
    /// True where a chain of that length has proven calls alone.
    pub proven: bool,
    pub is_test: bool,
}

/// Who is within so many calls of a symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Impact {
    /// Nearest first, code before tests.
    pub reached: Vec<Reached>,
    /// How many, those that are not listed included, and how many of them are tests.
    pub total: u32,
    pub tests: u32,
    /// False where the walk was ended because there are too many.
    pub is_all: bool,
}

/// A chain of calls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallPath {
    pub from: SymbolSummary,
    /// Each call leads from the one before; empty where there is no chain.
    pub steps: Vec<CallEdge>,
    /// False where the search was ended because there are too many symbols.
    pub is_all: bool,
}

/// What is looked for in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FileSearch {
    /// A text, or a regular expression.
    pub text: String,
    pub is_pattern: bool,
    /// Whether upper and lower case of ASCII letters differ.
    pub match_case: bool,
    pub whole_words: bool,
}

/// A place in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineMatch {
    /// From 1.
    pub line: u32,
    /// Bytes from the start of the line: first, and one past the last.
    pub start: u32,
    pub end: u32,
}
