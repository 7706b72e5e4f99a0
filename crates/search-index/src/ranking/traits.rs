//! What ranking needs of files at every query, made once when an index is opened.

use crate::document::FileRecord;
use crate::parts::Parts;
use crate::weights::Penalties;
use code_words::identifier::{self, normalise};
use code_words::path::{is_aside, is_declarations, is_generated, is_history, is_test, is_vendored};
use source::{Language, RepoPath};

#[derive(Debug, Clone, PartialEq)]
pub struct FileTraits {
    /// The path in lower case.
    pub lower: String,
    /// The stem without case and underscores.
    pub stem: String,
    /// Parts of the stem, in lower case.
    pub stem_parts: Vec<String>,
    /// Parts of the folders' names, in lower case.
    pub folder_parts: Vec<String>,
    /// A test, an example or the like.
    pub aside: bool,
    pub is_test: bool,
    /// A document.
    pub is_prose: bool,
    /// Penalty for what the file is; 1 for ordinary source.
    pub factor: f32,
}

/// The traits of every file, by its place in the file table.
pub(crate) fn of_files(parts: &Parts, penalties: &Penalties) -> Vec<FileTraits> {
    let of_file = |file: &FileRecord| of_path(&file.path, file.language.is_prose(), for_file(file, penalties));
    parts.files.iter().map(of_file).collect()
}

fn of_path(path: &RepoPath, is_prose: bool, factor: f32) -> FileTraits {
    let parts = |name: &str| identifier::words(name).flat_map(identifier::parts).map(str::to_lowercase).collect();
    FileTraits {
        lower: path.as_str().to_lowercase(),
        stem: normalise(path.stem()),
        stem_parts: parts(path.stem()),
        folder_parts: parts(path.parent()),
        aside: is_aside(path.as_str()),
        is_test: is_test(path.as_str()),
        is_prose,
        factor,
    }
}

fn for_file(file: &FileRecord, penalties: &Penalties) -> f32 {
    let is_built = is_generated(file.path.as_str()) || file.nature.is_bundled();
    let generated = if is_built { penalties.generated } else { 1.0 };
    let reexports = if file.nature.reexports() { penalties.reexports } else { 1.0 };
    let vendored = if is_vendored(file.path.as_str()) { penalties.vendored } else { 1.0 };
    generated * vendored * reexports * for_language(file, penalties)
}

fn for_language(file: &FileRecord, penalties: &Penalties) -> f32 {
    match file.language {
        Language::TypeScript if is_declarations(file.path.as_str()) => penalties.declarations,
        Language::Markdown | Language::Prose if is_history(file.path.as_str()) => penalties.history,
        Language::Markdown | Language::Prose => penalties.documents,
        Language::Config | Language::Css | Language::Html | Language::Other => penalties.data,
        _ => 1.0,
    }
}
