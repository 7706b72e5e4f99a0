//! What questions read of an index directory, in kilobytes by table: each question as the first of a reader, and as the second.
//!
//! ```text
//! cargo run --profile native -p agent --example index_bytes -- INDEX [QUESTION ...]
//! ```
//! Without questions those that the index suggests are asked. The bounds are those of the docs embed.
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and prints what it measured.

use agent::{Agent, AgentState, Controls, Question};
use codebase::reader::listing;
use codebase::{Bounds, Codebase, IndexSource, Reader, StorageError};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use model::scripted::NoWait;
use offline_model::OfflineModel;
use protocol::AskOptions;
use state_graph::MemoryStore;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::rc::Rc;

/// An index folder, and the bytes read of each of its files.
struct Counted {
    folder: PathBuf,
    read: RefCell<Vec<(String, usize)>>,
}

impl IndexSource for Counted {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        let bytes = std::fs::read(self.folder.join(name)).map_err(|error| StorageError::Files(error.to_string()));
        if let Ok(bytes) = &bytes {
            self.read.borrow_mut().push((name.to_owned(), bytes.len()));
        }
        Box::pin(ready(bytes))
    }
}

/// Bytes by part of the index.
type Parts = BTreeMap<&'static str, usize>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("the first argument is an index folder")?);
    let source = Rc::new(Counted { folder, read: RefCell::default() });
    let parts = block_on(listing::parts(&*source))?;
    let taken = || {
        let mut sums = Parts::new();
        for (name, bytes) in source.read.take() {
            *sums.entry(parts.get(&name).copied().unwrap_or("head")).or_default() += bytes;
        }
        sums
    };
    taken();
    let mut questions: Vec<String> = arguments.collect();
    if questions.is_empty() {
        questions = block_on(open(&source)?.ask(Codebase::suggested_questions))?;
    }
    taken();
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    for (at, question) in questions.iter().enumerate() {
        let reader = open(&source)?;
        ask(&reader, question)?;
        let first = taken();
        ask(&reader, &questions[(at + 1) % questions.len()])?;
        let second = taken();
        println!("{question}\n  first  {}\n  second {}", shown(&first), shown(&second));
        firsts.push(first.values().sum::<usize>());
        seconds.push(second.values().sum::<usize>());
    }
    for (what, sums) in [("first", &mut firsts), ("second", &mut seconds)] {
        sums.sort_unstable();
        println!("{what}: median {} KB, worst {} KB", sums[sums.len() / 2] / 1000, sums[sums.len() - 1] / 1000);
    }
    Ok(())
}

fn open(source: &Rc<Counted>) -> Result<Reader, StorageError> {
    let bounds = Bounds { pages: limits::index::EMBED_QUESTION_PAGES, bytes: limits::index::EMBED_QUESTION_BYTES };
    Ok(block_on(Reader::open(Rc::clone(source) as Rc<dyn IndexSource>))?.with_bounds(bounds))
}

fn ask(reader: &Reader, text: &str) -> Result<(), Box<dyn Error>> {
    let model = OfflineModel::new();
    let agent = Agent::over(reader, &model, Rc::new(|| 0.0), Rc::new(NoWait), Rc::new(MemoryStore::default()));
    let question = Question {
        run: "measured".to_owned(),
        text: text.to_owned(),
        history: Vec::new(),
        after: None,
        conversation: None,
        instead_of: None,
        options: AskOptions::default(),
        repository: "measured".to_owned(),
        asked_at: 0.0,
    };
    block_on(Agent { attended: false, ..agent }.ask_as::<AgentState>(question, &Controls::default(), |_| {}))?;
    Ok(())
}

fn shown(parts: &Parts) -> String {
    let each = parts.iter().map(|(part, bytes)| format!("{part} {}", bytes / 1000));
    format!("{} KB: {}", parts.values().sum::<usize>() / 1000, each.collect::<Vec<_>>().join(", "))
}
