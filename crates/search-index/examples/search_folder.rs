//! Searches a folder: `cargo run -p search-index --example search_folder -- <folder> <query>`.
#![allow(
    clippy::disallowed_methods,
    reason = "an example is a host: it reads files and passes their text to the index"
)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for a terminal")]

use search_index::{FileDocument, Query, SearchIndexBuilder, snippet};
use source::{FileId, Language, RepoPath};
use std::path::Path;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, query @ ..] = arguments.as_slice() else {
        eprintln!("usage: search_folder <folder> <query>");
        std::process::exit(2);
    };
    let mut files: Vec<(RepoPath, String)> = Vec::new();
    collect(Path::new(folder), "", &mut files);

    let mut builder = SearchIndexBuilder::new();
    for ((path, text), number) in files.iter().zip(0..) {
        let language = Language::detect(path);
        builder.add_file(FileDocument { file: FileId(number), path, language, text, facts: None });
    }
    let index = builder.finish();
    for hit in index.search(&Query::new(query.join(" "), 5)) {
        let (path, text) = &files[hit.file.0 as usize];
        println!("{}:{} ({:.1})", path.as_str(), hit.span.start_line, hit.score);
        for line in snippet(text, hit.span, &hit.terms, 3).lines {
            println!("  {:4} {}", line.number, line.text);
        }
    }
}

/// The text files below a folder, without hidden ones.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(RepoPath, String)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        if name.starts_with('.') {
            continue;
        } else if entry.path().is_dir() {
            collect(&entry.path(), &path, files);
        } else if let (Ok(path), Ok(text)) = (RepoPath::parse(&path), std::fs::read_to_string(entry.path())) {
            files.push((path, text));
        }
    }
}
