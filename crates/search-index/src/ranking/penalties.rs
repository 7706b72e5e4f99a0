//! What is seldom the answer sinks: tests, examples, old versions, re-exports, declarations, data.

use crate::document::FileRecord;
use crate::index::SearchIndex;
use crate::query::parse::ParsedQuery;
use crate::ranking::candidates::Candidate;
use source::{Language, RepoPath};

const TESTS: f32 = 0.3;
const BUILT: f32 = 0.3;
const REEXPORTS: f32 = 0.5;
const DECLARATIONS: f32 = 0.7;
const HISTORY: f32 = 0.3;
const DATA: f32 = 0.5;
const DOCUMENTS: f32 = 0.8;

/// Multiplies each candidate's score.
pub(crate) fn apply(index: &SearchIndex, query: &ParsedQuery, candidates: &mut [Candidate]) {
    let parts = index.parts();
    for candidate in candidates {
        let file = &index.traits().files[candidate.file as usize];
        let in_test =
            candidate.symbol.and_then(|number| parts.symbols.get(number as usize)).is_some_and(|symbol| symbol.is_test);
        if !query.about_tests && (in_test || file.aside) {
            candidate.score *= TESTS;
        }
        if !query.paths.iter().any(|path| file.lower.ends_with(path.as_str())) {
            candidate.score *= file.factor;
        }
    }
}

/// The penalty for what a file is.
pub fn for_file(file: &FileRecord) -> f32 {
    let built = if is_built(&file.path) { BUILT } else { 1.0 };
    let reexports = if file.reexports { REEXPORTS } else { 1.0 };
    built * reexports * for_language(file, &file.path.as_str().to_lowercase())
}

fn for_language(file: &FileRecord, lower: &str) -> f32 {
    match file.language {
        Language::TypeScript if [".d.ts", ".d.mts", ".d.cts"].iter().any(|end| lower.ends_with(end)) => DECLARATIONS,
        Language::Markdown | Language::Prose if is_history(&file.path) => HISTORY,
        Language::Markdown | Language::Prose => DOCUMENTS,
        Language::Config | Language::Css | Language::Html | Language::Other => DATA,
        _ => 1.0,
    }
}

fn is_history(path: &RepoPath) -> bool {
    let stem = path.stem().to_lowercase();
    ["changes", "changelog", "history", "news", "license", "licence", "notice", "authors", "contributors"]
        .iter()
        .any(|name| stem.starts_with(name))
}

/// True for what a build wrote, where it was not left out before.
pub fn is_built(path: &RepoPath) -> bool {
    let folders = path.parent().split('/');
    folders.map(str::to_lowercase).any(|folder| matches!(folder.as_str(), "dist" | "out" | "esm" | "cjs" | "umd"))
}

/// True for tests, examples, benchmarks and what is kept for old users, by the path's conventions.
pub fn is_aside(path: &RepoPath) -> bool {
    let folder = |part: &str| {
        matches!(
            part,
            "test"
                | "tests"
                | "__tests__"
                | "testing"
                | "testdata"
                | "spec"
                | "specs"
                | "e2e"
                | "fixtures"
                | "__mocks__"
                | "example"
                | "examples"
                | "sample"
                | "samples"
                | "demo"
                | "demos"
                | "docs_src"
                | "tutorial"
                | "bench"
                | "benches"
                | "benchmark"
                | "benchmarks"
                | "compat"
                | "_compat"
                | "legacy"
                | "deprecated"
                | "vendor"
                | "vendored"
                | "_vendor"
                | "third_party"
        )
    };
    let lower = path.as_str().to_lowercase();
    let stem = path.stem();
    let small = stem.to_lowercase();
    lower.rsplit('/').skip(1).any(folder)
        || small.starts_with("test_")
        || ["_test", ".test", "_tests", ".spec", "-test", "_spec"].iter().any(|end| small.ends_with(end))
        || ["Test", "Tests", "IT"].iter().any(|end| stem.ends_with(end) && path.extension() == "java")
        || matches!(small.as_str(), "tests" | "test" | "conftest" | "compat" | "_compat")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_tests_and_examples_by_their_paths() {
        let aside = |raw| is_aside(&RepoPath::parse(raw).unwrap());
        assert!(
            ["tests/a.py", "src/test_x.py", "pkg/x_test.go", "a/b.spec.ts", "x/UserTest.java", "examples/a.rs"]
                .into_iter()
                .all(aside)
        );
        assert!(!["src/testament.py", "src/contest.rs", "latest/a.py", "src/exampled.rs"].into_iter().any(aside));
    }
}
