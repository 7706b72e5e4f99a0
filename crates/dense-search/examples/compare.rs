//! How long a query takes over so many vectors:
//! `cargo run --profile native -p dense-search --example compare -- 50000 256`

#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "an example that measures")]

use dense_search::{EmbeddedBy, Quantised, Row, Table};
use source::ContentHash;
use std::time::Instant;

fn main() {
    let number =
        |at: usize, default: usize| std::env::args().nth(at).map_or(default, |text| text.parse().expect("a number"));
    let (rows, dimensions) = (number(1, 50_000), number(2, 256));
    let mut state = 1u32;
    let mut vector = || -> Vec<f32> {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..dimensions).map(|_| next()).collect()
    };
    let by = EmbeddedBy {
        model: "random".into(),
        dimensions: dimensions as u32,
        asked_dimensions: false,
        document_prefix: String::new(),
        query_prefix: String::new(),
    };
    let mut table = Table::new(by, rows as u32);
    for at in 0..rows as u32 {
        let Quantised { values, scale } = Quantised::of(&vector()).expect("random numbers are a vector");
        let row = Row { file: at, symbol: 0, text: ContentHash([0; 16]) };
        table.push(row, (&values, scale)).expect("all have these dimensions");
    }
    let mut times: Vec<f64> = (0..101)
        .map(|_| {
            let query = Quantised::of(&vector()).expect("random numbers are a vector");
            let started = Instant::now();
            assert_eq!(table.nearest(&query, 200).expect("of the same dimensions").len(), 200.min(rows));
            started.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{rows} vectors of {dimensions}: median {:.2} ms, slowest {:.2} ms", times[50], times[100]);
}
