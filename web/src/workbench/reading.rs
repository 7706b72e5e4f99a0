//! The state of reading code: what is looked for, folded, marked and shown beside a file.

use crate::graph_text::GraphFilter;
use crate::history::Place;
use crate::workbench::OpenFile;
use leptos::prelude::*;
use protocol::{CallPath, FileSearch, Impact, LineMatch, References, Relatives, SymbolSummary};
use std::collections::BTreeSet;
use std::sync::Arc;

/// An identifier in the open file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlace {
    pub path: String,
    /// From 1.
    pub line: u32,
    /// In bytes from the start of the line.
    pub column: u32,
    pub name: String,
}

/// What the card of an identifier says.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    pub place: NamedPlace,
    /// Where on screen, in pixels: left and bottom of the identifier.
    pub at: (f64, f64),
    pub symbol: Option<SymbolSummary>,
    pub signature: String,
    pub doc: Option<String>,
    /// By which rule it is that symbol, or why that is not known.
    pub why: String,
    /// Other symbols that it may be.
    pub others: u32,
}

/// Find in file.
#[derive(Clone, Copy, Default)]
pub struct FindState {
    pub is_open: RwSignal<bool>,
    pub search: RwSignal<FileSearch>,
    pub matches: RwSignal<Arc<Vec<LineMatch>>>,
    /// There are more than those.
    pub more: RwSignal<bool>,
    /// The match that is shown.
    pub at: RwSignal<usize>,
    pub problem: RwSignal<Option<String>>,
}

/// What is asked of the call graph beside its drawing.
#[derive(Clone, Copy, Default)]
pub struct GraphAnswers {
    pub path: RwSignal<Option<Arc<CallPath>>>,
    pub impact: RwSignal<Option<Arc<Impact>>>,
    pub problem: RwSignal<Option<String>>,
}

/// The state of reading.
#[derive(Clone, Copy, Default)]
pub struct Reading {
    pub find: FindState,
    /// Long lines are broken.
    pub wrap: RwSignal<bool>,
    /// Header lines, from 0, of what is folded in the open file.
    pub folded: RwSignal<BTreeSet<u32>>,
    /// The identifier that the keyboard is at.
    pub cursor: RwSignal<Option<NamedPlace>>,
    pub card: RwSignal<Option<Card>>,
    pub references: RwSignal<Option<Arc<References>>>,
    pub relatives: RwSignal<Option<(u32, Arc<Relatives>)>>,
    /// Tests are left out of lists, search and graph.
    pub hide_tests: RwSignal<bool>,
    pub bookmarks: RwSignal<Vec<Place>>,
    /// A second file beside the open one.
    pub beside: RwSignal<Option<Arc<OpenFile>>>,
    /// What the palette is to begin with.
    pub typed: RwSignal<String>,
    pub graph_filter: RwSignal<GraphFilter>,
    pub answers: GraphAnswers,
}
