//! What single questions read of an index directory, in kilobytes by table: each by a fresh reader, the head left out.
//!
//! ```text
//! cargo run --profile native -p codebase --example read_bytes -- INDEX NAME|QUERY...
//! ```
//! A word is a symbol's name: it is searched for and its facts and callers are asked. Anything longer is only searched for.
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and prints what it measured.

use codebase::reader::listing;
use codebase::{Codebase, IndexSource, Reader, StorageError};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use std::cell::RefCell;
use std::collections::BTreeMap;
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

/// A question, by what it is called; whether it has an answer.
type Way = (&'static str, fn(&Codebase, &str) -> bool);

const WAYS: [Way; 3] = [
    ("search", |codebase, text| !codebase.search(text, 10).is_empty()),
    ("facts", |codebase, name| codebase.describe(name).is_ok()),
    ("callers", |codebase, name| codebase.callers_up_to(name, 30).is_ok()),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("the first argument is an index folder")?);
    let source = Rc::new(Counted { folder, read: RefCell::default() });
    let parts = block_on(listing::parts(&*source))?;
    for text in arguments {
        let is_name = !text.contains(' ');
        for (way, ask) in WAYS.iter().take(if is_name { WAYS.len() } else { 1 }) {
            let reader = block_on(Reader::open(Rc::clone(&source) as Rc<dyn IndexSource>))?;
            source.read.take();
            let answered = block_on(reader.ask(|codebase| ask(codebase, &text)))?;
            let mut sums: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
            for (name, bytes) in source.read.take() {
                let (pages, sum) = sums.entry(parts.get(&name).copied().unwrap_or("head")).or_default();
                (*pages, *sum) = (*pages + 1, *sum + bytes);
            }
            let all: usize = sums.values().map(|(_, bytes)| bytes).sum();
            let each = sums.iter().map(|(part, (pages, bytes))| format!("{part} {} KB in {pages}", bytes / 1000));
            let note = if answered { "" } else { " (nothing found)" };
            println!("{way} {text}{note}: {} KB: {}", all / 1000, each.collect::<Vec<_>>().join(", "));
        }
    }
    Ok(())
}
