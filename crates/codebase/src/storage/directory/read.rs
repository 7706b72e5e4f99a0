//! An index directory to a codebase in memory.

use super::super::StorageError;
use super::{Head, IndexFiles, MANIFEST, Table, name_of, parse_manifest, unpack};
use crate::Codebase;
use call_graph::CallGraph;
use paging::PageId;
use search_index::SearchIndex;
use search_index::paged::SearchPages;
use source::{ContentHash, store};

impl Codebase {
    /// Reads a whole index directory. Every chunk's hash is checked, and that the parts fit each other. To ask without
    /// reading all of it, use a [`Reader`](crate::Reader).
    pub fn read_directory(files: &impl IndexFiles) -> Result<Self, StorageError> {
        let manifest = parse_manifest(&files.read(MANIFEST).map_err(StorageError::Files)?)?;
        let read = |hash: ContentHash| unpack(&files.read(&name_of(&hash)).map_err(StorageError::Files)?, &hash);
        let head = Head::read(&read(manifest.head_hash()?)?)?;
        let pages = |table: Table| -> Result<Vec<Vec<u8>>, StorageError> {
            let count = head.pages[table as usize].len() as u32;
            (0..count).map(|page| read(head.chunk(PageId { table: table as u8, page })?)).collect()
        };
        let snapshot = store::decode(&read(head.table)?, pages(Table::Texts)?.concat())
            .map_err(|error| StorageError::Damaged(error.to_string()))?;
        if snapshot.id().to_string() != manifest.snapshot || snapshot.files.len() != head.files.len() {
            return Err(StorageError::OtherSnapshot);
        }
        let graph = CallGraph::from_pages(&head.graph, &pages(Table::Symbols)?)
            .map_err(|error| StorageError::Damaged(error.to_string()))?;
        let paths = snapshot.files.iter().map(|file| (&file.path, file.language));
        let search = SearchPages {
            layout: head.search.clone(),
            symbols: pages(Table::Definitions)?,
            chunks: pages(Table::Chunks)?,
            terms: pages(Table::Terms)?,
        };
        let index = SearchIndex::from_pages(&head.search, paths, &search)
            .map_err(|error| StorageError::Damaged(error.to_string()))?;
        Ok(Self::assemble(snapshot, graph, index, head.syntax_errors))
    }
}
