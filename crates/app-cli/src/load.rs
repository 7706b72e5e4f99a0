//! From what was named on the command line to a codebase.

use crate::config::Config;
use crate::index_folder::IndexFolder;
use crate::output::Progress;
use anyhow::{Context, Result, bail};
use codebase::storage::directory::MANIFEST;
use codebase::{Codebase, CodebaseBuilder, Phase, Reader, StorageError};
use facts::FileFacts;
use futures::executor::block_on;
use host_native::Wanted;
use rayon::prelude::*;
use source::{FileId, Snapshot};
use std::path::Path;
use std::rc::Rc;

/// Opens a folder or an archive as a whole, and of an index directory only what is asked for.
pub fn reader(path: &Path) -> Result<Reader> {
    match index(path)? {
        Some(reader) => Ok(reader),
        None => Ok(Reader::whole(whole(path)?)),
    }
}

/// Opens an index directory; `None` where `path` is something else.
pub fn index(path: &Path) -> Result<Option<Reader>> {
    if !path.join(MANIFEST).is_file() {
        return Ok(None);
    }
    match block_on(Reader::open(Rc::new(IndexFolder(path.to_owned())))) {
        // A repository may have a `manifest.json` of its own.
        Err(StorageError::NotAnIndex) => Ok(None),
        opened => opened.map(Some).with_context(|| path.display().to_string()),
    }
}

/// Opens a folder, an archive, or an index directory, as a whole.
pub fn codebase(path: &Path) -> Result<Codebase> {
    if path.join(MANIFEST).is_file() {
        match Codebase::read_directory(&IndexFolder(path.to_owned())) {
            Err(StorageError::NotAnIndex) => {}
            opened => return opened.with_context(|| path.display().to_string()),
        }
    }
    whole(path)
}

fn whole(path: &Path) -> Result<Codebase> {
    let mut progress = Progress::live_only();
    let snapshot = snapshot(path, &mut progress)?;
    Ok(build(snapshot, &mut progress))
}

/// Reads a folder or an archive as its `quarry.toml` says, for a question.
pub fn snapshot(path: &Path, progress: &mut Progress) -> Result<Snapshot> {
    check_is_there(path)?;
    let selection = Config::of(path)?.selection()?;
    read(path, Wanted { selection, ..Wanted::default() }, progress)
}

/// Says so where there is nothing of that name.
pub fn check_is_there(path: &Path) -> Result<()> {
    if !path.exists() {
        bail!("{} does not exist", path.display());
    }
    Ok(())
}

/// Reads what is wanted of a folder or an archive.
pub fn read(path: &Path, wanted: Wanted, progress: &mut Progress) -> Result<Snapshot> {
    let tell = |at: source::builder::Progress| progress.tell("reading", "files", at.files, None);
    host_native::open(path, wanted, tell).with_context(|| path.display().to_string())
}

/// Parses on all cores, then indexes and links.
pub fn build(snapshot: Snapshot, progress: &mut Progress) -> Codebase {
    let mut builder = CodebaseBuilder::new(snapshot.clone());
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
        progress.tell("parsing", "files", total.min((done as u64 + 1) * 256), Some(total));
    }
    link(&mut builder, progress);
    builder.finish()
}

/// Indexes what has no parser, and resolves calls.
fn link(builder: &mut CodebaseBuilder, progress: &mut Progress) {
    loop {
        let codebase::Progress { phase, done, total } = builder.progress();
        match phase {
            Phase::Indexing | Phase::Packing => {
                builder.step();
                let done = if phase == Phase::Packing { done } else { builder.progress().done };
                progress.tell("indexing", "files", done.into(), Some(total.into()));
            }
            Phase::Linking => {
                let mut linker = builder.linker();
                while !linker.step() {
                    progress.tell("linking", "files", linker.progress().done.into(), Some(total.into()));
                }
                progress.tell("linking", "files", total.into(), Some(total.into()));
                let graph = linker.finish();
                builder.set_graph(graph);
            }
            Phase::Done => return,
        }
    }
}
