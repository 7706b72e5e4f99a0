//! The repository that the tests ask.

use crate::{Codebase, CodebaseBuilder, MemoryIndexFiles};
use fixtures::{SHOP, files};
use source::{FileId, Limits, RepoPath, Snapshot, SnapshotBuilder, TopFolder};

pub fn snapshot_of(fixture: &str) -> Snapshot {
    let mut builder = SnapshotBuilder::new("shop-repo", Limits::default()).with_top(TopFolder::Keep);
    for (path, text) in files(fixture) {
        builder.add(RepoPath::parse(&path).unwrap(), text.into_bytes()).unwrap();
    }
    builder.finish().unwrap()
}

pub fn snapshot() -> Snapshot {
    snapshot_of(SHOP)
}

pub fn add_facts(builder: &mut CodebaseBuilder, file: FileId) {
    let language = builder.snapshot().file(file).language;
    let facts = syntax::parse(language, &builder.snapshot().code(file));
    if let Some(facts) = facts {
        builder.add_facts(file, facts).unwrap();
    }
}

/// A builder with the facts of every file, which arrive in the order that `order` makes of the pending files.
fn filled(snapshot: Snapshot, order: impl Fn(Vec<FileId>) -> Vec<FileId>) -> CodebaseBuilder {
    let mut builder = CodebaseBuilder::new(snapshot);
    for file in order(builder.pending()) {
        add_facts(&mut builder, file);
    }
    builder
}

pub fn build(order: impl Fn(Vec<FileId>) -> Vec<FileId>) -> Codebase {
    filled(snapshot(), order).finish()
}

pub fn built(snapshot: Snapshot) -> Codebase {
    filled(snapshot, |files| files).finish()
}

pub fn shop() -> Codebase {
    built(snapshot())
}

/// The shop, linked with so little work that nothing flows.
pub fn shop_hardly_linked() -> Codebase {
    filled(snapshot(), |files| files).finish_with_most_notes(0)
}

/// The files of an index directory.
pub fn directory(codebase: &Codebase) -> MemoryIndexFiles {
    let mut files = MemoryIndexFiles::default();
    codebase.write_directory(&mut files).unwrap();
    files
}
