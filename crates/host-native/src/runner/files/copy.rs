//! Copying a folder, within bounds.

use super::left_out::LeftOut;
use super::{Stop, failed_at, go_on};
use code_runner::RunError;
use limits::running::{RUN_COPY_BYTES, RUN_COPY_FILES};
use std::collections::BTreeMap;
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What was copied, by path, as it was then.
#[derive(Debug, Default)]
pub(super) struct Copied {
    pub(super) entries: BTreeMap<PathBuf, Stamp>,
    bytes: u64,
}

/// By what a changed file is known again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stamp {
    Folder,
    /// Number of the file, length, and when it last changed, which no program can set.
    File(u64, u64, i64, i64),
    Link(u64),
}

impl Stamp {
    #[cfg(unix)]
    pub(super) fn of(found: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        match found.file_type() {
            kind if kind.is_dir() => Self::Folder,
            kind if kind.is_symlink() => Self::Link(found.ino()),
            _ => Self::File(found.ino(), found.len(), found.ctime(), found.ctime_nsec()),
        }
    }

    /// Nothing runs there.
    #[cfg(not(unix))]
    pub(super) fn of(found: &Metadata) -> Self {
        if found.is_dir() { Self::Folder } else { Self::File(0, found.len(), 0, 0) }
    }
}

impl Copied {
    fn note(&mut self, root: &Path, path: &Path) -> Result<(), RunError> {
        let found = fs::symlink_metadata(root.join(path)).map_err(|error| failed_at("copied", path, &error))?;
        let stamp = Stamp::of(&found);
        let is_new = self.entries.insert(path.to_owned(), stamp).is_none();
        self.bytes += if is_new && found.is_file() { found.len() } else { 0 };
        let too_much = |what: String| {
            let why = format!("the repository holds more than {what}, so it is not copied for a run");
            Err(RunError::Files(why))
        };
        match (self.entries.len() > RUN_COPY_FILES, self.bytes > RUN_COPY_BYTES) {
            (true, _) => too_much(format!("{RUN_COPY_FILES} files")),
            (_, true) => too_much(format!("{} GB", RUN_COPY_BYTES >> 30)),
            _ => Ok(()),
        }
    }
}

/// Copies from a folder.
pub(super) struct Copy<'c> {
    /// Canonical.
    pub(super) base: &'c Path,
    pub(super) root: &'c Path,
    pub(super) stop: &'c Stop,
    pub(super) copied: &'c mut Copied,
}

impl Copy<'_> {
    /// Everything below a folder but what is left out, which is noted.
    pub(super) fn below(&mut self, folder: &Path, left_out: &mut Vec<LeftOut>) -> Result<(), RunError> {
        self.walk(folder, &mut |base, path| match LeftOut::of(base, path) {
            Some(left) => {
                left_out.push(left);
                false
            }
            None => true,
        })
    }

    /// A folder with everything in it.
    pub(super) fn whole(&mut self, folder: &Path) -> Result<(), RunError> {
        let found = fs::symlink_metadata(self.base.join(folder)).map_err(|error| failed_at("read", folder, &error))?;
        self.entry(folder, found.file_type())?;
        if found.is_dir() { self.walk(folder, &mut |_, _| true) } else { Ok(()) }
    }

    /// One file, link or empty folder, in place of what the copy has there.
    pub(super) fn entry(&mut self, path: &Path, kind: FileType) -> Result<(), RunError> {
        let (from, to) = (self.base.join(path), self.root.join(path));
        let done = if kind.is_dir() {
            fs::create_dir(&to)
        } else if kind.is_symlink() {
            self.link(path)
        } else if kind.is_file() {
            copy_file(&from, &to)
        } else {
            // Sockets, pipes and devices belong to a program that runs, or to the machine.
            return Ok(());
        };
        match done {
            // What cannot be read here could not be read by the program either, and what is gone was deleted just now.
            Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::NotFound) => Ok(()),
            Err(error) => Err(failed_at("copied", path, &error)),
            Ok(()) => self.copied.note(self.root, path),
        }
    }

    fn walk(&mut self, top: &Path, enters: &mut dyn FnMut(&Path, &Path) -> bool) -> Result<(), RunError> {
        let mut folders = vec![top.to_owned()];
        while let Some(folder) = folders.pop() {
            let entries = match fs::read_dir(self.base.join(&folder)) {
                Err(error) if error.kind() == ErrorKind::PermissionDenied => continue,
                entries => entries.map_err(|error| failed_at("read", &folder, &error))?,
            };
            for entry in entries {
                go_on(self.stop)?;
                let entry = entry.map_err(|error| failed_at("read", &folder, &error))?;
                let path = folder.join(entry.file_name());
                let kind = entry.file_type().map_err(|error| failed_at("read", &path, &error))?;
                let named = kind.is_dir() || entry.file_name() == ".git";
                // The folder of temporary files may lie in the repository, and this copy with it.
                let is_this = self.root.parent() == Some(&self.base.join(&path));
                if is_this || named && !enters(self.base, &path) {
                    continue;
                }
                self.entry(&path, kind)?;
                if kind.is_dir() {
                    folders.push(path);
                }
            }
        }
        Ok(())
    }

    /// A symbolic link. One into the repository leads into the copy; one to elsewhere still leads there.
    #[cfg(unix)]
    fn link(&self, path: &Path) -> io::Result<()> {
        let target = fs::read_link(self.base.join(path))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let led = normal(&self.base.join(folder).join(&target));
        let target = match led.strip_prefix(self.base) {
            Ok(_) if target.is_relative() => target,
            Ok(inside) => self.root.join(inside),
            Err(_) => led,
        };
        std::os::unix::fs::symlink(target, self.root.join(path))
    }

    #[cfg(not(unix))]
    fn link(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// A path without `..`, by its words alone: what it names may not exist.
#[cfg(unix)]
fn normal(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                normal.pop();
            }
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

/// With its permissions and its time of change: build tools compare those.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    let modified = fs::metadata(from)?.modified()?;
    // A file that may only be read cannot be opened to set its time: then it looks new, and is built again.
    match File::options().append(true).open(to) {
        Ok(file) => file.set_modified(modified),
        Err(_) => Ok(()),
    }
}

/// Writes a text of the base with the folders above it.
pub(super) fn write_text(root: &Path, path: &Path, text: &str, copied: &mut Copied) -> Result<(), RunError> {
    let failed = |error: io::Error| failed_at("written", path, &error);
    for folder in path.ancestors().skip(1).collect::<Vec<_>>().into_iter().rev() {
        if !folder.as_os_str().is_empty() && !root.join(folder).exists() {
            fs::create_dir(root.join(folder)).map_err(failed)?;
            copied.note(root, folder)?;
        }
    }
    File::create_new(root.join(path)).and_then(|mut file| file.write_all(text.as_bytes())).map_err(failed)?;
    copied.note(root, path)
}
