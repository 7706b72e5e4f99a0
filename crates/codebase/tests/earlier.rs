//! Index directories of earlier versions still open, as a whole and in pages.

use codebase::{
    Codebase, IndexFiles, IndexSource, List, Loaded, MemoryIndexFiles, Reader, StorageError, SymbolId, SymbolPage,
};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use std::rc::Rc;

struct Files(MemoryIndexFiles);

impl IndexSource for Files {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        Box::pin(ready(self.0.read(name).map_err(StorageError::Files)))
    }
}

/// The files of an index directory, as a version before this one wrote them.
#[allow(clippy::disallowed_methods)] // A test may read its fixture.
fn recorded() -> MemoryIndexFiles {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/earlier-1/index");
    let entries = std::fs::read_dir(folder).expect("the recorded index");
    let file = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.expect("an entry of the folder");
        (entry.file_name().into_string().expect("a plain name"), std::fs::read(entry.path()).expect("a file"))
    };
    MemoryIndexFiles(entries.map(file).collect())
}

fn pages(codebase: &Codebase) -> Vec<Loaded<Option<SymbolPage>>> {
    (0..codebase.overview().symbols).map(|id| codebase.symbol_page(SymbolId(id))).collect()
}

#[test]
fn an_index_of_an_earlier_version_opens_as_a_whole_and_in_pages() {
    let files = recorded();
    let whole = Codebase::read_directory(&files).unwrap();
    let expected = pages(&whole);
    assert!(expected.len() > 5 && expected.iter().all(|page| matches!(page, Ok(Some(_)))));
    assert!(expected.iter().flatten().flatten().any(|page| !page.callers.is_empty()));
    // It has no lists, and says so.
    let why = whole.survey(List::Routes, None, 9, 0).unwrap_err();
    assert!(why.to_string().contains("index the repository again"), "{why}");
    let reader = block_on(Reader::open(Rc::new(Files(files)))).unwrap();
    assert_eq!(block_on(reader.ask(pages)).unwrap(), expected);
}
