//! The files of a repository as the run's changes leave them, for tools that edit.

use change_set::value::ValueError;
use change_set::{ChangeSet, PathRefused, SetError, replace, writable};
use codebase::overlay::{PatchRefused, WriteRefused};
use codebase::{Codebase, Overlaid, QuestionError};
use source::{ContentHash, RepoPath};
use std::sync::Arc;

/// Why a call proposes nothing. The sentence says what to do instead.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    #[error(transparent)]
    Path(#[from] PathRefused),
    #[error(transparent)]
    Set(#[from] SetError),
    #[error(transparent)]
    Question(#[from] QuestionError),
    #[error("`{path}`: {error}")]
    Replace { path: RepoPath, error: replace::ReplaceError },
    #[error("`{path}`: {error}")]
    Value { path: RepoPath, error: ValueError },
    #[error(transparent)]
    Patch(#[from] change_set::patch::PatchError),
    #[error(transparent)]
    PatchRefused(#[from] PatchRefused),
    #[error(transparent)]
    Write(#[from] WriteRefused),
    #[error("{0}")]
    Said(String),
}

/// The files as a change set leaves them.
#[derive(Clone, Copy)]
pub(crate) struct Files<'a> {
    pub codebase: &'a Codebase,
    pub changes: &'a ChangeSet,
}

impl<'a> Files<'a> {
    pub fn new(codebase: &'a Codebase, changes: &'a ChangeSet) -> Self {
        Self { codebase, changes }
    }

    /// The same repository with other changes.
    pub fn with(self, changes: &'a ChangeSet) -> Self {
        Self { changes, ..self }
    }

    /// A path that may be written: inside the repository, and not left out when it was imported.
    pub fn writable(&self, raw: &str) -> Result<RepoPath, Refused> {
        let path = writable(raw.trim().trim_matches('`'))?;
        self.over().check_left_out(&path)?;
        Ok(path)
    }

    /// What the base has at a path.
    pub fn base(&self, path: &RepoPath) -> Result<Option<ContentHash>, Refused> {
        Ok(self.over().base_hash(path)?)
    }

    /// The text of a file; None where there is no such file.
    pub fn text(&self, path: &RepoPath) -> Result<Option<Arc<str>>, Refused> {
        Ok(self.over().content(path)?.map(|content| Arc::from(content.text)))
    }

    /// The text of a file that is there and whose text can be written again as it was.
    pub fn editable(&self, path: &RepoPath) -> Result<Arc<str>, Refused> {
        let text = self.text(path)?.ok_or_else(|| self.no_file(path))?;
        self.over().check_decoded(path)?;
        Ok(text)
    }

    /// Whether a file is there.
    pub fn has(&self, path: &RepoPath) -> bool {
        self.over().has(path)
    }

    /// That there is no such file, with files of a like name.
    pub fn no_file(&self, path: &RepoPath) -> Refused {
        if self.is_folder(path.as_str()) {
            return Refused::Said(format!("`{path}` is a folder; name a file"));
        }
        match self.codebase.find_file(path.as_str()) {
            Err(error) => error.into(),
            Ok(file) => {
                let path = path.to_string();
                let like = self.codebase.snapshot().file(file).path.clone();
                let suggestions = if self.has(&like) { vec![like.to_string()] } else { Vec::new() };
                QuestionError::NoSuchFile { path, suggestions }.into()
            }
        }
    }

    /// Refuses a new file where a folder is, or below a file.
    pub fn refuse_clash(&self, path: &RepoPath) -> Result<(), Refused> {
        Ok(self.over().check_clash(path)?)
    }

    /// Whether a file is below this path.
    pub fn is_folder(&self, path: &str) -> bool {
        self.over().is_folder(path)
    }

    /// The same as what tools that read see.
    pub fn over(&self) -> Overlaid<'a> {
        Overlaid::new(self.codebase, self.changes)
    }
}
