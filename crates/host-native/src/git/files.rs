//! The files of a git folder on disk, read where a question needs them.

use git_history::{FileError, FileFuture, GitFiles};
use limits::git::REFS;
use std::fs::{self, File};
use std::future::ready;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Most files that a folder is listed with: names and loose objects of one folder are fewer.
const LISTED: usize = 4 * REFS;
/// Folders on the way to a file.
const DEPTH: usize = 30;

/// The git folder of a folder that is checked out: `.git`, or where a file of this name leads, as in a linked work tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiskGitFiles {
    /// What is checked out; absolute.
    folder: PathBuf,
    /// HEAD of this work tree.
    own: PathBuf,
    /// Branches and objects, which linked work trees share.
    common: PathBuf,
}

impl DiskGitFiles {
    /// The git folder of `folder`; `None` where it has none.
    ///
    /// # Errors
    /// That `.git` cannot be read or leads nowhere.
    pub fn of(folder: &Path) -> Result<Option<Rc<Self>>, FileError> {
        let folder = std::path::absolute(folder).map_err(|error| failed(folder, &error))?;
        let git = folder.join(".git");
        let own = match fs::metadata(&git) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&git, &error)),
            Ok(meta) if meta.is_dir() => git,
            Ok(_) => {
                let text = small_text(&git)?.ok_or_else(|| FileError(format!("{} is gone", git.display())))?;
                let target = text.trim().strip_prefix("gitdir:");
                let target = target.ok_or_else(|| FileError(format!("{} does not say where git is", git.display())))?;
                folder.join(target.trim())
            }
        };
        let common = match small_text(&own.join("commondir"))? {
            Some(text) => own.join(text.trim()),
            None => own.clone(),
        };
        Ok(Some(Rc::new(Self { folder, own, common })))
    }

    /// The folder that is checked out, by its absolute path.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of this work tree's own data, as `--git-dir` takes it.
    pub fn git_dir(&self) -> &Path {
        &self.own
    }

    fn path(&self, name: &str) -> PathBuf {
        if name == "HEAD" { self.own.join(name) } else { self.common.join(name) }
    }

    fn listed(&self, folder: &str) -> Result<Vec<String>, FileError> {
        let (mut files, mut pending) = (Vec::new(), vec![(self.path(folder), folder.to_owned(), 0)]);
        while let Some((at, name, depth)) = pending.pop() {
            let entries = match fs::read_dir(&at) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                entries => entries.map_err(|error| failed(&at, &error))?,
            };
            for entry in entries {
                let entry = entry.map_err(|error| failed(&at, &error))?;
                // Git writes its names as UTF-8 here; another one is none of its.
                let Ok(child) = entry.file_name().into_string() else { continue };
                let child = format!("{name}/{child}");
                // Links are not followed.
                let kind = entry.file_type().map_err(|error| failed(&entry.path(), &error))?;
                if kind.is_dir() && depth < DEPTH {
                    pending.push((entry.path(), child, depth + 1));
                } else if kind.is_file() && files.len() < LISTED {
                    files.push(child);
                }
            }
        }
        Ok(files)
    }

    fn part(&self, path: &str, from: u64, most: usize) -> Result<Option<Vec<u8>>, FileError> {
        let path = self.path(path);
        let mut file = match File::open(&path) {
            Err(error) if is_absent(&error) => return Ok(None),
            opened => opened.map_err(|error| failed(&path, &error))?,
        };
        let mut bytes = Vec::new();
        let read = file.seek(SeekFrom::Start(from)).and_then(|_| file.take(most as u64).read_to_end(&mut bytes));
        read.map_err(|error| failed(&path, &error))?;
        Ok(Some(bytes))
    }
}

impl GitFiles for DiskGitFiles {
    fn list<'a>(&'a self, folder: &'a str) -> FileFuture<'a, Vec<String>> {
        Box::pin(ready(self.listed(folder)))
    }

    fn size<'a>(&'a self, path: &'a str) -> FileFuture<'a, Option<u64>> {
        let path = self.path(path);
        Box::pin(ready(match fs::metadata(&path) {
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(failed(&path, &error)),
            Ok(meta) => Ok(meta.is_file().then_some(meta.len())),
        }))
    }

    fn read<'a>(&'a self, path: &'a str, from: u64, most: usize) -> FileFuture<'a, Option<Vec<u8>>> {
        Box::pin(ready(self.part(path, from, most)))
    }
}

/// There is no such file: a name may also lead through one that is a file itself.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn failed(path: &Path, error: &io::Error) -> FileError {
    FileError(format!("{} cannot be read: {error}", path.display()))
}

/// A file of one line; `None` where there is none.
fn small_text(path: &Path) -> Result<Option<String>, FileError> {
    let file = match File::open(path) {
        Err(error) if is_absent(&error) => return Ok(None),
        opened => opened.map_err(|error| failed(path, &error))?,
    };
    let mut text = String::new();
    file.take(4096).read_to_string(&mut text).map_err(|error| failed(path, &error))?;
    Ok(Some(text))
}
