//! How long it takes to collect the lists of each file of a folder, in milliseconds, beside parsing; and a hash of what was
//! collected, to be compared between two builds.
//!
//! ```text
//! cargo run --profile native -p survey --example survey_speed -- FOLDER...
//! ```
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and prints what it measured.

use facts::FileFacts;
use source::{FileId, Language, RepoPath};
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::Instant;
use survey::FileSurvey;

/// Rounds, of which the fastest counts: the others are what else the machine does.
const ROUNDS: usize = 5;

struct File {
    path: RepoPath,
    language: Language,
    text: String,
    facts: Option<FileFacts>,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("| folder | files | bytes | parsing, ms | lists, ms | hash |");
    println!("|---|--:|--:|--:|--:|---|");
    for folder in std::env::args().skip(1) {
        let began = Instant::now();
        let mut files = Vec::new();
        walk(Path::new(&folder), "", &mut files)?;
        let parsing = began.elapsed().as_secs_f64() * 1_000.0;
        let mut times = Vec::new();
        let mut hasher = DefaultHasher::new();
        for round in 0..ROUNDS {
            let began = Instant::now();
            for (file, id) in files.iter().zip(0..) {
                let facts = file.facts.as_ref();
                let survey = FileSurvey::of(FileId(id), file.path.as_str(), file.language, &file.text, facts);
                if round == 0 {
                    format!("{survey:?}").hash(&mut hasher);
                }
            }
            times.push(began.elapsed().as_secs_f64() * 1_000.0);
        }
        let fastest = times.into_iter().fold(f64::INFINITY, f64::min);
        let bytes: usize = files.iter().map(|file| file.text.len()).sum();
        let name = folder.rsplit('/').next().unwrap_or(&folder);
        println!("| {name} | {} | {bytes} | {parsing:.0} | {fastest:.0} | {:016x} |", files.len(), hasher.finish());
    }
    Ok(())
}

fn walk(folder: &Path, prefix: &str, files: &mut Vec<File>) -> Result<(), Box<dyn Error>> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{path}/"), files)?;
        } else if let (Ok(path), Ok(text)) = (RepoPath::parse(&path), std::fs::read_to_string(entry.path())) {
            let language = Language::of(&path, &text);
            let facts = syntax::parse(language, &text);
            files.push(File { path, language, text, facts });
        }
    }
    Ok(())
}
