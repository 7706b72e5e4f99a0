//! How much of a large index a search reads: ten results of two hundred candidates all over 5,500 files.

use codebase::reader::listing;
use codebase::{Codebase, CodebaseBuilder, IndexFiles, IndexSource, MemoryIndexFiles, Reader, StorageError};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use source::{Limits, RepoPath, SnapshotBuilder};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

const FILES: usize = 5_500;

fn built(files: impl Iterator<Item = (String, String)>) -> Codebase {
    let mut snapshot = SnapshotBuilder::new("large", Limits::default());
    for (path, text) in files {
        snapshot.add(RepoPath::parse(&path).unwrap(), text.into_bytes()).unwrap();
    }
    let mut builder = CodebaseBuilder::new(snapshot.finish().unwrap());
    for file in builder.pending() {
        let snapshot = builder.snapshot();
        let facts = syntax::parse(snapshot.file(file).language, snapshot.text(file)).unwrap();
        builder.add_facts(file, facts).unwrap();
    }
    builder.finish()
}

/// An index in memory, and what was read of it.
struct Counted {
    files: MemoryIndexFiles,
    read: RefCell<Vec<String>>,
}

impl IndexSource for Counted {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        self.read.borrow_mut().push(name.to_owned());
        Box::pin(ready(self.files.read(name).map_err(StorageError::Files)))
    }
}

/// Pages and bytes of one part.
type Read = BTreeMap<&'static str, (usize, usize)>;

impl Counted {
    fn taken(&self, parts: &BTreeMap<String, &'static str>) -> Read {
        let mut read = Read::new();
        for name in self.read.take() {
            let (pages, bytes) = read.entry(parts.get(&name).copied().unwrap_or("head")).or_default();
            *pages += 1;
            *bytes += self.files.0[&name].len();
        }
        read
    }
}

#[test]
fn a_search_reads_the_pages_of_what_it_shows_and_not_of_its_candidates() {
    let codebase = built(fixtures::large::modules(FILES));
    let mut files = MemoryIndexFiles::default();
    codebase.write_directory(&mut files).unwrap();
    let source = Rc::new(Counted { files, read: RefCell::default() });
    let parts = block_on(listing::parts(&*source)).unwrap();
    let of = |name: &str| parts.values().filter(|part| **part == name).count();
    assert!(of("definitions to rank") > 55, "enough pages to tell them apart");
    for (query, most) in [
        // Names that hold all of few words are read to see which hold nothing else.
        ("save the invoice", 45),
        ("render template", 45),
        ("how is a parcel weighed", 45),
        ("find_token_1000", 15),
        ("fnid_token_1000", 15),
        ("where do we check the customer", 45),
        ("refund report kind:class", 15),
        ("count", 15),
    ] {
        let reader = block_on(Reader::open(Rc::clone(&source) as Rc<dyn IndexSource>)).unwrap();
        source.read.take();
        let found = block_on(reader.ask(|codebase| codebase.search(query, 10))).unwrap();
        let read = source.taken(&parts);
        assert_eq!(found, codebase.search(query, 10), "{query}");
        assert!(!found.is_empty(), "{query}");
        let of_part = |part: &str| read.get(part).copied().unwrap_or_default();
        let (definitions, summaries) = (of_part("definitions to rank").0, of_part("summaries to rank").1);
        let all: usize = read.values().map(|(_, bytes)| bytes).sum();
        assert!(definitions <= most && summaries <= 4_000 && all <= 150_000, "{query}: {read:?}");
    }
}

#[test]
fn facts_of_a_symbol_read_neither_the_list_of_tests_nor_all_its_callers() {
    let codebase = built(fixtures::large::calling_modules(FILES));
    let mut files = MemoryIndexFiles::default();
    codebase.write_directory(&mut files).unwrap();
    let source = Rc::new(Counted { files, read: RefCell::default() });
    let parts = block_on(listing::parts(&*source)).unwrap();
    for (name, most) in [("audit_all", 60_000), ("run_1000", 60_000), ("Invoice51", 100_000)] {
        let reader = block_on(Reader::open(Rc::clone(&source) as Rc<dyn IndexSource>)).unwrap();
        source.read.take();
        let described = block_on(reader.ask(|codebase| codebase.describe(name))).unwrap();
        assert!(!described.unwrap().of.is_empty(), "{name}");
        let read = source.taken(&parts);
        let all: usize = read.values().map(|(_, bytes)| bytes).sum();
        assert!(!read.contains_key("lists") && all <= most, "{name}: {read:?}");
    }
}
