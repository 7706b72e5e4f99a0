//! The repository at first sight: what it is, where it begins, what it has, and a map of its parts.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use serde::{Deserialize, Serialize};

/// What the lines of a section are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverviewKind {
    /// Binaries, main functions, and what a library exports.
    EntryPoints,
    /// Routes of a server.
    Routes,
    /// Commands of a command line.
    Commands,
    /// How to build, run and test.
    Scripts,
    /// Symbols that most others call.
    MostCalled,
    /// Types that much other code uses.
    MainTypes,
    /// Folders with tests.
    Tests,
    /// Files that most of the newest commits changed.
    Changed,
}

/// One fact, and the place that says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverviewLine {
    pub title: String,
    /// More about it; may be empty.
    pub detail: String,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    /// Index in the call graph, where it is a symbol.
    pub symbol: Option<u32>,
    /// How many callers, tests or commits; `None` where nothing is counted.
    pub count: Option<u32>,
}

/// Some facts of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverviewSection {
    pub kind: OverviewKind,
    /// At least one.
    pub lines: Vec<OverviewLine>,
    /// How many there are in all: of tests the tests, of changed files the commits that were looked at, of all else the lines.
    /// `None` where only the first of an order are meant.
    pub total: Option<u32>,
}

/// How much of the repository is in a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageLine {
    pub name: String,
    pub files: u32,
    pub lines: u64,
    /// The path of the file with most lines.
    pub largest: String,
}

/// The repository at first sight.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OverviewPage {
    /// The name and the description of the manifest.
    pub description: Option<OverviewLine>,
    /// The first paragraph of the README.
    pub readme: Option<OverviewLine>,
    /// Most lines first.
    pub languages: Vec<LanguageLine>,
    /// How many languages there are beyond those, and their lines.
    pub other_languages: (u32, u64),
    /// Those that the repository has, in the order in which they are shown.
    pub sections: Vec<OverviewSection>,
}

/// A package, a folder or a file of code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapPart {
    /// From the root of the repository.
    pub path: String,
    /// The path without what all parts of the level begin with.
    pub name: String,
    /// False for a file.
    pub is_folder: bool,
    /// Files of code in it, outside of tests and examples.
    pub files: u32,
    /// Their lines.
    pub lines: u32,
    /// The path of the file that shows best what it is.
    pub head: String,
    /// What it says of itself and what it defines; may be empty.
    pub said: String,
}

/// What one part uses of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapEdge {
    /// Index of the part that uses.
    pub from: u32,
    /// Index of the part that is used.
    pub to: u32,
    /// Proven calls from the one to the other.
    pub calls: u32,
    /// Files of the one that import something of the other.
    pub files: u32,
}

/// One level of the map of parts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PartsMap {
    /// The folder; empty for the whole repository.
    pub base: String,
    /// The largest first.
    pub parts: Vec<MapPart>,
    /// Between the parts listed, the heaviest first.
    pub edges: Vec<MapEdge>,
    /// Parts beyond those listed.
    pub more: u32,
    /// Files of code of the folder that are in no part.
    pub outside: u32,
}
