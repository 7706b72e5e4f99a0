//! An index directory to a codebase in memory.

use super::{Head, IndexFiles, MANIFEST, Table, name_of, parse_manifest, unpack};
use crate::Codebase;
use crate::error::StorageError;
use crate::lists;
use call_graph::WholeGraph;
use paging::PageId;
use search_index::SearchIndex;
use search_index::paged::{SearchPages, WordsLayout};
use source::{ContentHash, FileId, Span, store};
use std::cell::Cell;
use survey::Survey;

impl Codebase {
    /// Reads a whole index directory. Every chunk's hash is checked, and that the parts fit each other. To ask without
    /// reading all of it, use a [`Reader`](crate::Reader).
    pub fn read_directory(files: &impl IndexFiles) -> Result<Self, StorageError> {
        let manifest = parse_manifest(&files.read(MANIFEST).map_err(StorageError::Files)?)?;
        let left = Cell::new(limits::index::WHOLE_BYTES);
        let read = |hash: ContentHash, most: u64| {
            let bytes =
                unpack(&files.read(&name_of(&hash)).map_err(StorageError::Files)?, &hash, most.min(left.get()))?;
            left.set(left.get() - bytes.len() as u64);
            Ok::<_, StorageError>(bytes)
        };
        let head = Head::read(&read(manifest.head_hash()?, limits::index::HEAD_BYTES)?)?;
        head.check_manifest(&manifest)?;
        let fits = |file: FileId, span: &Span| head.fits(file, span);
        let pages = |table: Table| -> Result<Vec<Vec<u8>>, StorageError> {
            let count = head.pages[table as usize].len() as u32;
            (0..count)
                .map(|page| read(head.chunk(PageId { table: table as u8, page })?, limits::index::PAGE_BYTES))
                .collect()
        };
        let snapshot = store::decode(&read(head.table, limits::index::HEAD_BYTES)?, pages(Table::Texts)?.concat())
            .map_err(|error| StorageError::Damaged(error.to_string()))?;
        if snapshot.id().to_string() != manifest.snapshot || snapshot.files.len() != head.files.len() {
            return Err(StorageError::OtherSnapshot);
        }
        let graph = WholeGraph::from_pages(&head.graph, &pages(Table::Symbols)?, &fits)
            .map_err(|error| StorageError::Damaged(error.to_string()))?;
        let paths = snapshot.files.iter().map(|file| (&file.path, file.language));
        let search = SearchPages {
            layout: head.search.clone(),
            symbols: pages(Table::Definitions)?,
            chunks: pages(Table::Chunks)?,
            terms: pages(Table::Terms)?,
            // What they say is in the rows.
            summaries: Vec::new(),
            summary_starts: Vec::new(),
            words: Vec::new(),
            words_layout: WordsLayout::default(),
        };
        let index = SearchIndex::from_pages(&head.search, paths, &search, &fits)
            .map_err(|error| StorageError::Damaged(error.to_string()))?;
        let lists = head.lists.iter().map(|hash| {
            let bytes = read(*hash, limits::index::PAGE_BYTES)?;
            lists::page_from_bytes(&bytes, snapshot.files.len())
        });
        let pages = lists.collect::<Result<Vec<_>, StorageError>>()?;
        let assembled = Self::assemble(snapshot, graph.into(), index, head.syntax_errors);
        Ok(assembled.with_lists(lists::whole(Survey { pages, ..Survey::default() })))
    }
}
