//! The files of a folder that changes are based on, as they are now.

use super::ChangesError;
use change_set::text::FileForm;
use change_set::{ChangeSet, Overlay};
use source::{ContentHash, Limits, RepoPath, SnapshotBuilder, TopFolder};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files that a set of changes touches, as they are on disk.
#[derive(Debug)]
pub struct Base {
    pub(super) folder: PathBuf,
    files: BTreeMap<RepoPath, There>,
}

/// What is at a path.
#[derive(Debug)]
pub(super) enum There {
    Nothing,
    File(File),
    /// Something that is no text file, and what.
    Other(&'static str),
}

/// A text file.
#[derive(Debug)]
pub(super) struct File {
    pub bytes: Vec<u8>,
    pub permissions: fs::Permissions,
    text: Arc<str>,
    hash: ContentHash,
}

/// A file that is not what a change is based on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{path}` {why}")]
pub struct Conflict {
    /// Which file.
    pub path: RepoPath,
    /// What is there instead.
    pub why: String,
}

impl Base {
    /// Reads the files of `folder` that the changes touch or come from.
    ///
    /// # Errors
    /// A file is there and cannot be read.
    pub fn read(folder: &Path, changes: &ChangeSet) -> Result<Self, ChangesError> {
        let mut files = BTreeMap::new();
        for (path, overlay) in changes.iter() {
            let from = match overlay {
                Overlay::Changed { from: Some(from), .. } | Overlay::Moved { from, .. } => Some(from),
                _ => None,
            };
            for path in from.into_iter().chain([path]) {
                if !files.contains_key(path) {
                    let there = look(folder, path).map_err(|error| ChangesError::Read { path: path.clone(), error })?;
                    files.insert(path.clone(), there);
                }
            }
        }
        Ok(Self { folder: folder.to_owned(), files })
    }

    /// The text of a file; what is not there, or is no text, has none.
    pub fn text(&self, path: &RepoPath) -> Option<Arc<str>> {
        self.file(path).map(|file| Arc::clone(&file.text))
    }

    /// What a file has around its text; nothing where there is no UTF-8 file.
    pub fn form(&self, path: &RepoPath) -> FileForm {
        let read = self.file(path).and_then(|file| FileForm::read(&file.bytes));
        read.map_or_else(FileForm::default, |(form, _)| form)
    }

    /// The files that are not what the changes are based on.
    pub fn conflicts(&self, changes: &ChangeSet) -> Vec<Conflict> {
        let conflict = |path: &RepoPath| {
            let why = match (changes.base(path).flatten(), self.files.get(path)?) {
                (None, There::Nothing) => return None,
                (Some(base), There::File(file)) if file.hash == base => return None,
                (_, There::Other(what)) => format!("is {what}"),
                (None, There::File(_)) => "is there now, and the change makes it anew".to_owned(),
                (Some(_), There::Nothing) => "is gone, and the change is based on it".to_owned(),
                (Some(_), There::File(_)) => "has changed since the run read it".to_owned(),
            };
            Some(Conflict { path: path.clone(), why })
        };
        changes.iter().filter_map(|(path, _)| conflict(path)).collect()
    }

    pub(super) fn file(&self, path: &RepoPath) -> Option<&File> {
        match self.files.get(path) {
            Some(There::File(file)) => Some(file),
            _ => None,
        }
    }
}

/// What is at a path now. A link is never followed, so that nothing outside the folder is read or written.
pub(super) fn look(folder: &Path, path: &RepoPath) -> io::Result<There> {
    let mut at = folder.to_owned();
    let parts: Vec<&str> = path.as_str().split('/').collect();
    for (number, part) in parts.iter().enumerate() {
        at.push(part);
        let found = match fs::symlink_metadata(&at) {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(There::Nothing);
            }
            found => found?,
        };
        let is_last = number + 1 == parts.len();
        match (is_last, found.file_type()) {
            (_, kind) if kind.is_symlink() => return Ok(There::Other("a link, or below one; links are not followed")),
            (false, _) => {}
            (true, kind) if kind.is_dir() => return Ok(There::Other("a folder")),
            (true, kind) if !kind.is_file() => return Ok(There::Other("no regular file")),
            (true, _) => return read(&at, path, found.permissions()),
        }
    }
    Ok(There::Nothing)
}

fn read(at: &Path, path: &RepoPath, permissions: fs::Permissions) -> io::Result<There> {
    let bytes = fs::read(at)?;
    // As an import reads it, so that hashes can be compared.
    let mut builder = SnapshotBuilder::new("base", Limits::default()).with_top(TopFolder::Keep);
    let taken = builder.add(path.clone(), bytes.clone()).is_ok();
    let snapshot = builder.finish().ok().filter(|_| taken);
    let Some(snapshot) = snapshot else { return Ok(There::Other("no text that would be imported")) };
    let Some(file) = snapshot.find(path.as_str()) else { return Ok(There::Other("no text that would be imported")) };
    let (text, hash) = (Arc::from(snapshot.text(file)), snapshot.file(file).hash);
    Ok(There::File(File { bytes, permissions, text, hash }))
}
