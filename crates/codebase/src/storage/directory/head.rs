//! The head: all that a reader needs before it asks anything.

use super::{Manifest, Table};
use crate::Codebase;
use crate::codebase::{Paged, Precomputed, lines_in};
use crate::error::StorageError;
use crate::lists::{self, MOST_PAGES};
use crate::test_index::{TestIndex, TestLayout};
use call_graph::PagedGraph;
use call_graph::paged::GraphLayout;
use paging::{Missing, PageId, Pages, are_starts};
use search_index::SearchIndex;
use search_index::paged::{SearchLayout, WordsLayout};
use serde::{Deserialize, Serialize};
use source::{ContentHash, FileEntry, FileId, Language, RepoPath, Snapshot, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// See the module. [`to_bytes`](Head::to_bytes) writes it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Head {
    pub name: String,
    pub files: Vec<HeadRow>,
    /// First file of each page of texts.
    pub text_starts: Vec<u32>,
    pub graph: GraphLayout,
    pub search: SearchLayout,
    pub syntax_errors: Vec<(FileId, u32)>,
    pub precomputed: Precomputed,
    /// Hashes of the pages' chunks, by table.
    pub pages: Vec<Vec<ContentHash>>,
    /// The snapshot's own table.
    pub table: ContentHash,
    /// Hashes of the lists' chunks, by number of the list; none in an index that was made before lists were kept.
    #[serde(skip)]
    pub lists: Vec<ContentHash>,
    /// None in an index that was made before there were summaries.
    #[serde(skip)]
    pub summaries: SummaryPages,
    /// None in an index that was made before terms had pages of their own.
    #[serde(skip)]
    pub words: WordPages,
    /// None in an index that was made before, or that has no list of tests.
    #[serde(skip)]
    pub tests: TestHashes,
    /// The languages of files whose names show another one or none, by number of the file: headers of C++, scripts of a shell.
    /// None in an index that was made before.
    #[serde(skip)]
    pub languages: Vec<(u32, Language)>,
}

/// The pages of the list of tests by line and by name.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestHashes {
    pub layout: TestLayout,
    pub lines: Vec<ContentHash>,
    pub names: Vec<ContentHash>,
}

impl TestHashes {
    fn fit(&self, files: usize) -> bool {
        self.layout.fits(files)
            && self.layout.line_starts.len() == self.lines.len()
            && self.layout.first_names.len() == self.names.len()
    }
}

/// The pages of the terms alone.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordPages {
    pub layout: WordsLayout,
    pub pages: Vec<ContentHash>,
}

/// The pages of what ranking knows of candidates.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SummaryPages {
    /// First file of each page.
    pub starts: Vec<u32>,
    pub pages: Vec<ContentHash>,
}

impl SummaryPages {
    fn fit(&self, files: usize) -> bool {
        let none = self.starts.is_empty() && self.pages.is_empty();
        none || (self.starts.len() == self.pages.len() && are_starts(&self.starts, files as u32, u32::MAX))
    }
}

/// A file. `shared` bytes of its path are those of the file before; `rest` follows.
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

/// What follows in the bytes behind the head; `None` where nothing does.
fn next<'b, T: Deserialize<'b>>(behind: &mut &'b [u8]) -> Result<Option<T>, StorageError> {
    if behind.is_empty() {
        return Ok(None);
    }
    let unreadable = crate::error::damaged("its head cannot be read");
    let (read, rest) = postcard::take_from_bytes(behind).map_err(unreadable)?;
    *behind = rest;
    Ok(Some(read))
}

impl Head {
    /// The head, and behind it the number of call sites for which linking had reached its limit of work, the hashes of the
    /// lists, the pages of summaries, of words and of tests, and languages, as far as there are any: an index without them has
    /// the bytes that it had before they were kept. Readers of versions before leave out what follows what they know.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = postcard::to_stdvec(self).expect("plain data of known length is written to memory");
        let sites = self.graph.work_limit();
        let behind = match (sites, self.lists.as_slice(), self.summaries.pages.as_slice()) {
            (sites, lists, _) if !self.languages.is_empty() => {
                let all = (sites, lists, &self.summaries, &self.words, &self.tests, &self.languages);
                postcard::to_extend(&all, head)
            }
            (0, [], []) => return head,
            (sites, [], []) => postcard::to_extend(&sites, head),
            (sites, lists, []) => postcard::to_extend(&(sites, lists), head),
            (sites, lists, _) if self.words.pages.is_empty() => {
                postcard::to_extend(&(sites, lists, &self.summaries), head)
            }
            (sites, lists, _) if self.tests.lines.is_empty() => {
                postcard::to_extend(&(sites, lists, &self.summaries, &self.words), head)
            }
            (sites, lists, _) => postcard::to_extend(&(sites, lists, &self.summaries, &self.words, &self.tests), head),
        };
        behind.expect("numbers are written to memory")
    }

    /// Reads and checks what [`to_bytes`](Self::to_bytes) wrote.
    pub fn read(bytes: &[u8]) -> Result<Self, StorageError> {
        let unreadable = crate::error::damaged("its head cannot be read");
        let (mut head, behind): (Self, &[u8]) = postcard::take_from_bytes(bytes).map_err(&unreadable)?;
        let mut behind = behind;
        if let Some(sites) = next(&mut behind)? {
            head.graph.set_work_limit(sites);
        }
        head.lists = next(&mut behind)?.unwrap_or_default();
        head.summaries = next(&mut behind)?.unwrap_or_default();
        head.words = next(&mut behind)?.unwrap_or_default();
        head.tests = next(&mut behind)?.unwrap_or_default();
        head.languages = next(&mut behind)?.unwrap_or_default();
        let files = head.files.len();
        let few = files as u64 <= limits::repository::FILES && head.text_bytes() <= limits::repository::SOURCE_BYTES;
        let layouts = head.graph.check(files) && head.search.check(files);
        let [symbols, names] = head.graph.pages();
        let [definitions, chunks, terms] = head.search.pages();
        let wanted = [head.text_starts.len() as u32, symbols, names, definitions, chunks, terms];
        let counts = head.pages.iter().map(|pages| pages.len() as u32).eq(wanted);
        let texts = are_starts(&head.text_starts, files as u32, u32::MAX)
            && (0..head.text_starts.len()).all(|page| head.text_bytes_of(page) <= limits::index::PAGE_BYTES);
        let known = head.syntax_errors.iter().all(|(file, _)| (file.0 as usize) < files);
        let sound = head.lists.len() <= MOST_PAGES
            && head.summaries.fit(files)
            && head.words.layout.fits(head.search.terms())
            && head.words.layout.pages() == head.words.pages.len()
            && head.tests.fit(files)
            && head.languages.is_sorted_by(|a, b| a.0 < b.0)
            && head.languages.last().is_none_or(|(file, _)| (*file as usize) < files)
            && few
            && layouts
            && counts
            && texts
            && known
            && head.rows_fit_their_files();
        if sound { Ok(head) } else { Err(inconsistent()) }
    }

    /// Rows of all tables but the texts.
    pub fn rows(&self) -> u64 {
        let symbols = self.graph.symbols_by_file().iter().map(|count| u64::from(*count));
        let documents =
            self.search.documents_by_file().map(|(definitions, chunks)| u64::from(definitions) + u64::from(chunks));
        symbols.chain(documents).sum::<u64>() + u64::from(self.graph.names()) + u64::from(self.search.terms())
    }

    pub fn text_bytes(&self) -> u64 {
        self.files.iter().map(|file| u64::from(file.len)).sum()
    }

    fn text_bytes_of(&self, page: usize) -> u64 {
        let at = |page: usize| self.text_starts.get(page).map_or(self.files.len(), |start| *start as usize);
        self.files[at(page)..at(page + 1)].iter().map(|file| u64::from(file.len)).sum()
    }

    /// Whether every file is large enough for the rows that it claims.
    fn rows_fit_their_files(&self) -> bool {
        let symbols = self.graph.symbols_by_file().iter();
        let rows = self.files.iter().zip(symbols).zip(self.search.documents_by_file());
        let fits = |((file, symbols), (definitions, chunks)): ((&HeadRow, &u32), (u32, u32))| {
            let len = u64::from(file.len);
            let most = 4 * len + 16;
            let rows = [*symbols, definitions, chunks].map(u64::from);
            rows.iter().all(|count| *count <= most) && u64::from(file.lines) <= len + 1
        };
        rows.into_iter().all(fits)
    }

    /// Whether a file has such a stretch.
    pub fn fits(&self, file: FileId, span: &Span) -> bool {
        let within = |file: &HeadRow| {
            let lines = file.lines.saturating_add(1);
            span.start <= span.end
                && span.end <= file.len
                && (1..=lines).contains(&span.start_line)
                && (span.start_line..=lines).contains(&span.end_line)
        };
        self.files.get(file.0 as usize).is_some_and(within)
    }

    /// Whether the manifest agrees with the head.
    ///
    /// # Errors
    /// What differs.
    pub fn check_manifest(&self, manifest: &Manifest) -> Result<(), StorageError> {
        let chunks = self.counted().collect::<BTreeSet<_>>().len() as u64 + 1;
        let pairs = [
            ("files", u64::from(manifest.files), self.files.len() as u64),
            ("bytes", manifest.bytes, self.text_bytes()),
            ("symbols", u64::from(manifest.symbols), self.graph.symbols_by_file().iter().map(|n| u64::from(*n)).sum()),
            ("chunks", u64::from(manifest.chunks), chunks),
        ];
        let differs = pairs.iter().find(|(_, claimed, found)| claimed != found).map(|(what, ..)| *what);
        match differs.or((manifest.name != self.name).then_some("name")) {
            Some(what) => Err(StorageError::Damaged(format!("its manifest and its head say different `{what}`"))),
            None => Ok(()),
        }
    }

    pub fn chunk(&self, id: PageId) -> Result<ContentHash, StorageError> {
        let pages = match Table::ALL.get(id.table as usize) {
            Some(Table::Lists) => Some(&self.lists),
            Some(Table::Summaries) => Some(&self.summaries.pages),
            Some(Table::Words) => Some(&self.words.pages),
            Some(Table::TestLines) => Some(&self.tests.lines),
            Some(Table::TestNames) => Some(&self.tests.names),
            _ => self.pages.get(id.table as usize),
        };
        pages.and_then(|pages| pages.get(id.page as usize)).copied().ok_or_else(inconsistent)
    }

    /// The hashes of all chunks but the head's own.
    pub fn chunks(&self) -> impl Iterator<Item = ContentHash> + '_ {
        self.counted().chain(self.behind().into_iter().flatten().copied())
    }

    /// The hashes of the tables that follow the old ones, in the order of their numbers.
    pub fn behind(&self) -> [&Vec<ContentHash>; 5] {
        [&self.lists, &self.summaries.pages, &self.words.pages, &self.tests.lines, &self.tests.names]
    }

    /// The hashes of the chunks that the manifest counts, but the head's own.
    pub fn counted(&self) -> impl Iterator<Item = ContentHash> + '_ {
        self.pages.iter().flatten().copied().chain([self.table])
    }

    /// The files, as a snapshot without text. Hashes of files are not known: they are 0.
    pub fn snapshot(&self) -> Result<Snapshot, StorageError> {
        let (mut path, mut offset, mut written) = (String::new(), 0u64, 0u64);
        let mut files = Vec::with_capacity(self.files.len());
        let mut languages = self.languages.iter().peekable();
        for (row, at) in self.files.iter().zip(0u32..) {
            path.get(..row.shared as usize).ok_or_else(inconsistent)?;
            path.truncate(row.shared as usize);
            path.push_str(&row.rest);
            let checked = RepoPath::parse(&path).map_err(|_| inconsistent())?;
            // Paths that share nearly all of the one before take few bytes each and could fill any memory.
            written += path.len() as u64;
            if written > limits::index::HEAD_BYTES {
                return Err(inconsistent());
            }
            let known = languages.next_if(|(file, _)| *file == at).map(|(_, language)| *language);
            files.push(FileEntry {
                language: known.unwrap_or_else(|| Language::detect(&checked)),
                path: checked,
                hash: ContentHash([0; 16]),
                offset,
                len: row.len,
                lines: row.lines,
                decoded_from: row.decoded_from.clone(),
                stripped_bom: false,
            });
            offset += u64::from(row.len);
        }
        if !files.is_sorted_by(|a, b| a.path < b.path) {
            return Err(inconsistent());
        }
        let (pack, skipped) = (Arc::default(), Arc::from([]));
        Ok(Snapshot { name: self.name.clone(), files: files.into(), pack, skipped })
    }

    /// A codebase of which no page is there.
    pub fn codebase(&self, snapshot: Snapshot) -> Codebase {
        let missing = Missing::default();
        let table = |table: Table| table as u8;
        let graph = PagedGraph::unloaded(self.graph.clone(), [Table::Symbols, Table::Names].map(table), &missing);
        let files = snapshot.files.iter().map(|file| (&file.path, file.language));
        let tables = [Table::Definitions, Table::Chunks, Table::Terms].map(table);
        let mut index = SearchIndex::unloaded(&self.search, files, tables, &missing);
        if !self.summaries.pages.is_empty() {
            index = index.with_summaries(&self.summaries.starts, table(Table::Summaries), &missing);
        }
        if !self.words.pages.is_empty() {
            index = index.with_words(&self.search, &self.words.layout, table(Table::Words), &missing);
        }
        let rows = self.files.len() as u32;
        let texts = Pages::unloaded(table(Table::Texts), &self.text_starts[..], rows, missing.clone());
        let codebase = Codebase::assemble(snapshot, graph.into(), index, self.syntax_errors.clone());
        let lists = lists::unloaded(table(Table::Lists), self.lists.len(), &missing);
        let tables = [Table::TestLines, Table::TestNames].map(table);
        let tests = !self.tests.lines.is_empty();
        let tests = tests.then(|| TestIndex::unloaded(&self.tests.layout, rows, tables, &missing));
        let precomputed = Arc::new(self.precomputed.clone());
        codebase.with_lists(lists).in_pages(Paged { texts, missing, precomputed, tests })
    }

    /// Puts a page into a codebase that [`codebase`](Self::codebase) made.
    pub fn load(&self, codebase: &Codebase, id: PageId, bytes: &[u8]) -> Result<(), StorageError> {
        let damaged = |what: String| StorageError::Damaged(what);
        let table = Table::ALL.get(id.table as usize).copied().ok_or_else(inconsistent)?;
        let (graph, index) = (codebase.graph().paged().ok_or_else(inconsistent)?, codebase.index());
        let fits = |file: FileId, span: &Span| self.fits(file, span);
        match table {
            Table::Texts => self.load_texts(codebase, id.page, bytes),
            Table::Symbols => graph.load_rows(id.page, bytes, &fits).map_err(|error| damaged(error.to_string())),
            Table::Names => graph.load_names(id.page, bytes).map_err(|error| damaged(error.to_string())),
            Table::Definitions => {
                index.load_symbols(id.page, bytes, &self.search, &fits).map_err(|error| damaged(error.to_string()))
            }
            Table::Chunks => {
                index.load_chunks(id.page, bytes, &self.search, &fits).map_err(|error| damaged(error.to_string()))
            }
            Table::Lists => {
                let page = lists::page_from_bytes(bytes, self.files.len())?;
                let lists = codebase.lists().ok_or_else(inconsistent)?;
                let page = codebase.entries_in_scope(page);
                lists.load(id.page, vec![page]).map_err(|_| inconsistent())
            }
            Table::Summaries => {
                index.load_summaries(id.page, bytes, &self.search).map_err(|error| damaged(error.to_string()))
            }
            Table::TestLines => self.tests_of(codebase)?.load_lines(id.page, bytes),
            Table::TestNames => self.tests_of(codebase)?.load_names(id.page, bytes),
            Table::Words => index.load_words(id.page, bytes).map_err(|error| damaged(error.to_string())),
            Table::Terms => index.load_terms(id.page, bytes, &self.search).map_err(|error| damaged(error.to_string())),
        }
    }

    fn tests_of<'c>(&self, codebase: &'c Codebase) -> Result<&'c TestIndex, StorageError> {
        codebase.paged().and_then(|paged| paged.tests.as_ref()).ok_or_else(inconsistent)
    }

    fn load_texts(&self, codebase: &Codebase, page: u32, bytes: &[u8]) -> Result<(), StorageError> {
        let texts = &codebase.paged().ok_or_else(inconsistent)?.texts;
        let mut left = std::str::from_utf8(bytes).map_err(|_| inconsistent())?;
        let mut rows = Vec::new();
        for file in texts.rows_of(page) {
            let row = &self.files[file];
            let (text, rest) = left.split_at_checked(row.len as usize).ok_or_else(inconsistent)?;
            if lines_in(text) != row.lines {
                return Err(inconsistent());
            }
            rows.push(text.to_owned());
            left = rest;
        }
        if !left.is_empty() {
            return Err(inconsistent());
        }
        texts.load(page, rows).map_err(|_| inconsistent())
    }
}

#[cfg(test)]
mod tests {
    use super::{Head, SummaryPages};
    use crate::storage::directory::{MemoryIndexFiles, unpack};
    use crate::{Codebase, List, Overview, fixture};
    use source::{Language, RepoPath, Snapshot};

    fn head_of(codebase: &Codebase) -> Vec<u8> {
        let mut files = MemoryIndexFiles::default();
        let manifest = codebase.write_directory(&mut files).unwrap().manifest;
        unpack(&files.0[&manifest.head.file], &manifest.head_hash().unwrap(), u64::MAX).unwrap()
    }

    #[test]
    fn sites_that_linking_gave_up_follow_a_head_of_the_old_shape() {
        let mut head = Head::read(&head_of(&fixture::shop())).unwrap();
        assert_eq!(head.lists.len(), List::ALL.len());
        assert!(!head.summaries.pages.is_empty());
        head.summaries = SummaryPages::default();
        let with_lists = Head::read(&head.to_bytes()).unwrap();
        assert!(
            with_lists.lists == head.lists && with_lists.summaries.pages.is_empty(),
            "as the version before wrote it"
        );
        head.lists.clear();
        assert_eq!(postcard::to_stdvec(&head).unwrap(), head.to_bytes(), "a head without either is as it always was");
        assert!(Head::read(&head.to_bytes()).unwrap().lists.is_empty());
        assert_eq!(head.graph.work_limit(), 0);
        let codebase = fixture::shop_hardly_linked();
        let hardly = head_of(&codebase);
        let head = Head::read(&hardly).unwrap();
        assert_eq!(head.graph.work_limit(), codebase.overview().calls.work_limit);
        let old: Head = postcard::from_bytes(&hardly).unwrap();
        assert_eq!(old.graph.work_limit(), 0, "an older reader leaves out what follows");
    }

    #[test]
    fn more_sites_than_are_unresolved_are_refused() {
        let mut head = Head::read(&head_of(&fixture::shop())).unwrap();
        head.lists.clear();
        head.summaries = SummaryPages::default();
        let mut bytes = head.to_bytes();
        bytes.extend([255, 255, 3]);
        assert!(Head::read(&bytes).unwrap_err().to_string().contains("inconsistent"));
        bytes.truncate(bytes.len() - 1);
        assert!(Head::read(&bytes).unwrap_err().to_string().contains("cannot be read"));
    }
    const HEADERS: &str = "//- bin/run\n#!/bin/sh\ngo() { :; }\n//- a.h\nstruct A { int b; };\n\
        //- b.h\nnamespace b {\nclass B {\npublic:\n  int c();\n};\n}\n//- c.cpp\n#include \"b.h\"\n";

    #[test]
    fn files_have_the_language_of_their_text_that_their_names_do_not_show() {
        let whole = fixture::built(fixture::snapshot_of(HEADERS));
        let languages = |snapshot: &Snapshot| -> Vec<(String, Language)> {
            snapshot.files.iter().map(|file| (file.path.as_str().to_owned(), file.language)).collect()
        };
        let head = Head::read(&head_of(&whole)).unwrap();
        assert_eq!(
            head.languages.iter().map(|(_, language)| *language).collect::<Vec<_>>(),
            [Language::Cpp, Language::Shell]
        );
        let read = head.snapshot().unwrap();
        assert_eq!(languages(&read), languages(whole.snapshot()));
        let of = |path: &str| head.codebase(read.clone()).language_of(&RepoPath::parse(path).unwrap());
        assert_eq!((of("a.h"), of("b.h"), of("bin/run")), (Language::C, Language::Cpp, Language::Shell));
        let shares = |overview: Overview| -> Vec<(Language, u32)> {
            overview.languages.iter().map(|share| (share.language, share.files)).collect()
        };
        assert_eq!(shares(head.codebase(read.clone()).overview()), shares(whole.overview()));
    }

    #[test]
    fn a_head_without_such_files_is_as_it_always_was_and_one_with_others_is_refused() {
        let mut head = Head::read(&head_of(&fixture::shop())).unwrap();
        assert!(head.languages.is_empty());
        let without = head.to_bytes();
        head.languages = vec![(1, Language::Cpp)];
        let with = head.to_bytes();
        assert!(with.starts_with(&without), "earlier readers leave out what follows");
        assert_eq!(Head::read(&with).unwrap().languages, head.languages);
        for wrong in [vec![(9_999, Language::C)], vec![(2, Language::C), (1, Language::C)]] {
            head.languages = wrong;
            assert!(Head::read(&head.to_bytes()).is_err());
        }
    }
}
