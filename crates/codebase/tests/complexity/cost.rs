//! From files to the bytes of an index, and what that took.

use crate::allocator;
use call_graph::{CallGraphBuilder, SourceFile};
use codebase::storage::directory::MemoryIndexFiles;
use codebase::{Codebase, CodebaseBuilder};
use facts::FileFacts;
use source::{Language, Limits, RepoPath, Snapshot, SnapshotBuilder};

/// See the test's own documentation.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// Of the source.
    pub bytes: u64,
    /// Bytes allocated in all.
    pub allocated: u64,
    /// The most bytes held at once.
    pub held: u64,
    /// Units of the call graph's solver, in thousands.
    pub units: u64,
}

/// Indexes these files and writes both forms of the index.
pub fn cost_of(files: &[(String, String)]) -> Cost {
    let snapshot = snapshot(files);
    let units = units(&snapshot);
    let bytes = snapshot.pack.len() as u64;
    allocator::restart();
    let codebase = index(snapshot);
    let at_rest = codebase.to_bytes().expect("it is in memory");
    let mut directory = MemoryIndexFiles::default();
    codebase.write_directory(&mut directory).expect("memory takes every file");
    let counts = allocator::counts();
    assert!(!at_rest.is_empty());
    Cost { bytes, allocated: counts.allocated, held: counts.most, units }
}

/// The codebase of these files.
pub fn index(snapshot: Snapshot) -> Codebase {
    let mut builder = CodebaseBuilder::new(snapshot);
    for file in builder.pending() {
        let language = builder.snapshot().file(file).language;
        let facts = syntax::parse(language, builder.snapshot().text(file)).expect("a language of this build");
        builder.add_facts(file, facts).expect("facts that fit their file");
    }
    builder.finish()
}

/// A snapshot that leaves nothing out: blank lines keep a file of one line from being taken for a minified one.
pub fn snapshot(files: &[(String, String)]) -> Snapshot {
    let mut builder = SnapshotBuilder::new("hostile".to_owned(), Limits::default());
    for (path, text) in files {
        let path = RepoPath::parse(path).expect("a path");
        let text = text.clone() + &"\n".repeat(text.len() / 200);
        builder.add(path, text.into_bytes()).unwrap_or_else(|reason| panic!("left out: {reason}"));
    }
    builder.finish().expect("a repository")
}

fn units(snapshot: &Snapshot) -> u64 {
    let facts = |language: Language, text: &str| -> Option<FileFacts> {
        syntax::parse(language, text).filter(|facts| facts.stopped.is_none())
    };
    let parsed: Vec<_> =
        snapshot.ids().filter_map(|id| Some((id, facts(snapshot.file(id).language, snapshot.text(id))?))).collect();
    let files: Vec<SourceFile<'_>> = parsed
        .iter()
        .map(|(id, facts)| {
            let file = snapshot.file(*id);
            SourceFile { id: *id, path: &file.path, language: file.language, facts }
        })
        .collect();
    let mut builder = CallGraphBuilder::new(&files);
    let mut steps = 1;
    while !builder.step(1_000) {
        steps += 1;
    }
    steps
}
