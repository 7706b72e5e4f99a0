//! From what was named on the command line to a codebase.

use anyhow::{Context, Result, bail};
use codebase::storage::directory::MANIFEST;
use codebase::{Codebase, CodebaseBuilder, IndexFiles, IndexSource, Reader, StorageError};
use facts::FileFacts;
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use rayon::prelude::*;
use source::filter::Limits;
use source::{FileId, Snapshot};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Files of an index directory.
pub struct IndexFolder(pub PathBuf);

impl IndexFiles for IndexFolder {
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let path = self.0.join(name);
        let said = |error: std::io::Error| format!("{} could not be written: {error}", path.display());
        std::fs::create_dir_all(&self.0).map_err(said)?;
        // Whole or not at all: a reader never sees half a file.
        let partial = self.0.join(format!(".{name}.partial"));
        std::fs::write(&partial, bytes).and_then(|()| std::fs::rename(&partial, &path)).map_err(said)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.0.join(name);
        std::fs::read(&path).map_err(|error| format!("{} could not be read: {error}", path.display()))
    }
}

impl IndexSource for IndexFolder {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        Box::pin(ready(IndexFiles::read(self, name).map_err(StorageError::Files)))
    }
}

/// Opens a folder or an archive as a whole, and of an index directory only what is asked for.
pub fn reader(path: &Path) -> Result<Reader> {
    if path.join(MANIFEST).is_file() {
        match block_on(Reader::open(Rc::new(IndexFolder(path.to_owned())))) {
            // A repository may have a `manifest.json` of its own.
            Err(StorageError::NotAnIndex) => {}
            opened => return opened.with_context(|| path.display().to_string()),
        }
    }
    Ok(Reader::whole(build(snapshot(path)?)))
}

/// Opens a folder, an archive, or an index directory, as a whole.
pub fn codebase(path: &Path) -> Result<Codebase> {
    if path.join(MANIFEST).is_file() {
        match Codebase::read_directory(&IndexFolder(path.to_owned())) {
            Err(StorageError::NotAnIndex) => {}
            opened => return opened.with_context(|| path.display().to_string()),
        }
    }
    Ok(build(snapshot(path)?))
}

/// Reads a folder or an archive.
pub fn snapshot(path: &Path) -> Result<Snapshot> {
    if !path.exists() {
        bail!("{} does not exist", path.display());
    }
    let mut ticker = Ticker::new("reading");
    let progress = |at: source::builder::Progress| ticker.tell(at.files, None);
    host_native::open(path, Limits::default(), progress).with_context(|| path.display().to_string())
}

/// Parses on all cores, then indexes and links.
pub fn build(snapshot: Snapshot) -> Codebase {
    let mut builder = CodebaseBuilder::new(snapshot.clone());
    let mut ticker = Ticker::new("parsing");
    let pending = builder.pending();
    let parse = |file: &FileId| -> Option<(FileId, FileFacts)> {
        Some((*file, syntax::parse(snapshot.file(*file).language, snapshot.text(*file))?))
    };
    let total = pending.len() as u64;
    for (done, batch) in pending.chunks(256).enumerate() {
        let facts: Vec<(FileId, FileFacts)> = batch.par_iter().filter_map(parse).collect();
        for (file, facts) in facts {
            // Facts that do not fit their file are a fault of a grammar; the file is still indexed as text.
            let _ = builder.add_facts(file, facts);
        }
        ticker.tell((done as u64 + 1) * 256, Some(total));
    }
    builder.finish()
}

/// A progress line on a terminal's stderr; silent elsewhere.
struct Ticker {
    what: &'static str,
    shown: u64,
    live: bool,
}

impl Ticker {
    fn new(what: &'static str) -> Self {
        Self { what, shown: 0, live: std::io::stderr().is_terminal() }
    }

    fn tell(&mut self, done: u64, total: Option<u64>) {
        if !self.live || done < self.shown + 100 {
            return;
        }
        self.shown = done;
        let of = total.map(|total| format!(" of {total}")).unwrap_or_default();
        let done = total.map_or(done, |total| done.min(total));
        let _ = write!(std::io::stderr(), "\r\x1b[K{} {done}{of} files", self.what);
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if self.live && self.shown > 0 {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
