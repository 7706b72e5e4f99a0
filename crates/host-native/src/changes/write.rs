//! Writes changes to a folder. Everything new is first written beside the old; then each file is put in its place by one
//! rename, and where one fails the others are taken back.

use super::ChangesError;
use super::base::{Base, There, look};
use change_set::change::Accepted;
use change_set::{ChangeSet, Overlay};
use source::{ContentHash, RepoPath};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The folder, at the top of the repository, in which new files wait for their rename.
const STAGE: &str = ".quarry-apply";

/// Writes all changes, if every file is what they are based on; gives what is to be noted as accepted.
///
/// Byte order marks and the modes of files stay as they are. Folders that become empty stay.
///
/// # Errors
/// See [`ChangesError`].
pub fn write(base: &Base, changes: &ChangeSet) -> Result<Vec<Accepted>, ChangesError> {
    let conflicts = base.conflicts(changes);
    if !conflicts.is_empty() {
        return Err(ChangesError::Conflicts(conflicts));
    }
    let stage = Stage::new(&base.folder)?;
    let mut done = Done { stage: &stage.folder, steps: Vec::new() };
    let accepted = put(base, changes, &stage, &mut done);
    match accepted {
        Ok(accepted) => Ok(accepted),
        Err((what, error)) => match done.take_back() {
            Ok(()) => Err(ChangesError::Write { what, error }),
            Err(left) => {
                let kept = stage.keep().display().to_string();
                Err(ChangesError::HalfWritten { what, error, left: left.join(", "), kept })
            }
        },
    }
}

type Failed = (String, io::Error);

fn put(base: &Base, changes: &ChangeSet, stage: &Stage, done: &mut Done<'_>) -> Result<Vec<Accepted>, Failed> {
    let (mut written, mut gone, mut accepted) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (path, overlay)) in changes.iter().enumerate() {
        let (origin, text, now) = match overlay {
            Overlay::Untouched => continue,
            Overlay::Deleted { .. } => {
                gone.push((number, path));
                accepted.push(Accepted { path: path.clone(), now: None });
                continue;
            }
            Overlay::Changed { text, from, .. } => {
                (from.unwrap_or(path), Some(text), Some(ContentHash::of(text.as_bytes())))
            }
            Overlay::Moved { from, .. } => (from, None, changes.base(from).flatten()),
        };
        let before = base.file(origin);
        let bytes = match (text, before) {
            (Some(text), Some(_)) => base.form(origin).bytes(text),
            (Some(text), None) => text.as_bytes().to_vec(),
            (None, Some(file)) => file.bytes.clone(),
            (None, None) => return Err((path.to_string(), io::ErrorKind::NotFound.into())),
        };
        let new = stage.folder.join(format!("new-{number}"));
        let wrote = create(&new, &bytes, before.map(|file| &file.permissions));
        wrote.map_err(|error| (format!("`{path}` cannot be written"), error))?;
        written.push((number, path, new));
        accepted.push(Accepted { path: path.clone(), now });
    }
    for (number, path) in gone {
        done.set_aside(base, number, path)?;
    }
    for (number, path, new) in written {
        done.replace(base, number, path, &new)?;
    }
    Ok(accepted)
}

fn create(at: &Path, bytes: &[u8], permissions: Option<&fs::Permissions>) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(at)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions.clone())?;
    }
    file.sync_all()
}

/// The folder of files that wait, removed with what is left in it.
struct Stage {
    folder: PathBuf,
    is_kept: std::cell::Cell<bool>,
}

impl Stage {
    fn new(top: &Path) -> Result<Self, ChangesError> {
        let folder = top.join(format!("{STAGE}-{}", std::process::id()));
        let failed = |error| ChangesError::Write { what: format!("{} cannot be made", folder.display()), error };
        fs::create_dir(&folder).map_err(failed)?;
        Ok(Self { folder, is_kept: false.into() })
    }

    fn keep(&self) -> &Path {
        self.is_kept.set(true);
        &self.folder
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if !self.is_kept.get() {
            // What stays is a folder of its own that says whose it is.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// What was done so far, to be taken back.
struct Done<'s> {
    stage: &'s Path,
    steps: Vec<Step>,
}

enum Step {
    Folder(PathBuf),
    /// The file at `at` was moved to `aside`, or copied there and replaced.
    Had {
        at: PathBuf,
        aside: PathBuf,
    },
    /// A file that was not there.
    New(PathBuf),
}

impl Done<'_> {
    /// Looks once more right before a file is touched: nothing is written over what came meanwhile.
    fn check(base: &Base, path: &RepoPath) -> Result<(), Failed> {
        let is_same = match (look(&base.folder, path), base.file(path)) {
            (Ok(There::Nothing), None) => true,
            (Ok(There::File(now)), Some(before)) => now.bytes == before.bytes,
            (Err(error), _) => return Err((format!("`{path}` cannot be read"), error)),
            _ => false,
        };
        let changed = || (format!("`{path}` changed at this moment"), io::ErrorKind::ResourceBusy.into());
        if is_same { Ok(()) } else { Err(changed()) }
    }

    fn set_aside(&mut self, base: &Base, number: usize, path: &RepoPath) -> Result<(), Failed> {
        Self::check(base, path)?;
        let (at, aside) = (base.folder.join(path.as_str()), self.stage.join(format!("old-{number}")));
        fs::rename(&at, &aside).map_err(|error| (format!("`{path}` cannot be removed"), error))?;
        self.steps.push(Step::Had { at, aside });
        Ok(())
    }

    fn replace(&mut self, base: &Base, number: usize, path: &RepoPath, new: &Path) -> Result<(), Failed> {
        let failed = |error| (format!("`{path}` cannot be written"), error);
        let at = base.folder.join(path.as_str());
        // A file that was set aside is not there any more: it is made anew.
        let was_set_aside = self.steps.iter().any(|step| matches!(step, Step::Had { at: other, .. } if *other == at));
        if !was_set_aside {
            Self::check(base, path)?;
        }
        self.make_folders(&base.folder, path).map_err(failed)?;
        if base.file(path).is_some() && !was_set_aside {
            let aside = self.stage.join(format!("old-{number}"));
            fs::copy(&at, &aside).map_err(failed)?;
            fs::rename(new, &at).map_err(failed)?;
            self.steps.push(Step::Had { at, aside });
        } else {
            fs::rename(new, &at).map_err(failed)?;
            self.steps.push(Step::New(at));
        }
        Ok(())
    }

    fn make_folders(&mut self, top: &Path, path: &RepoPath) -> io::Result<()> {
        for (end, _) in path.as_str().match_indices('/') {
            let folder = top.join(&path.as_str()[..end]);
            match fs::create_dir(&folder) {
                Ok(()) => self.steps.push(Step::Folder(folder)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Undoes every step, the last first; what could not be undone is named.
    fn take_back(&mut self) -> Result<(), Vec<String>> {
        let mut left = Vec::new();
        while let Some(step) = self.steps.pop() {
            let (path, undone) = match &step {
                Step::Folder(folder) => (folder, fs::remove_dir(folder)),
                Step::Had { at, aside } => (at, fs::rename(aside, at)),
                Step::New(at) => (at, fs::remove_file(at)),
            };
            if let Err(error) = undone {
                left.push(format!("{} ({error})", path.display()));
            }
        }
        if left.is_empty() { Ok(()) } else { Err(left) }
    }
}
