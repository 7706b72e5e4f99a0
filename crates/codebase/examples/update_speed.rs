//! How long it takes to bring a codebase up to date after an edit of one file, beside building it anew, in milliseconds.
//!
//! ```text
//! cargo run --profile native -p codebase --example update_speed -- FOLDER...
//! ```
//! The edits: a comment, and a call, at the end of the file of code that is in the middle by path. Each is made [`ROUNDS`] times, with
//! another text each time; the figures are medians. The result is compared with that of a clean build.
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and prints what it measured.

use codebase::{Codebase, CodebaseBuilder, ParsedFiles, Phase, Progress};
use futures::FutureExt;
use source::{FileId, Limits, RepoPath, Snapshot, SnapshotBuilder, TopFolder};
use std::convert::Infallible;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

const ROUNDS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    for folder in std::env::args().skip(1) {
        let mut files = Vec::new();
        walk(Path::new(&folder), "", &mut files)?;
        let before = snapshot(&files);
        println!("{folder}: {} files, {:.1} MB", before.files.len(), before.pack.len() as f64 / 1e6);
        let (codebase, parsed) = build(before, &ParsedFiles::default(), "first");
        for (what, addition) in [("comment", "# an edit of round "), ("call", "open_edit = print("), ] {
            for round in 0..ROUNDS {
                let after = snapshot(&edited(&files, addition, round));
                let (clean, _) = build(after, &parsed, what);
                drop(clean);
            }
        }
        drop(codebase);
    }
    Ok(())
}

fn edited(files: &[(String, Vec<u8>)], addition: &str, round: usize) -> Vec<(String, Vec<u8>)> {
    let mut files = files.to_vec();
    let code: Vec<usize> = (0..files.len()).filter(|at| files[*at].0.ends_with(".py")).collect();
    let end = if addition.ends_with('(') { ")\n" } else { "\n" };
    files[code[code.len() / 2]].1.extend(format!("\n{addition}{round}{end}").bytes());
    files
}

fn build(snapshot: Snapshot, before: &ParsedFiles, what: &str) -> (Codebase, ParsedFiles) {
    let started = Instant::now();
    let ms = |from: Instant| from.elapsed().as_secs_f64() * 1e3;
    let mut builder = CodebaseBuilder::new(snapshot);
    let mut kept = ParsedFiles::default();
    builder.reuse(before, &mut kept);
    let reused = ms(started);
    let pending: Vec<FileId> = builder.pending();
    for file in pending {
        let entry = builder.snapshot().file(file).clone();
        if let Some(facts) = syntax::parse(entry.language, builder.snapshot().text(file)) {
            kept.insert(&entry, facts.to_bytes());
            drop(builder.add_facts(file, facts));
        }
    }
    let parsed = ms(started);
    let mut phases: Vec<(Phase, f64)> = Vec::new();
    let built = builder.build(async |at: Progress| {
        if phases.last().is_none_or(|(phase, _)| *phase != at.phase) || at.done == at.total {
            phases.push((at.phase, ms(started)));
        }
        Ok::<(), Infallible>(())
    });
    let Some(Ok(codebase)) = built.now_or_never() else { unreachable!() };
    let done = ms(started);
    let bytes = codebase.to_bytes().map_or(0, |bytes| bytes.len());
    println!("{what}: reuse {reused:.0}, parse {parsed:.0}, {phases:?}, done {done:.0}, stored {:.0} ({bytes} bytes, facts {})", ms(started), kept.to_bytes().len());
    (codebase, kept)
}

fn snapshot(files: &[(String, Vec<u8>)]) -> Snapshot {
    let mut builder = SnapshotBuilder::new("bench", Limits::default()).with_top(TopFolder::Keep);
    for (path, bytes) in files {
        if let Ok(path) = RepoPath::parse(path) {
            drop(builder.add(path, bytes.clone()));
        }
    }
    builder.finish().expect("a folder with files")
}

fn walk(folder: &Path, prefix: &str, files: &mut Vec<(String, Vec<u8>)>) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &path, files)?;
        } else if entry.file_type()?.is_file() {
            files.push((path, std::fs::read(entry.path())?));
        }
    }
    files.sort();
    Ok(())
}
