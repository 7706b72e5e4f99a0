//! What is read in pages must answer as what is in memory does.

use super::{IndexSource, Reader, listing};
use crate::storage::directory::{
    Chunk, HeadFile, IndexFiles, MANIFEST, Manifest, MemoryIndexFiles, name_of, parse_manifest,
};
use crate::{Codebase, Direction, Found, List, StorageError, SymbolId, fixture};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use learned_words::{Precision, Table};
use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

/// Files in memory, and which were read.
#[derive(Default)]
pub(crate) struct Counted {
    pub files: MemoryIndexFiles,
    read: RefCell<Vec<String>>,
}

impl From<MemoryIndexFiles> for Counted {
    fn from(files: MemoryIndexFiles) -> Self {
        Self { files, read: RefCell::default() }
    }
}

impl IndexSource for Counted {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        self.read.borrow_mut().push(name.to_owned());
        Box::pin(ready(self.files.read(name).map_err(StorageError::Files)))
    }
}

pub(crate) fn written(codebase: &Codebase) -> Rc<Counted> {
    Rc::new(fixture::directory(codebase).into())
}

pub(crate) fn opened(source: &Rc<Counted>) -> Reader {
    block_on(Reader::open(Rc::clone(source) as Rc<dyn IndexSource>)).unwrap()
}

/// A repository of many small files that call each other.
fn many(files: usize, extra: &str) -> Codebase {
    let mut text = String::new();
    for at in 0..files {
        let next = (at * 7 + 1) % files;
        let _ = write!(
            text,
            "//- pkg{}/module{at}.py\nfrom pkg{}.module{next} import handle_{next}\n\n\nclass Worker{at}:\n    \
             \"\"\"Does the work of part {at}, such as planning{at} and delivery.\"\"\"\n\n    def run(self, job):\n        \
             return [step(handle_{next}(job)) for step in (lambda x: handle_{at}(x), self.rest)]\n\n    def rest(self, job):\n        \
             return job.unknown_method()\n\n\ndef handle_{at}(job):\n    worker = Worker{at}()\n    return worker.run(job)\n",
            at % 13,
            next % 13,
        );
        if at == files / 2 {
            text.push_str(extra);
        }
    }
    fixture::built(fixture::snapshot_of(&text))
}

/// Every question with every sort of argument; the answers as text.
pub(super) fn questions(codebase: &Codebase) -> Vec<String> {
    let mut answers = Vec::new();
    for words in
        ["retry payment", "total_price", "where is Order.submit", "planning17 delivery", "handle_3", "zebra", "wrk"]
    {
        answers.push(format!("{:?}", codebase.search(words, 6)));
        answers.push(format!("{:?}", codebase.find(words, 6)));
    }
    for name in ["run", "total_price", "Gateway.charge", "handle_7", "pkg1.module1", "totl_price", "unknown_method"] {
        answers.push(format!("{:?}", codebase.callers(name)));
        answers.push(format!("{:?}", codebase.callees(name)));
        answers.push(format!("{:?}", codebase.symbols_named(name)));
    }
    for name in ["total_price", "Order.submit", "handle_7", "Gateway"] {
        answers.push(format!("{:?}", codebase.describe(name)));
    }
    for id in [0, 3, 5, 11, 9_999].map(SymbolId) {
        answers.push(format!("{:?}", codebase.symbol_page(id)));
        answers.push(format!("{:?}", codebase.neighbourhood(id, 2, Direction::Both, 12)));
    }
    for path in ["shop/pricing.py", "pkg4/module4.py", "module5.py", "nowhere.rs", "", "pkg2"] {
        answers.push(format!("{:?}", codebase.read_file(path, Some((2, 9)))));
        answers.push(format!("{:?}", codebase.outline(path)));
        answers.push(format!("{:?}", codebase.list_directory(path)));
    }
    for list in List::ALL {
        answers.push(format!("{:?}", codebase.survey(*list, None, 9, 0)));
    }
    answers.push(format!("{:?}", codebase.survey(List::Tests, Some("submit"), 9, 0)));
    answers.push(format!("{:?}", codebase.family("gateway")));
    answers.push(format!("{:?}", codebase.overview()));
    answers.push(format!("{:?}", codebase.suggested_questions()));
    answers.push(format!("{:?}", codebase.most_called(3)));
    answers
}

fn check(codebase: &Codebase, reader: &Reader) {
    let answers = block_on(reader.ask(questions)).unwrap();
    for ((answer, expected), at) in answers.iter().zip(questions(codebase)).zip(0..) {
        assert_eq!(answer, &expected, "question {at}");
    }
}

#[test]
fn answers_are_those_of_the_codebase_in_memory() {
    for codebase in [fixture::shop(), many(70, ""), fixture::shop_hardly_linked()] {
        let source = written(&codebase);
        check(&codebase, &opened(&source));
        let forgetful = opened(&source).with_budget(0);
        check(&codebase, &forgetful);
        assert_eq!(forgetful.loaded_bytes(), 0, "what is over the budget is let go");
        check(&codebase, &forgetful);
        let again = Codebase::read_directory(&source.files).unwrap();
        assert_eq!(again.to_bytes().unwrap(), codebase.to_bytes().unwrap(), "read as a whole it is the same");
    }
}

#[test]
fn learned_words_leave_an_index_in_pages_as_it_is() {
    let words = ["action", "attempt", "perform", "upon"].map(str::to_owned);
    let table = Table::of(&words, 2, &[1.0, 0.0, 1.0, 0.1, 1.0, 0.0, 1.0, 0.1], Precision::Byte).unwrap();
    let (table, query) = (Arc::new(table), "perform again upon the provider and the customer");
    let both = |codebase: &Codebase| {
        let learned = codebase.clone().with_learned_words(Arc::clone(&table));
        (codebase.search(query, 4), learned.search(query, 4))
    };
    let (in_memory, learned) = both(&fixture::shop());
    assert_ne!(in_memory, learned);
    let (in_pages, learned) = block_on(opened(&written(&fixture::shop())).ask(both)).unwrap();
    assert_eq!(in_pages, in_memory);
    assert_eq!(in_pages, learned);
}

/// The same index as a version wrote it that kept neither the terms apart nor the list of tests by line and name.
fn with_fewer_tables(source: &Counted) -> Rc<Counted> {
    let mut files = source.files.clone();
    let manifest = parse_manifest(&files.0[MANIFEST]).unwrap();
    let mut head = block_on(listing::read_head(&manifest, source)).unwrap();
    (head.words, head.tests) = Default::default();
    let Chunk { hash, bytes: chunk } = Chunk::of(&head.to_bytes());
    let head = HeadFile { file: name_of(&hash), bytes: chunk.len() as u64 };
    files.0.insert(head.file.clone(), chunk);
    let manifest = Manifest { head, ..manifest };
    files.0.insert(MANIFEST.to_owned(), manifest.to_json().unwrap().into_bytes());
    Rc::new(files.into())
}

#[test]
fn an_index_of_fewer_tables_gives_the_same_answers() {
    for codebase in [fixture::shop(), many(70, "")] {
        let source = with_fewer_tables(&written(&codebase));
        check(&codebase, &opened(&source));
        let again = Codebase::read_directory(&source.files).unwrap();
        assert_eq!(again.to_bytes().unwrap(), codebase.to_bytes().unwrap());
    }
}

#[test]
fn what_is_read_in_pages_is_not_written_as_if_it_were_empty() {
    let source = written(&fixture::shop());
    let reader = opened(&source);
    assert_eq!(block_on(reader.ask(Codebase::to_bytes)).unwrap(), Err(StorageError::InPages));
    let again = |codebase: &Codebase| codebase.write_directory(&mut MemoryIndexFiles::default()).map(drop);
    assert_eq!(block_on(reader.ask(again)).unwrap(), Err(StorageError::InPages));
    // With every page loaded it is still a codebase in pages.
    block_on(reader.ask(questions)).unwrap();
    assert_eq!(block_on(reader.ask(Codebase::to_bytes)).unwrap(), Err(StorageError::InPages));
}

#[test]
fn punctuation_alone_looks_at_no_name() {
    let source = written(&many(900, ""));
    let reader = opened(&source);
    source.read.borrow_mut().clear();
    for typed in [".", "Order.", "::", "#", " . ", "-"] {
        block_on(reader.ask(|codebase| codebase.find(typed, 10))).unwrap();
        assert_eq!(*source.read.borrow(), Vec::<String>::new(), "{typed:?}");
    }
}

#[test]
fn a_question_fetches_what_it_touches() {
    let codebase = many(900, "");
    let source = written(&codebase);
    let names = block_on(listing::chunk_names(&*source)).unwrap();
    assert_eq!(names.len() + 1, source.files.0.len(), "every file is listed");
    let reader = opened(&source);
    let whole: usize = source.files.0.values().map(Vec::len).sum();
    let cost = |ask: &dyn Fn(&Codebase) -> usize| {
        source.read.borrow_mut().clear();
        assert!(block_on(reader.ask(ask)).unwrap() > 0);
        let read = source.read.borrow();
        (read.len(), read.iter().map(|name| source.files.0[name].len()).sum::<usize>())
    };
    let (count, bytes) = cost(&|codebase| {
        codebase.callers("handle_700").map_or(0, |found| found.of.iter().map(|of| of.calls.len()).sum())
    });
    assert!(count < 60 && bytes < whole / 4, "{count} chunks, {bytes} of {whole} bytes");
    let (_, bytes) = cost(&|codebase| codebase.search("planning700", 5).len());
    assert!(bytes < whole / 4, "{bytes} of {whole} bytes");
    let (count, _) = cost(&|codebase| codebase.search("planning700", 5).len());
    assert_eq!(count, 0, "it is there now");
}

#[test]
fn names_of_a_large_index_are_found_by_few_of_its_pages() {
    let source = written(&many(900, ""));
    for (typed, wanted) in [
        ("handle_41", "handle_41"),
        ("hanlde_412", "handle_412"),
        ("hadle_412", "handle_412"),
        ("Wroker412", "Worker412"),
        ("h_412", "handle_412"),
        ("handle_412 in module412", "handle_412"),
    ] {
        let reader = opened(&source);
        source.read.borrow_mut().clear();
        let found = block_on(reader.ask(|codebase| codebase.find_within(typed, 3, 0))).unwrap();
        let Some(Found::Symbol(first)) = found.first().map(|item| &item.found) else { panic!("{typed}: {found:?}") };
        assert_eq!(first.name, wanted, "{typed}");
        let read = source.read.borrow().len();
        assert!(read * 4 < source.files.0.len(), "{typed}: {read} of {} files", source.files.0.len());
    }
}

#[test]
fn a_change_touches_few_chunks() {
    let (before, after) =
        (written(&many(600, "")), written(&many(600, "\n\ndef added(job):\n    return handle_3(job)\n")));
    let fresh = after.files.0.keys().filter(|name| !before.files.0.contains_key(*name)).count();
    assert!(fresh > 2 && fresh * 3 < after.files.0.len(), "{fresh} of {} files are new", after.files.0.len());
    assert_eq!(before.files, written(&many(600, "")).files, "the same repository has the same files");
}

#[test]
fn damage_is_reported_with_the_file() {
    let codebase = fixture::shop();
    let good = written(&codebase);
    let asked = |files: MemoryIndexFiles| -> Result<(), StorageError> {
        let reader = block_on(Reader::open(Rc::new(Counted::from(files))))?;
        block_on(reader.ask(questions)).map(drop)
    };
    assert_eq!(asked(good.files.clone()), Ok(()));
    let skipped = 1; // The snapshot's own table is for readers of the whole.
    let (mut damaged, mut gone) = (0, 0);
    let chunks: Vec<String> = good.files.0.keys().filter(|name| *name != MANIFEST).cloned().collect();
    for name in &chunks {
        let mut files = good.files.clone();
        let bytes = files.0.get_mut(name).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        match asked(files) {
            Err(StorageError::Damaged(why)) => damaged += usize::from(why.contains(name.as_str())),
            other => assert_eq!(other, Ok(()), "{name}"),
        }
        let mut files = good.files.clone();
        files.0.remove(name);
        gone += usize::from(matches!(asked(files), Err(StorageError::Files(_))));
    }
    assert_eq!((damaged, gone), (chunks.len() - skipped, chunks.len() - skipped));
    let with = |from: &str, to: &str| {
        let mut files = good.files.clone();
        let text = String::from_utf8(files.0[MANIFEST].clone()).unwrap();
        assert!(text.contains(from), "{text}");
        files.0.insert(MANIFEST.to_owned(), text.replace(from, to).into_bytes());
        asked(files)
    };
    assert_eq!(with("\"version\": 2", "\"version\": 7"), Err(StorageError::Newer(7)));
    assert_eq!(with("\"version\": 2", "\"version\": 1"), Err(StorageError::Older(1)));
    assert_eq!(with("quarry-index", "else"), Err(StorageError::NotAnIndex));
    assert!(matches!(with("\"file\": \"", "\"file\": \"../"), Err(StorageError::Damaged(_))));
    assert!(matches!(with("\"head\"", "\"tail\""), Err(StorageError::Damaged(_))));
    assert!(matches!(asked(MemoryIndexFiles::default()), Err(StorageError::Files(_))));
}

/// Bytes that carry the right hash and still are nonsense must be refused or answered, never looped over.
#[test]
fn forged_pages_never_panic() {
    let good = written(&fixture::shop());
    let source = opened(&good);
    let lazy = source.lazy.as_ref().unwrap();
    for id in lazy
        .head
        .pages
        .iter()
        .chain(lazy.head.behind())
        .zip(0u8..)
        .flat_map(|(pages, table)| (0..pages.len() as u32).map(move |page| paging::PageId { table, page }))
    {
        let hash = lazy.head.chunk(id).unwrap();
        let bytes = crate::storage::directory::unpack(&good.files.0[&format!("{hash}.bin")], &hash, u64::MAX).unwrap();
        for at in (0..bytes.len()).step_by(97) {
            let mut forged = bytes.clone();
            forged[at] ^= 0x15;
            let codebase = lazy.head.codebase(lazy.snapshot.clone());
            if lazy.head.load(&codebase, id, &forged).is_ok() {
                let reader = Reader { codebase: RefCell::new(Rc::new(codebase)), lazy: None, scope: None };
                let _ = block_on(reader.ask(questions));
            }
        }
    }
}
