//! How long the overview and the map of parts take, in milliseconds, and how much they hold.
//!
//! ```text
//! cargo run --profile native -p codebase --example overview_speed -- INDEX...
//! ```
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and prints what it measured.

use codebase::{Codebase, IndexFiles};
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

/// Rounds, of which the fastest counts: the others are what else the machine does.
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

fn main() -> Result<(), Box<dyn Error>> {
    println!("| index | files | symbols | overview, ms | map, ms | parts | lines between them |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for folder in std::env::args().skip(1) {
        let codebase = Codebase::read_directory(&Folder(PathBuf::from(&folder)))?;
        let counts = codebase.overview();
        let map = codebase.parts_map("")?;
        println!(
            "| {} | {} | {} | {:.1} | {:.1} | {} | {} |",
            counts.name,
            counts.files,
            counts.symbols,
            fastest(|| drop(codebase.glance())),
            fastest(|| drop(codebase.parts_map(""))),
            map.parts.len(),
            map.edges.len()
        );
        if std::env::args().nth(2).is_none() {
            println!("{:#?}\n{map:#?}\n{:#?}", codebase.glance()?, codebase.suggested_questions());
        }
    }
    Ok(())
}

fn fastest(question: impl Fn()) -> f64 {
    let once = || {
        let began = Instant::now();
        question();
        began.elapsed().as_secs_f64() * 1_000.0
    };
    (0..ROUNDS).map(|_| once()).fold(f64::INFINITY, f64::min)
}
