//! What is in a folder of the overlay?

use super::Overlaid;
use crate::questions::QuestionError;
use crate::questions::directory::{DirectoryEntry, entries_below};
use crate::questions::file::loosen;
use change_set::Overlay;
use source::{Language, RepoPath};

impl Overlaid<'_> {
    /// A folder's entries, folders first, each sorted by name. The root is `""` (or `.`, or `/`).
    pub fn list_directory(self, path: &str) -> Result<Vec<DirectoryEntry>, QuestionError> {
        if self.changes.is_empty() {
            return self.codebase.list_directory(path);
        }
        let folder = self.folder(path)?;
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let paths = self.paths_in_scope();
        let below = paths.into_iter().filter(|path| path.as_str().starts_with(&prefix));
        Ok(entries_below(&prefix, below.map(|path| (path.as_str(), self.language_of(path), self.bytes_of(path)))))
    }

    /// The folder that a loosely written path means.
    pub(super) fn folder(self, path: &str) -> Result<String, QuestionError> {
        let folder = loosen(path);
        if self.is_folder(&folder) {
            return self.codebase.check_folder(&folder).map(|()| folder);
        }
        let inside = folder.strip_prefix(self.codebase.snapshot().name.as_str());
        match inside.map(|rest| rest.trim_start_matches('/')) {
            Some(inside) if self.is_folder(inside) => self.codebase.check_folder(inside).map(|()| inside.to_owned()),
            _ => Err(self.codebase.no_such_folder(folder)),
        }
    }

    /// True for the root and for every folder that holds a file.
    pub fn is_folder(self, path: &str) -> bool {
        if path.is_empty() || self.changes.is_empty() {
            return self.codebase.is_folder(path);
        }
        let prefix = format!("{path}/");
        self.paths().iter().any(|path| path.as_str().starts_with(&prefix))
    }

    /// The language of a file, by its name and its text.
    pub(crate) fn language_of(self, path: &RepoPath) -> Language {
        let at = match self.changes.read(path) {
            Overlay::Changed { text, .. } => return Language::of(path, text),
            Overlay::Moved { from, .. } => from,
            Overlay::Untouched | Overlay::Deleted { .. } => path,
        };
        self.codebase.language_of(at)
    }

    fn bytes_of(self, path: &RepoPath) -> u64 {
        let at = match self.changes.read(path) {
            Overlay::Changed { text, .. } => return text.len() as u64,
            Overlay::Moved { from, .. } => from,
            Overlay::Untouched | Overlay::Deleted { .. } => path,
        };
        let snapshot = self.codebase.snapshot();
        snapshot.find(at.as_str()).map_or(0, |file| u64::from(snapshot.file(file).len))
    }
}
