//! What may be written, and patches as proposed changes: for tools of agents and for what a person brings.

use super::Overlaid;
use crate::questions::QuestionError;
use change_set::patch::{ApplyError, Target, Verdict};
use change_set::{Overlay, Patch, PathRefused, Proposal, SetError};
use source::{FileEntry, RepoPath, SkipReason};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why a file is not written. The sentence says what to do instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteRefused {
    /// The import left it out: what is on disk there is not known.
    #[error(
        "`{path}` was left out when the repository was imported ({reason}), so it cannot be edited; name another file"
    )]
    LeftOut {
        /// Which file.
        path: RepoPath,
        /// Why it was left out.
        reason: SkipReason,
    },
    /// Its bytes were not UTF-8, so that its text cannot be written again as it was.
    #[error(
        "`{path}` is encoded in {encoding}, and only UTF-8 is written; convert the file first, or move or delete it as a whole"
    )]
    Decoded {
        /// Which file.
        path: RepoPath,
        /// Its encoding.
        encoding: String,
    },
    /// A folder has the path of a new file.
    #[error("`{0}` is a folder; name a file in it")]
    IsFolder(RepoPath),
    /// A file has the path of a folder that a new file would be in.
    #[error("`{0}` is a file, so nothing can be in it; name another path")]
    BelowFile(RepoPath),
    /// A path that is never written.
    #[error(transparent)]
    Path(#[from] PathRefused),
    /// It is outside of the folder that questions are limited to.
    #[error(transparent)]
    Question(#[from] QuestionError),
}

/// Why a patch is not proposed. Nothing is changed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatchRefused {
    /// A file of it is not written.
    #[error(transparent)]
    Write(#[from] WriteRefused),
    /// Lines or files that it names are not there; the verdicts of all of its files.
    #[error("nothing was changed: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Misfit(Vec<Verdict>),
    /// A file cannot be read.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// The set refuses what is left of it.
    #[error(transparent)]
    Set(#[from] SetError),
}

impl Overlaid<'_> {
    /// What a patch changes, as changes of a group with this name, and how each of its files fitted.
    ///
    /// # Errors
    /// See [`PatchRefused`].
    pub fn propose_patch(self, patch: &Patch, group: &str) -> Result<(Proposal, Vec<Verdict>), PatchRefused> {
        self.check_patch_targets(patch)?;
        let applied = patch.apply(|path| self.text_at(path)).map_err(|error| match error {
            ApplyError::Read(error) => PatchRefused::Question(error),
            ApplyError::Refused(verdicts) => PatchRefused::Misfit(verdicts),
        })?;
        let mut bases = BTreeMap::new();
        for file in &patch.files {
            for path in file.target.from().into_iter().chain([file.target.path()]) {
                bases.insert(path, self.base_hash(path)?);
            }
        }
        let mut proposal = self.changes().propose(group);
        applied.propose(&mut proposal, |path| bases.get(path).copied().flatten())?;
        Ok((proposal, applied.verdicts))
    }

    /// What would become of each file of a patch.
    ///
    /// # Errors
    /// See [`PatchRefused`]; that it does not fit is no error here.
    pub fn check_patch(self, patch: &Patch) -> Result<Vec<Verdict>, PatchRefused> {
        self.check_patch_targets(patch)?;
        Ok(patch.check(|path| self.text_at(path))?)
    }

    fn text_at(self, path: &RepoPath) -> Result<Option<Arc<str>>, QuestionError> {
        Ok(self.content(path)?.map(|content| Arc::from(content.text)))
    }

    fn check_patch_targets(self, patch: &Patch) -> Result<(), WriteRefused> {
        patch.files.iter().try_for_each(|file| {
            self.check_left_out(file.target.path())?;
            match &file.target {
                Target::Create(path) => self.check_clash(path),
                Target::Modify(path) => self.check_decoded(path),
                Target::Rename { from, to } | Target::Copy { from, to } => {
                    self.check_left_out(from)?;
                    self.check_decoded(from)?;
                    self.check_clash(to)
                }
                Target::Delete(_) => Ok(()),
            }
        })
    }

    /// Refuses what is outside of the folder that questions are limited to, and what the import left out: what is on disk there
    /// is not known.
    ///
    /// # Errors
    /// It is.
    pub fn check_left_out(self, path: &RepoPath) -> Result<(), WriteRefused> {
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
            Some(skipped) => Err(WriteRefused::LeftOut { path: path.clone(), reason: skipped.reason.clone() }),
        }
    }

    /// Refuses a file whose bytes were not UTF-8: its text cannot be written again as it was.
    ///
    /// # Errors
    /// They were not.
    pub fn check_decoded(self, path: &RepoPath) -> Result<(), WriteRefused> {
        let from = match self.changes.read(path) {
            Overlay::Moved { from, .. } | Overlay::Changed { from: Some(from), .. } => from,
            _ => path,
        };
        let encoding = self.entry(from).and_then(|entry| entry.decoded_from.clone());
        match (encoding, self.changes.read(path)) {
            (None, _) | (_, Overlay::Deleted { .. }) => Ok(()),
            (Some(encoding), _) => Err(WriteRefused::Decoded { path: path.clone(), encoding }),
        }
    }

    /// Refuses a new file where a folder is, or below a file.
    ///
    /// # Errors
    /// There is one.
    pub fn check_clash(self, path: &RepoPath) -> Result<(), WriteRefused> {
        if self.is_folder(path.as_str()) {
            return Err(WriteRefused::IsFolder(path.clone()));
        }
        for (end, _) in path.as_str().match_indices('/') {
            let above = RepoPath::parse(&path.as_str()[..end]).map_err(PathRefused::from)?;
            if self.has(&above) {
                return Err(WriteRefused::BelowFile(above));
            }
        }
        Ok(())
    }

    fn entry(&self, path: &RepoPath) -> Option<&FileEntry> {
        let snapshot = self.codebase.snapshot();
        snapshot.find(path.as_str()).map(|file| snapshot.file(file))
    }
}
