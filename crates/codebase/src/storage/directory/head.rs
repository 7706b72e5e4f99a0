//! The head: all that a reader needs before it asks anything.

use super::super::StorageError;
use super::Table;
use crate::Codebase;
use crate::codebase::Said;
use call_graph::paged::GraphLayout;
use paging::{Missing, PageId, Pages};
use search_index::SearchIndex;
use search_index::paged::SearchLayout;
use serde::{Deserialize, Serialize};
use source::{ContentHash, FileEntry, FileId, Language, RepoPath, Snapshot};
use std::sync::Arc;

/// See the module.
#[derive(Debug, Serialize, Deserialize)]
pub struct Head {
    pub name: String,
    pub files: Vec<HeadRow>,
    /// First file of each page of texts.
    pub text_starts: Vec<u32>,
    pub graph: GraphLayout,
    pub search: SearchLayout,
    pub syntax_errors: Vec<(FileId, u32)>,
    pub said: Said,
    /// Hashes of the pages' chunks, by table.
    pub pages: Vec<Vec<ContentHash>>,
    /// The snapshot's own table.
    pub table: ContentHash,
}

/// A file. Its path is told by what it shares with the one before.
#[derive(Debug, Serialize, Deserialize)]
pub struct HeadRow {
    pub shared: u32,
    pub rest: String,
    pub len: u32,
    pub lines: u32,
    pub decoded_from: Option<String>,
}

fn inconsistent() -> StorageError {
    StorageError::Damaged("its head is inconsistent".to_owned())
}

impl Head {
    /// Reads and checks what [`pack`](super::chunk::pack) held.
    pub fn read(bytes: &[u8]) -> Result<Self, StorageError> {
        let mut head: Self = postcard::from_bytes(bytes).map_err(super::super::damaged("its head cannot be read"))?;
        let files = head.files.len();
        let layouts = head.graph.check(files) && head.search.check(files);
        let [symbols, names] = head.graph.pages();
        let [definitions, chunks, terms] = head.search.pages();
        let wanted = [head.text_starts.len() as u32, symbols, names, definitions, chunks, terms];
        let counts = head.pages.iter().map(|pages| pages.len() as u32).eq(wanted);
        let texts = head.text_starts.first() == Some(&0)
            && head.text_starts.is_sorted()
            && head.text_starts.last().is_none_or(|last| *last as usize <= files);
        let known = head.syntax_errors.iter().all(|(file, _)| (file.0 as usize) < files);
        if layouts && counts && texts && known { Ok(head) } else { Err(inconsistent()) }
    }

    /// The hash of a page's chunk.
    pub fn chunk(&self, id: PageId) -> Result<ContentHash, StorageError> {
        self.pages
            .get(id.table as usize)
            .and_then(|pages| pages.get(id.page as usize))
            .copied()
            .ok_or_else(inconsistent)
    }

    /// The hashes of all chunks but the head's own.
    pub fn chunks(&self) -> impl Iterator<Item = ContentHash> + '_ {
        self.pages.iter().flatten().copied().chain([self.table])
    }

    /// The files, as a snapshot without text. Hashes of files are not known: they are 0.
    pub fn snapshot(&self) -> Result<Snapshot, StorageError> {
        let (mut path, mut offset) = (String::new(), 0u64);
        let mut files = Vec::with_capacity(self.files.len());
        for row in &self.files {
            path.get(..row.shared as usize).ok_or_else(inconsistent)?;
            path.truncate(row.shared as usize);
            path.push_str(&row.rest);
            let checked = RepoPath::parse(&path).map_err(|_| inconsistent())?;
            files.push(FileEntry {
                language: Language::detect(&checked),
                path: checked,
                hash: ContentHash([0; 16]),
                offset,
                len: row.len,
                lines: row.lines,
                decoded_from: row.decoded_from.clone(),
            });
            offset += u64::from(row.len);
        }
        if !files.is_sorted_by(|a, b| a.path < b.path) {
            return Err(inconsistent());
        }
        let empty: Arc<[u8]> = Arc::from([]);
        Ok(Snapshot { name: self.name.clone(), files: files.into(), pack: empty, skipped: Arc::from([]) })
    }

    /// A codebase of which no page is there.
    pub fn codebase(&self, snapshot: Snapshot) -> Codebase {
        let missing = Missing::default();
        let table = |table: Table| table as u8;
        let graph =
            call_graph::CallGraph::unloaded(self.graph.clone(), [table(Table::Symbols), table(Table::Names)], &missing);
        let files = snapshot.files.iter().map(|file| (&file.path, file.language));
        let tables = [Table::Definitions, Table::Chunks, Table::Terms].map(table);
        let index = SearchIndex::unloaded(&self.search, files, tables, &missing);
        let rows = self.files.len() as u32;
        let texts = Pages::unloaded(table(Table::Texts), &self.text_starts[..], rows, missing.clone());
        let codebase = Codebase::assemble(snapshot, graph, index, self.syntax_errors.clone());
        codebase.in_pages(texts, missing, Arc::new(self.said.clone()))
    }

    /// Puts a page into a codebase that [`codebase`](Self::codebase) made.
    pub fn load(&self, codebase: &Codebase, id: PageId, bytes: &[u8]) -> Result<(), StorageError> {
        let damaged = |what: String| StorageError::Damaged(what);
        let table = Table::ALL.get(id.table as usize).copied().ok_or_else(inconsistent)?;
        let (graph, index) = (codebase.graph(), codebase.index());
        match table {
            Table::Texts => self.load_texts(codebase, id.page, bytes),
            Table::Symbols => graph.load_rows(id.page, bytes).map_err(|error| damaged(error.to_string())),
            Table::Names => graph.load_names(id.page, bytes).map_err(|error| damaged(error.to_string())),
            Table::Definitions => {
                index.load_symbols(id.page, bytes, &self.search).map_err(|error| damaged(error.to_string()))
            }
            Table::Chunks => index.load_chunks(id.page, bytes).map_err(|error| damaged(error.to_string())),
            Table::Terms => index.load_terms(id.page, bytes, &self.search).map_err(|error| damaged(error.to_string())),
        }
    }

    fn load_texts(&self, codebase: &Codebase, page: u32, bytes: &[u8]) -> Result<(), StorageError> {
        let texts = codebase.texts().ok_or_else(inconsistent)?;
        let mut left = std::str::from_utf8(bytes).map_err(|_| inconsistent())?;
        let mut rows = Vec::new();
        for file in texts.rows_of(page) {
            let (text, rest) = left.split_at_checked(self.files[file].len as usize).ok_or_else(inconsistent)?;
            rows.push(text.to_owned());
            left = rest;
        }
        if !left.is_empty() {
            return Err(inconsistent());
        }
        texts.load(page, rows).map_err(|_| inconsistent())
    }
}
