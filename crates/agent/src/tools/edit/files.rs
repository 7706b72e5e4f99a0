//! The files of a repository as the run's changes leave them, for tools that edit.

use change_set::patch::ApplyError;
use change_set::value::ValueError;
use change_set::{ChangeSet, Overlay, PathRefused, SetError, replace, writable};
use codebase::{Codebase, Overlaid, QuestionError};
use source::{ContentHash, FileEntry, RepoPath};
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
    #[error("{0}")]
    Said(String),
}

impl From<ApplyError<Refused>> for Refused {
    fn from(error: ApplyError<Refused>) -> Self {
        match error {
            ApplyError::Read(error) => error,
            ApplyError::Refused(_) => Self::Said(error.to_string()),
        }
    }
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
        self.refuse_left_out(&path)?;
        Ok(path)
    }

    /// Refuses what is outside of the folder that the request is limited to, and what the import left out: what is on disk
    /// there is not known.
    pub fn refuse_left_out(&self, path: &RepoPath) -> Result<(), Refused> {
        self.codebase.check_written(path.as_str())?;
        if self.entry(path).is_some() {
            return Ok(());
        }
        let holds = |left_out: &str| {
            let rest = path.as_str().strip_prefix(left_out.trim_end_matches('/'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        match self.codebase.snapshot().skipped.iter().find(|skipped| holds(&skipped.path)) {
            None => Ok(()),
            Some(skipped) => Err(Refused::Said(format!(
                "`{path}` was left out when the repository was imported ({}), so it cannot be edited; name another file",
                skipped.reason
            ))),
        }
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
        self.refuse_decoded(path)?;
        Ok(text)
    }

    /// Refuses a file whose bytes were not UTF-8: its text cannot be written again as it was.
    pub fn refuse_decoded(&self, path: &RepoPath) -> Result<(), Refused> {
        let from = match self.changes.read(path) {
            Overlay::Moved { from, .. } | Overlay::Changed { from: Some(from), .. } => from,
            _ => path,
        };
        let encoding = self.entry(from).and_then(|entry| entry.decoded_from.as_deref());
        match (encoding, self.changes.read(path)) {
            (None, _) | (_, Overlay::Deleted { .. }) => Ok(()),
            (Some(encoding), _) => Err(Refused::Said(format!(
                "`{path}` is encoded in {encoding}, and only UTF-8 is written; convert the file first, or move or delete it as a whole"
            ))),
        }
    }

    /// Whether a file is there.
    pub fn has(&self, path: &RepoPath) -> bool {
        match self.changes.read(path) {
            Overlay::Changed { .. } | Overlay::Moved { .. } => true,
            Overlay::Deleted { .. } => false,
            Overlay::Untouched => self.entry(path).is_some(),
        }
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
        if self.is_folder(path.as_str()) {
            return Err(Refused::Said(format!("`{path}` is a folder; name a file in it")));
        }
        for (end, _) in path.as_str().match_indices('/') {
            let above = RepoPath::parse(&path.as_str()[..end]).map_err(PathRefused::from)?;
            if self.has(&above) {
                return Err(Refused::Said(format!("`{above}` is a file, so nothing can be in it; name another path")));
            }
        }
        Ok(())
    }

    /// Whether a file is below this path.
    pub fn is_folder(&self, path: &str) -> bool {
        let inside = |file: &RepoPath| file.as_str().strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        let in_base = self.codebase.snapshot().files.iter().map(|entry| &entry.path);
        let changed = self.changes.iter().map(|(path, _)| path);
        in_base.chain(changed).any(|file| inside(file) && self.has(file))
    }

    fn entry(&self, path: &RepoPath) -> Option<&'a FileEntry> {
        let snapshot = self.codebase.snapshot();
        snapshot.find(path.as_str()).map(|file| snapshot.file(file))
    }

    fn over(&self) -> Overlaid<'a> {
        Overlaid::new(self.codebase, self.changes)
    }
}
