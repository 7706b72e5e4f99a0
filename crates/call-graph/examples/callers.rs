//! Who calls a symbol of a folder of source files.
//!
//! `cargo run -p call-graph --example callers -- crates/call-graph/src CallGraph.callers`
#![allow(clippy::disallowed_methods, clippy::print_stdout)] // An example reads files and prints.

use call_graph::{CallGraph, SourceFile, SymbolId};
use facts::FileFacts;
use source::{FileId, Language, RepoPath};
use std::path::{Path, PathBuf};

type Failure = Box<dyn std::error::Error>;
type Parsed = (RepoPath, Language, FileFacts);

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(name)) = (arguments.next(), arguments.next()) else {
        return Err("usage: callers FOLDER SYMBOL".into());
    };
    let mut files = Vec::new();
    parse(Path::new(&folder), Path::new(&folder), &mut files)?;
    files.sort_by(|a, b| a.0.cmp(&b.0));
    let sources = files.iter().zip(0..).map(|((path, language, facts), number)| SourceFile {
        id: FileId(number),
        path,
        language: *language,
        facts,
    });
    let graph = CallGraph::build(&sources.collect::<Vec<_>>());

    let whole = graph.whole().ok_or("a graph that was built is in memory")?;
    let name_of = |id: SymbolId| &whole.symbol(id).qualified_name;
    for id in graph.lookup(&name)? {
        println!("{}", name_of(id));
        for edge in graph.callers(id)? {
            let path = files[edge.file.0 as usize].0.as_str();
            println!("  {path}:{} {} [{} {:.2}]", edge.line, name_of(edge.from), edge.rule.id(), edge.confidence);
        }
    }
    let stats = graph.stats();
    println!("{} of {} call sites resolved", stats.proven + stats.possible, stats.call_sites);
    Ok(())
}

/// Parses the files below a folder that are in a language with a parser.
fn parse(root: &Path, folder: &Path, files: &mut Vec<Parsed>) -> Result<(), Failure> {
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        entries.push(entry?.path());
    }
    for entry in entries {
        if entry.is_dir() {
            parse(root, &entry, files)?;
            continue;
        }
        let path = RepoPath::parse(&entry.strip_prefix(root)?.to_string_lossy())?;
        if !Language::detect(&path).is_parsed() {
            continue;
        }
        let text = std::fs::read_to_string(&entry)?;
        let language = Language::of(&path, &text);
        if let Some(facts) = syntax::parse(language, &text) {
            files.push((path, language, facts));
        }
    }
    Ok(())
}
