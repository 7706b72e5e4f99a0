//! A codebase to an index directory.

use super::chunk::{Chunk, name_of};
use super::head::{HeadRow, SummaryPages, TestHashes, WordPages};
use super::manifest::{FORMAT, HeadFile, MANIFEST, Manifest};
use super::{Head, IndexFiles, Table as Part};
use crate::Codebase;
use crate::codebase::Precomputed;
use crate::error::{FORMAT_VERSION, StorageError};
use crate::lists::page_to_bytes;
use crate::test_index::{self, TestPages};
use dense_search::Table;
use limits::index::{HEAD_BYTES, PAGE_BYTES};
use paging::{Pages, cut, hash};
use source::{ContentHash, FileId, Language, store};
use std::collections::BTreeSet;
use survey::List;

/// Bytes of a page of texts before compression. A file is never split.
const TEXTS_TARGET: usize = 12 * 1024;
/// Pages whose chunks are held before they are written.
const COMPRESSED_AT_ONCE: usize = 256;
const HEAD: &str = "head";
const LEFT_OUT: &str = "what was left out";
/// Symbols named as most called.
const MOST_CALLED: usize = 20;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The manifest.
    pub manifest: Manifest,
    /// How large each part is.
    pub parts: Vec<PartSize>,
    /// The file names of all chunks, sorted.
    pub chunks: Vec<String>,
}

/// A part of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartSize {
    /// For people: `source text`.
    pub name: &'static str,
    /// Number of chunks.
    pub chunks: u32,
    /// Bytes before compression.
    pub bytes: u64,
    /// Bytes of the chunks.
    pub stored: u64,
}

/// Writes chunks as they are made.
pub(super) struct Writer<'f, F> {
    pub files: &'f mut F,
    pub parts: Vec<PartSize>,
    /// A chunk may be named twice: equal pages are one.
    pub chunks: BTreeSet<String>,
    pub stored: u64,
}

impl<'f, F: IndexFiles> Writer<'f, F> {
    pub fn new(files: &'f mut F) -> Self {
        Self { files, parts: Vec::new(), chunks: BTreeSet::new(), stored: 0 }
    }

    pub fn part(&mut self, name: &'static str, pages: Vec<Vec<u8>>) -> Result<Vec<ContentHash>, StorageError> {
        let mut size = PartSize { name, chunks: pages.len() as u32, bytes: 0, stored: 0 };
        let mut hashes = Vec::with_capacity(pages.len());
        let most = if name == HEAD || name == LEFT_OUT { HEAD_BYTES } else { PAGE_BYTES };
        for pages in pages.chunks(COMPRESSED_AT_ONCE) {
            if let Some(page) = pages.iter().find(|page| page.len() as u64 > most) {
                return Err(StorageError::TooLarge { part: name, bytes: page.len() as u64, most });
            }
            size.bytes += pages.iter().map(|page| page.len() as u64).sum::<u64>();
            for Chunk { hash, bytes } in self.files.compress(pages) {
                size.stored += bytes.len() as u64;
                if self.chunks.insert(name_of(&hash)) {
                    self.files.write(&name_of(&hash), &bytes).map_err(StorageError::Files)?;
                    self.stored += bytes.len() as u64;
                }
                hashes.push(hash);
            }
        }
        if size.chunks > 0 {
            self.parts.push(size);
        }
        Ok(hashes)
    }
}

impl Codebase {
    /// Writes the index directory, the manifest last. Files that are not in the new manifest are left alone. A codebase that
    /// is itself read in pages cannot be written.
    pub fn write_directory(&self, files: &mut impl IndexFiles) -> Result<Written, StorageError> {
        self.write_directory_with(files, None)
    }

    /// The same with vectors of its definitions.
    pub fn write_directory_with(
        &self,
        files: &mut impl IndexFiles,
        vectors: Option<&Table>,
    ) -> Result<Written, StorageError> {
        let graph = self.whole_graph()?;
        let snapshot = self.snapshot();
        let keys = self.path_keys();
        let mut writer = Writer::new(files);
        let text_starts =
            cut(snapshot.files.iter().zip(&keys).map(|(file, key)| (*key, file.len as usize)), TEXTS_TARGET);
        let (graph, search) = (graph.to_pages(&keys), self.index().to_pages(&keys).map_err(|_| StorageError::InPages)?);
        let tables = [
            (Part::Texts, self.text_pages(&text_starts)),
            (Part::Symbols, graph.rows),
            (Part::Names, graph.names),
            (Part::Definitions, search.symbols),
            (Part::Chunks, search.chunks),
            (Part::Terms, search.terms),
        ];
        let mut pages = Vec::new();
        for (table, bytes) in tables {
            pages.push(writer.part(table.name(), bytes)?);
        }
        // Neither counted in the manifest nor in its sum: a reader that knows no lists finds what it expects.
        let (chunks, stored) = (writer.chunks.len(), writer.stored);
        let rows = self.lists().and_then(Pages::in_memory).unwrap_or(&[]);
        let lists = writer.part(Part::Lists.name(), rows.iter().map(|page| page_to_bytes(page)).collect())?;
        let list_bytes = writer.stored - stored;
        let summaries = writer.part(Part::Summaries.name(), search.summaries)?;
        let summary_bytes = writer.stored - stored - list_bytes;
        let words = writer.part(Part::Words.name(), search.words)?;
        let word_bytes = writer.stored - stored - list_bytes - summary_bytes;
        let test_pages = rows.get(List::Tests as usize).map(|tests| test_index::write(tests, &keys));
        let tests = match test_pages {
            Some(TestPages { layout, lines, names }) => {
                let lines = writer.part(Part::TestLines.name(), lines)?;
                TestHashes { layout, lines, names: writer.part(Part::TestNames.name(), names)? }
            }
            None => TestHashes::default(),
        };
        let test_bytes = writer.stored - stored - list_bytes - summary_bytes - word_bytes;
        let more = (writer.chunks.len() - chunks, writer.stored - stored);
        let table = writer.part(LEFT_OUT, vec![store::encode_table(snapshot)])?;
        let head = Head {
            name: snapshot.name.clone(),
            files: self.head_rows(),
            text_starts,
            graph: graph.layout,
            search: search.layout,
            syntax_errors: self.syntax_errors().to_vec(),
            precomputed: Precomputed {
                skipped: snapshot.skipped_count(),
                suggestions: self.suggested_questions(),
                most_called: self.most_called(MOST_CALLED).into_iter().map(|symbol| symbol.id).collect(),
            },
            pages,
            table: table[0],
            lists,
            summaries: SummaryPages { starts: search.summary_starts, pages: summaries },
            words: WordPages { layout: search.words_layout, pages: words },
            tests,
            languages: self.unnamed_languages(),
        };
        let head = writer.part(HEAD, vec![head.to_bytes()])?[0];
        let head_bytes = writer.parts.last().map_or(0, |part| part.stored);
        let (chunks, stored) = (writer.chunks.len(), writer.stored);
        let vectors = vectors.map(|table| writer.vectors(table, &keys)).transpose()?;
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION,
            name: snapshot.name.clone(),
            snapshot: snapshot.id().to_string(),
            files: snapshot.files.len() as u32,
            bytes: snapshot.pack.len() as u64,
            symbols: self.graph().len() as u32,
            chunks: (chunks - more.0) as u32,
            index_bytes: stored - more.1,
            list_bytes,
            summary_bytes,
            word_bytes,
            test_bytes,
            vectors,
            head: HeadFile { file: name_of(&head), bytes: head_bytes },
        };
        writer.files.write(MANIFEST, manifest.to_json()?.as_bytes()).map_err(StorageError::Files)?;
        Ok(Written { manifest, parts: writer.parts, chunks: writer.chunks.into_iter().collect() })
    }

    /// The languages that a reader cannot tell by the names of files.
    fn unnamed_languages(&self) -> Vec<(u32, Language)> {
        let files = self.snapshot().files.iter().zip(0u32..);
        let unnamed = files.filter(|(file, _)| file.language != Language::detect(&file.path));
        unnamed.map(|(file, at)| (at, file.language)).collect()
    }

    /// What names each file where tables are cut.
    pub(super) fn path_keys(&self) -> Vec<u32> {
        self.snapshot().files.iter().map(|file| hash(file.path.as_str().as_bytes())).collect()
    }

    fn text_pages(&self, starts: &[u32]) -> Vec<Vec<u8>> {
        let files = self.snapshot().files.len() as u32;
        let page = |at: usize| {
            let end = starts.get(at + 1).copied().unwrap_or(files);
            (starts[at]..end).flat_map(|file| self.snapshot().text(FileId(file)).bytes()).collect()
        };
        (0..starts.len()).map(page).collect()
    }

    fn head_rows(&self) -> Vec<HeadRow> {
        let mut before = "";
        let rows = self.snapshot().files.iter().map(|file| {
            let path = file.path.as_str();
            let same = before.char_indices().zip(path.chars()).take_while(|((_, a), b)| a == b).last();
            let shared = same.map_or(0, |((at, c), _)| at + c.len_utf8());
            before = path;
            HeadRow {
                shared: shared as u32,
                rest: path[shared..].to_owned(),
                len: file.len,
                lines: file.lines,
                decoded_from: file.decoded_from.clone(),
            }
        });
        rows.collect()
    }
}
