//! The parts, and how they hang together.

use crate::symbol_finder::SymbolFinder;
use call_graph::{CallGraph, Symbol, SymbolId};
use paging::{Missing, Pages};
use search_index::{Finder, SearchIndex};
use serde::{Deserialize, Serialize};
use source::{FileId, Snapshot};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Bytes of names, before compression, up to which all are fetched at the first typed letters: some 100 KB compressed.
const ALL_NAMES: usize = 600 * 1024;

/// A snapshot with its call graph and search index. Immutable.
///
/// In memory as a whole, or read in pages of an index: then a question may meet what is not there yet, and its answer
/// counts only if [`missing`](Self::missing) is empty after it. [`Reader`](crate::Reader) sees to that.
#[derive(Debug, Clone)]
pub struct Codebase {
    snapshot: Snapshot,
    graph: CallGraph,
    index: SearchIndex,
    /// Files that a grammar could not wholly read: how many errors each. By file.
    syntax_errors: Vec<(FileId, u32)>,
    symbols: SymbolFinder,
    path_finder: Finder,
    /// Where each line of a file starts; made when a file is first looked at.
    line_starts: Arc<[OnceLock<Box<[u32]>>]>,
    /// Texts by file, where the snapshot has none.
    texts: Option<Pages<String>>,
    missing: Missing,
    /// Said of it when it was written, where it is read in pages.
    said: Option<Arc<Said>>,
}

/// What a codebase in memory knows and one that is read in pages cannot find out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Said {
    pub skipped: u32,
    pub suggestions: Vec<String>,
    /// Most called first.
    pub most_called: Vec<SymbolId>,
}

impl Codebase {
    pub(crate) fn assemble(
        snapshot: Snapshot,
        graph: CallGraph,
        index: SearchIndex,
        syntax_errors: Vec<(FileId, u32)>,
    ) -> Self {
        let symbols = SymbolFinder::of_all(&graph);
        let path_finder = Finder::new(snapshot.files.iter().map(|file| file.path.as_str()));
        let line_starts = (0..snapshot.files.len()).map(|_| OnceLock::new()).collect();
        let (texts, missing, said) = (None, Missing::default(), None);
        Self { snapshot, graph, index, syntax_errors, symbols, path_finder, line_starts, texts, missing, said }
    }

    /// The same, read in pages.
    pub(crate) fn in_pages(self, texts: Pages<String>, missing: Missing, said: Arc<Said>) -> Self {
        Self { texts: Some(texts), missing, said: Some(said), ..self }
    }

    /// What was read and was not there, and is told only once.
    pub(crate) fn missing(&self) -> &Missing {
        &self.missing
    }

    pub(crate) fn texts(&self) -> Option<&Pages<String>> {
        self.texts.as_ref()
    }

    pub(crate) fn said(&self) -> Option<&Said> {
        self.said.as_deref()
    }

    /// The text of a file; `None` while it is missing.
    pub fn text(&self, file: FileId) -> Option<&str> {
        match &self.texts {
            None => Some(self.snapshot.text(file)),
            Some(texts) => texts.get(file.0 as usize).map(String::as_str),
        }
    }

    /// The files. Their text is in it only where the codebase is in memory as a whole: ask [`text`](Self::text).
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Who calls whom.
    pub fn graph(&self) -> &CallGraph {
        &self.graph
    }

    /// The search index.
    pub fn index(&self) -> &SearchIndex {
        &self.index
    }

    /// Files that a grammar could not wholly read, with the number of errors.
    pub fn syntax_errors(&self) -> &[(FileId, u32)] {
        &self.syntax_errors
    }

    /// What can be found by name, as far as a few typed letters tell: everything, unless that is too much to fetch.
    pub(crate) fn symbol_finder(&self, typed: &str) -> Cow<'_, SymbolFinder> {
        if !self.graph.is_paged() {
            return Cow::Borrowed(&self.symbols);
        }
        let prefix = if self.graph.bytes_of_names() <= ALL_NAMES { "" } else { typed };
        Cow::Owned(SymbolFinder::of_named(self.graph.named_from(&prefix.to_lowercase(), usize::MAX)))
    }

    pub(crate) fn path_finder(&self) -> &Finder {
        &self.path_finder
    }

    /// Lines `start..=end` of a file, from 1, without the last one's line end. `None` where they are not all there.
    pub fn lines(&self, file: FileId, start: u32, end: u32) -> Option<&str> {
        let text = self.text(file)?;
        let Range { start, end } = self.line_range(file, text, start, end)?;
        text.get(start..end).map(|lines| lines.trim_end_matches('\n').trim_end_matches('\r'))
    }

    pub(crate) fn line_range(&self, file: FileId, text: &str, start: u32, end: u32) -> Option<Range<usize>> {
        let starts = self.line_starts[file.0 as usize].get_or_init(|| line_starts(text));
        let first = *starts.get(start.checked_sub(1)? as usize)? as usize;
        let last = end.checked_sub(1).filter(|last| start <= *last + 1 && (*last as usize) < starts.len())? as usize;
        Some(first..starts.get(last + 1).map_or(text.len(), |next| *next as usize))
    }

    /// The symbols of a file, in the graph's order.
    pub(crate) fn symbols_in(&self, file: FileId) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.graph.symbols_of(file).map(SymbolId).filter_map(|id| Some((id, self.graph.get(id)?)))
    }
}

/// Number of lines, as a snapshot counts them: an empty text has none.
pub(crate) fn lines_in(text: &str) -> u32 {
    if text.is_empty() { 0 } else { line_starts(text).len() as u32 }
}

/// An empty text is one empty line; a newline at the end starts no further line.
fn line_starts(text: &str) -> Box<[u32]> {
    let after_newlines = text.bytes().zip(1u32..).filter(|(byte, _)| *byte == b'\n').map(|(_, next)| next);
    std::iter::once(0).chain(after_newlines.filter(|next| (*next as usize) < text.len())).collect()
}
