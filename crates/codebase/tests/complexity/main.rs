//! What hostile files cost, over the whole way: parse, facts, call graph, search index, bytes at rest.
//!
//! Each file of the corpus is made twice, the second time at double the size. Cost is counted, not timed:
//!
//! - Bytes allocated in all. Whatever is read, copied, noted or sorted is allocated somewhere on this way, so work that
//!   grows with the square of the input shows here, and the count is the same on every run and machine. Loops that
//!   allocate nothing are seen only where they feed something that does.
//! - Units of the call graph's solver (an expression made, a value moved), which are what its own budget counts.
//! - The most bytes held at once.
//!
//! The parser itself allocates in C and is not seen here; its steps are bounded in `syntax::effort`, and a file that
//! needs more is given up, which is one of the outcomes these tests allow: then it is indexed as text.

// A counting allocator cannot be written without `unsafe`.
#![allow(unsafe_code)]

mod allocator;
mod corpus;
mod cost;

use corpus::Case;
use cost::{Cost, cost_of};

/// Double the size, at most so many times the cost (in tenths).
const GROWTH: u64 = 25;
/// Cost that any repository has, however small.
const START: u64 = 1 << 20;
/// Bytes held at once for each byte of source, and besides.
const HELD_PER_BYTE: u64 = 200;
const HELD: u64 = 48 << 20;

/// Every file of a language at `size` bytes and at double that; what grows too fast.
fn check(cases: &[Case], size: usize) {
    let mut wrong = Vec::new();
    for case in cases {
        let (once, twice) = (cost_of(&case.files(size)), cost_of(&case.files(2 * size)));
        if !grows_in_proportion(&once, &twice) {
            wrong.push(format!("{}: {once:?}, and at twice the size {twice:?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn grows_in_proportion(once: &Cost, twice: &Cost) -> bool {
    let fits = |once: u64, twice: u64, start: u64| twice * 10 <= (once + start) * GROWTH;
    fits(once.allocated, twice.allocated, START)
        && fits(once.units, twice.units, 1)
        && [once, twice].iter().all(|cost| cost.held <= HELD + HELD_PER_BYTE * cost.bytes)
}

/// Large enough for quadratic work to outweigh everything else, small enough for every test run.
const SIZE: usize = 12_000;

#[test]
fn python() {
    check(corpus::PYTHON, SIZE);
}

#[test]
fn javascript() {
    check(corpus::JAVASCRIPT, SIZE);
}

#[test]
fn typescript() {
    check(corpus::TYPESCRIPT, SIZE);
    check(corpus::TSX, SIZE);
}

#[test]
fn rust() {
    check(corpus::RUST, SIZE);
}

#[test]
fn go() {
    check(corpus::GO, SIZE);
}

#[test]
fn java() {
    check(corpus::JAVA, SIZE);
}

#[test]
fn c() {
    check(corpus::C, SIZE);
}

#[test]
fn cpp() {
    check(corpus::CPP, SIZE);
}

#[test]
fn shell() {
    check(corpus::SHELL, SIZE);
}

#[test]
fn swift() {
    check(corpus::SWIFT, SIZE);
}

#[test]
fn scala() {
    check(corpus::SCALA, SIZE);
}

#[test]
fn lua() {
    check(corpus::LUA, SIZE);
}

#[test]
fn dart() {
    check(corpus::DART, SIZE);
}

#[test]
fn elixir() {
    check(corpus::ELIXIR, SIZE);
}

#[test]
fn zig() {
    check(corpus::ZIG, SIZE);
}

#[test]
fn sql() {
    check(corpus::SQL, SIZE);
}

#[test]
fn graphql() {
    check(corpus::GRAPHQL, SIZE);
}

#[test]
fn protobuf() {
    check(corpus::PROTOBUF, SIZE);
}

#[test]
fn hcl() {
    check(corpus::HCL, SIZE);
}

#[test]
fn csharp() {
    check(corpus::CSHARP, SIZE);
}

#[test]
fn kotlin() {
    check(corpus::KOTLIN, SIZE);
}

#[test]
fn php() {
    check(corpus::PHP, SIZE);
}

#[test]
fn ruby() {
    check(corpus::RUBY, SIZE);
}

#[test]
fn modules_that_pass_on_each_others_names() {
    check(corpus::RINGS, 4 * SIZE);
}
