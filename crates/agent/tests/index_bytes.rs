//! How much of a large index whole answers read: the questions of the docs embed, over files that all call one function.

use agent::{Agent, AgentState, Controls, Question};
use codebase::reader::listing;
use codebase::{Bounds, IndexFiles, IndexSource, MemoryIndexFiles, Reader, StorageError};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use model::scripted::NoWait;
use offline_model::OfflineModel;
use protocol::AskOptions;
use state_graph::MemoryStore;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

const FILES: usize = 4_500;

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

fn asked(reader: &Reader, text: &str) {
    let model = OfflineModel::new();
    let agent = Agent::over(reader, &model, Rc::new(|| 0.0), Rc::new(NoWait), Rc::new(MemoryStore::default()));
    let question = Question {
        run: "measured".to_owned(),
        text: text.to_owned(),
        history: Vec::new(),
        after: None,
        conversation: None,
        options: AskOptions::default(),
        repository: "measured".to_owned(),
        asked_at: 0.0,
    };
    block_on(Agent { attended: false, ..agent }.ask_as::<AgentState>(question, &Controls::default(), |_| {})).unwrap();
}

#[test]
fn an_answer_reads_little_of_a_large_index() {
    let codebase = fixtures::codebase_of(fixtures::large::calling_modules(FILES).collect());
    let mut files = MemoryIndexFiles::default();
    codebase.write_directory(&mut files).unwrap();
    let all: usize = files.0.values().map(Vec::len).sum();
    let source = Rc::new(Counted { files, read: RefCell::default() });
    let parts = block_on(listing::parts(&*source)).unwrap();
    for (question, most) in [
        ("Who calls audit_all?", 0),
        ("What does audit_all do?", 0),
        ("How does run_1000 work?", 0),
        ("How does run_1000 reach audit_all?", 0),
        ("How is a parcel weighed?", 0),
    ] {
        let reader = block_on(Reader::open(Rc::clone(&source) as Rc<dyn IndexSource>)).unwrap();
        let bounds = Bounds { pages: limits::index::EMBED_QUESTION_PAGES, bytes: limits::index::EMBED_QUESTION_BYTES };
        let reader = reader.with_bounds(bounds);
        source.read.take();
        asked(&reader, question);
        let mut read: BTreeMap<&str, usize> = BTreeMap::new();
        for name in source.read.take() {
            *read.entry(parts.get(&name).copied().unwrap_or("head")).or_default() += source.files.0[&name].len();
        }
        let bytes: usize = read.values().sum();
        println!("{question}: {bytes} of {all} bytes: {read:?}");
        assert!(bytes <= most * 1_000, "{question}: {bytes} of {all} bytes: {read:?}");
    }
}
