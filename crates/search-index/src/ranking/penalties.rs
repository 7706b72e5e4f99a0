//! What is seldom the answer sinks: tests, examples, old versions, re-exports, declarations, data.

use crate::document::FileRecord;
use crate::index::SearchIndex;
use crate::query::parse::ParsedQuery;
use crate::ranking::candidates::Candidate;
use code_words::path::{is_declarations, is_generated, is_history};
use source::Language;

const TESTS: f32 = 0.3;
const GENERATED: f32 = 0.3;
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
            candidate.symbol.and_then(|number| parts.symbol(number as usize)).is_some_and(|symbol| symbol.is_test);
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
    let generated = if is_generated(file.path.as_str()) { GENERATED } else { 1.0 };
    let reexports = if file.reexports { REEXPORTS } else { 1.0 };
    generated * reexports * for_language(file)
}

fn for_language(file: &FileRecord) -> f32 {
    match file.language {
        Language::TypeScript if is_declarations(file.path.as_str()) => DECLARATIONS,
        Language::Markdown | Language::Prose if is_history(file.path.as_str()) => HISTORY,
        Language::Markdown | Language::Prose => DOCUMENTS,
        Language::Config | Language::Css | Language::Html | Language::Other => DATA,
        _ => 1.0,
    }
}
