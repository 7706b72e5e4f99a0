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
use source::{Limits, RepoPath, Snapshot, SnapshotBuilder, TopFolder};
use std::convert::Infallible;
use std::error::Error;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

const ROUNDS: usize = 7;

/// An edit by its name: what is put at the end of the file, before and behind the number of the round.
const EDITS: [(&str, &str, &str); 2] = [("a comment", "\n# Edit ", ".\n"), ("a call", "\nprint(", ")\n")];

fn main() -> Result<(), Box<dyn Error>> {
    println!("| folder | files | edit | anew, ms | up to date, ms | of it without calls, ms |");
    println!("|---|--:|---|--:|--:|--:|");
    for folder in std::env::args().skip(1) {
        let mut files = Vec::new();
        walk(Path::new(&folder), "", &mut files)?;
        let code: Vec<usize> = (0..files.len()).filter(|at| files[*at].0.ends_with(".py")).collect();
        let edited = *code.get(code.len() / 2).ok_or("no file of Python")?;
        let first = build(CodebaseBuilder::new(snapshot(&files)), &ParsedFiles::default());
        let before = Rc::new(first.codebase);
        for (what, start, end) in EDITS {
            let (mut anew, mut updates, mut indexes) = (Vec::new(), Vec::new(), Vec::new());
            for round in 0..ROUNDS {
                let mut files = files.clone();
                files[edited].1.extend(format!("{start}{round}{end}").bytes());
                let now = snapshot(&files);
                let clean = build(CodebaseBuilder::new(now.clone()), &first.parsed);
                let update = build(CodebaseBuilder::over(Rc::clone(&before), now), &first.parsed);
                if clean.codebase.to_bytes()? != update.codebase.to_bytes()? {
                    return Err("the update differs from the clean build".into());
                }
                anew.push(clean.ms);
                updates.push(update.ms);
                indexes.push(update.indexed_ms);
            }
            let (count, name) = (before.snapshot().files.len(), folder.rsplit('/').next().unwrap_or(&folder));
            let [anew, update, indexed] = [anew, updates, indexes].map(median);
            println!("| {name} | {count} | {what} | {anew:.0} | {update:.0} | {indexed:.0} |");
        }
    }
    Ok(())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

struct Built {
    codebase: Codebase,
    parsed: ParsedFiles,
    ms: f64,
    /// Until calls are resolved.
    indexed_ms: f64,
}

fn build(mut builder: CodebaseBuilder, before: &ParsedFiles) -> Built {
    let started = Instant::now();
    let ms = || started.elapsed().as_secs_f64() * 1e3;
    let mut parsed = ParsedFiles::default();
    builder.reuse(before, &mut parsed);
    for file in builder.pending() {
        let entry = builder.snapshot().file(file).clone();
        let facts = syntax::parse(entry.language, &builder.snapshot().code(file));
        if let Some(facts) = facts {
            parsed.insert(&entry, facts.to_bytes());
            // What a parser gave up is indexed as text.
            drop(builder.add_facts(file, facts));
        }
    }
    let mut indexed_ms = 0.0;
    let built = builder.build(async |at: Progress| {
        if at.phase == Phase::Linking && indexed_ms == 0.0 {
            indexed_ms = ms();
        }
        Ok::<(), Infallible>(())
    });
    let Some(Ok(codebase)) = built.now_or_never() else { unreachable!("nothing is waited for") };
    Built { codebase, parsed, ms: ms(), indexed_ms }
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
