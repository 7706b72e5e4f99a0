//! What a codebase can be asked, one question a file. All are pure; results are plain data.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

pub mod adding;
pub mod call_path;
pub mod calls;
mod comment;
pub mod directory;
pub mod facts;
pub mod file;
pub mod find;
pub mod find_in_file;
pub mod glance;
pub mod grep;
pub mod impact;
pub mod meaning;
mod members;
#[cfg(test)]
mod names_tests;
pub mod neighbourhood;
pub mod outline;
pub mod overview;
pub mod own_names;
mod palette_lines;
pub mod parts_map;
pub mod pattern;
mod quoted;
mod quoted_lines;
pub mod references;
pub mod search;
pub mod suggestions;
pub mod survey;
pub mod symbol;
pub mod symbol_page;

use paging::PageFault;

/// A question that has no answer; the words say what to do instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    #[error("there is no file `{path}`{}", hint(suggestions))]
    NoSuchFile { path: String, suggestions: Vec<String> },
    /// A folder was asked for as a file.
    #[error("`{path}` is a folder; list it instead")]
    IsFolder { path: String },
    #[error("there is no folder `{path}`{}", hint(suggestions))]
    NoSuchFolder { path: String, suggestions: Vec<String> },
    /// Lines that the file does not have.
    #[error("`{path}` has {lines} lines; lines {start}-{end} are not in it")]
    NoSuchLines { path: String, start: u32, end: u32, lines: u32 },
    #[error("there is no symbol `{name}`{}", hint(suggestions))]
    NoSuchSymbol { name: String, suggestions: Vec<String> },
    /// A path outside of the folder that questions are limited to.
    #[error("`{path}` is outside of `{folder}`, the folder that the question is limited to")]
    Outside { path: String, folder: String },
    /// A symbol that only other folders define.
    #[error("`{name}` is defined in `{path}`, outside of `{folder}`, the folder that the question is limited to")]
    DefinedOutside { name: String, path: String, folder: String },
    /// A moved file of the overlay whose text the base no longer has.
    #[error("`{path}` was moved from `{from}`, which the repository no longer has as it was then; undo the move")]
    BaseChanged { path: String, from: String },
    /// A part of the index that the question needs is not loaded. It was noted: [`Reader`](crate::Reader) loads it and runs
    /// the question again, so this is seen only where a question may not read that much.
    #[error("not all of the index that this needs was read")]
    NotLoaded,
    /// A list of an index that has none.
    #[error("this index was made before lists were kept: index the repository again to have them")]
    NoLists,
    /// A list of an index that was made before this one was.
    #[error("this index was made before {entries} were listed: index the repository again to have them")]
    NoSuchList {
        /// What would be listed, in the plural.
        entries: &'static str,
    },
    /// A pattern that cannot be run.
    #[error(transparent)]
    Pattern(#[from] search_index::GrepError),
    /// A pattern of lines was given with a filter of definitions.
    #[error("a regular expression finds lines, which have no kind: leave out `kind:`")]
    KindOfLines,
    /// Names that are read in pages.
    #[error(
        "this index has too many names to match a regular expression with all of them: search for it in the text instead"
    )]
    TooManyNames,
    /// A pattern of paths that cannot be matched.
    #[error(transparent)]
    Paths(#[from] source::SelectionError),
}

impl From<PageFault> for QuestionError {
    fn from(_: PageFault) -> Self {
        Self::NotLoaded
    }
}

fn hint(suggestions: &[String]) -> String {
    match suggestions {
        [] => String::new(),
        some => format!("; did you mean `{}`?", some.join("`, `")),
    }
}
