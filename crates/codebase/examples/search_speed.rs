//! How long searches take: ranked search, the palette's names, and its lines of text, in milliseconds.
//!
//! ```text
//! cargo run --profile native -p codebase --example search_speed -- INDEX...
//! ```
//! Each index is read as a whole. The queries are made of its own names and comments, the same each time: names, halves of
//! names, names with a letter swapped, first words of comments, and questions with them.
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and prints what it measured.

use codebase::{Codebase, IndexFiles, SymbolId};
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

/// Queries of each sort.
const EACH: usize = 40;
/// Rounds of each query.
const ROUNDS: usize = 9;

struct Folder(PathBuf);

impl IndexFiles for Folder {
    fn write(&mut self, _: &str, _: &[u8]) -> Result<(), String> {
        Err("it is only read".to_owned())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(name)).map_err(|error| error.to_string())
    }
}

/// A way to search, by what it is called.
type Way = (&'static str, fn(&Codebase, &str) -> usize);

const WAYS: [Way; 3] = [
    ("ranked search", |codebase, query| codebase.search(query, 10).len()),
    ("palette, names", |codebase, query| codebase.find(query, 40).len()),
    ("palette, lines of text", |codebase, query| {
        codebase.grep_literal(query, true, "", 12).map_or(0, |it| it.lines.len())
    }),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("| index | files | symbols | queries | search | p50, ms | p95, ms | worst, ms |");
    println!("|---|--:|--:|---|---|--:|--:|--:|");

    for folder in std::env::args().skip(1) {
        let codebase = Codebase::read_directory(&Folder(PathBuf::from(&folder)))?;
        let overview = codebase.overview();
        for (sort, queries) in queries(&codebase) {
            for (way, search) in WAYS {
                let mut times: Vec<f64> = queries.iter().map(|query| fastest(&codebase, search, query)).collect();
                times.sort_by(f64::total_cmp);
                let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
                println!(
                    "| {} | {} | {} | {sort} | {way} | {:.2} | {:.2} | {:.2} |",
                    overview.name,
                    overview.files,
                    overview.symbols,
                    at(0.5),
                    at(0.95),
                    at(1.0)
                );
            }
        }
    }
    Ok(())
}

/// The fastest of the rounds: the others are what else the machine does.
fn fastest(codebase: &Codebase, search: fn(&Codebase, &str) -> usize, query: &str) -> f64 {
    let once = || {
        let began = Instant::now();
        std::hint::black_box(search(codebase, query));
        began.elapsed().as_secs_f64() * 1_000.0
    };
    (0..ROUNDS).map(|_| once()).fold(f64::INFINITY, f64::min)
}

/// The queries by sort.
fn queries(codebase: &Codebase) -> [(&'static str, Vec<String>); 5] {
    let symbols = (0..codebase.overview().symbols).filter_map(|id| codebase.symbol(SymbolId(id)).ok().flatten());
    let named: Vec<_> = symbols.filter(|symbol| symbol.name.len() > 4 && symbol.name.is_ascii()).collect();
    let names = spread(named.iter().map(|symbol| symbol.name.clone()).collect());
    let docs = named.iter().filter_map(|symbol| symbol.doc.as_deref());
    let phrases = spread(docs.map(|doc| doc.split_whitespace().take(6).collect::<Vec<_>>().join(" ")).collect());
    let half = |name: &String| name[..name.len().div_ceil(2)].to_owned();
    let swapped = |name: &String| {
        let mut bytes = name.clone().into_bytes();
        bytes.swap(1, 2);
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let question = |(name, phrase): (&String, &String)| format!("How does {name} work when {phrase}?");
    [
        ("names", names.clone()),
        ("halves of names", names.iter().map(half).collect()),
        ("names with an error", names.iter().map(swapped).collect()),
        ("words of comments", phrases.clone()),
        ("questions", names.iter().zip(&phrases).map(question).collect()),
    ]
}

/// Some of all, evenly spread over their sorted order.
fn spread(mut all: Vec<String>) -> Vec<String> {
    all.sort();
    all.dedup();
    (0..EACH.min(all.len())).map(|at| all[at * all.len() / EACH.min(all.len())].clone()).collect()
}
