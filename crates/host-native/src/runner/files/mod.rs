//! The files that a run sees: a copy of the repository outside of it, with the proposed changes.
//!
//! A copy is made with the first run and kept. Before each further run it is made equal to the repository as it was copied
//! ([`Scratch::tidy`]), and then to what the run proposes. It is a copy in the full sense: a link, hard or symbolic, would let
//! a program write through it to the repository. Start at [`Scratch::prepare`].

mod apply;
mod copy;
mod left_out;
mod sweep;
mod tidy;

pub(super) use left_out::Wants;

use code_runner::{FileChange, RunError};
use copy::Copied;
use left_out::LeftOut;
use source::RepoPath;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;

/// Gives the texts of a repository that is no folder.
pub type Texts = Arc<dyn Fn() -> Result<Vec<(RepoPath, Arc<str>)>, String> + Send + Sync>;

/// Where the files of a repository come from.
#[derive(Clone)]
pub enum Base {
    /// A folder, with everything in it that is readable: also what an index leaves out.
    Folder(PathBuf),
    /// Texts alone, of an archive or an index; read with the first run.
    Texts(Texts),
}

/// Set when nobody waits for the files any more.
pub(super) type Stop = Arc<AtomicBool>;

/// How the names of copies begin.
const PREFIX: &str = "quarry-run-";

/// A copy of the repository, deleted when it is dropped.
pub(super) struct Scratch {
    place: TempDir,
    /// Says to other processes that it is used.
    _lock: File,
    base: Kept,
    copied: Copied,
    left_out: Vec<LeftOut>,
    /// Whether a program has run in it since it was last tidied.
    used: bool,
}

/// The base, as far as it is needed to restore files.
enum Kept {
    Folder(PathBuf),
    Texts(BTreeMap<PathBuf, Arc<str>>),
}

impl Scratch {
    /// Copies the repository. Takes as long as that takes; [`Stop`] ends it.
    ///
    /// # Errors
    /// What could not be read or written.
    pub(super) fn new(base: &Base, stop: &Stop) -> Result<Self, RunError> {
        sweep::sweep();
        let place = tempfile::Builder::new().prefix(PREFIX).tempdir().map_err(|error| failed("copied", &error))?;
        let lock = sweep::lock(place.path()).map_err(|error| failed("copied", &error))?;
        for folder in ["files", "build", "tmp"] {
            fs::create_dir(place.path().join(folder)).map_err(|error| failed("copied", &error))?;
        }
        let kept = match base {
            Base::Folder(folder) => Kept::Folder(folder.canonicalize().map_err(|error| failed("read", &error))?),
            Base::Texts(texts) => {
                let texts = texts().map_err(RunError::Files)?;
                Kept::Texts(texts.into_iter().map(|(path, text)| (PathBuf::from(path.as_str()), text)).collect())
            }
        };
        let mut scratch =
            Self { place, _lock: lock, base: kept, copied: Copied::default(), left_out: Vec::new(), used: false };
        scratch.copy_all(stop)?;
        Ok(scratch)
    }

    /// Makes the copy what a run is to see: the base, what the program needs of what was left out, and the proposals.
    ///
    /// # Errors
    /// What could not be read or written.
    pub(super) fn prepare(&mut self, wants: Wants, changes: &[FileChange], stop: &Stop) -> Result<(), RunError> {
        if std::mem::take(&mut self.used) {
            self.tidy(stop)?;
        }
        self.bring(wants, stop)?;
        // Whatever comes, the next run begins with the base.
        self.used = true;
        self.apply(changes)
    }

    /// The root of the copy.
    pub(super) fn root(&self) -> PathBuf {
        self.place.path().join("files")
    }

    /// Where builds are kept from run to run.
    pub(super) fn build(&self) -> PathBuf {
        self.place.path().join("build")
    }

    /// For the temporary files of a run.
    pub(super) fn temporary(&self) -> PathBuf {
        self.place.path().join("tmp")
    }

    fn copy_all(&mut self, stop: &Stop) -> Result<(), RunError> {
        let root = self.root();
        match &self.base {
            Kept::Folder(folder) => {
                let mut copy = copy::Copy { base: folder, root: &root, stop, copied: &mut self.copied };
                copy.below(Path::new(""), &mut self.left_out)
            }
            Kept::Texts(texts) => {
                for (path, text) in texts {
                    go_on(stop)?;
                    copy::write_text(&root, path, text, &mut self.copied)?;
                }
                Ok(())
            }
        }
    }

    /// Copies what was left out and this program needs.
    fn bring(&mut self, wants: Wants, stop: &Stop) -> Result<(), RunError> {
        let Kept::Folder(folder) = &self.base else { return Ok(()) };
        let (wanted, rest) = std::mem::take(&mut self.left_out).into_iter().partition(|left| left.is_wanted(wants));
        self.left_out = rest;
        let wanted: Vec<LeftOut> = wanted;
        let root = self.root();
        for left in wanted {
            let mut copy = copy::Copy { base: folder, root: &root, stop, copied: &mut self.copied };
            if let Err(error) = copy.whole(&left.path) {
                // It is brought again by the next run; what is there of it is tidied away before.
                self.left_out.push(left);
                self.used = true;
                return Err(error);
            }
        }
        Ok(())
    }
}

/// An error once nobody waits any more.
fn go_on(stop: &Stop) -> Result<(), RunError> {
    if stop.load(Ordering::Relaxed) { Err(RunError::Files("it was cancelled".to_owned())) } else { Ok(()) }
}

fn failed(what: &str, error: &io::Error) -> RunError {
    RunError::Files(format!("the repository could not be {what}: {error}"))
}

/// The same, of one file.
fn failed_at(what: &str, path: &Path, error: &io::Error) -> RunError {
    RunError::Files(format!("`{}` could not be {what}: {error}", path.display()))
}
