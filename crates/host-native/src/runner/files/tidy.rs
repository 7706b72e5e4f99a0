//! Undoing what a program has written to its copy.

use super::copy::{Copy, Stamp, write_text};
use super::{Kept, Scratch, Stop, failed_at, go_on};
use code_runner::RunError;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

impl Scratch {
    /// Makes the copy equal to the base again: what is new is deleted, what was changed or deleted is restored. A folder of
    /// builds is kept, which is outside of the copy.
    ///
    /// # Errors
    /// What could not be read or written.
    pub(super) fn tidy(&mut self, stop: &Stop) -> Result<(), RunError> {
        self.delete_others(stop)?;
        self.restore(stop)?;
        let temporary = self.temporary();
        fs::remove_dir_all(&temporary)
            .and_then(|()| fs::create_dir(&temporary))
            .map_err(|error| failed_at("emptied", Path::new("tmp"), &error))
    }

    /// Deletes every entry that is not as it was copied.
    fn delete_others(&mut self, stop: &Stop) -> Result<(), RunError> {
        let root = self.root();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            let read = |error: io::Error| failed_at("read", &folder, &error);
            make_writable(&root.join(&folder)).map_err(read)?;
            for entry in fs::read_dir(root.join(&folder)).map_err(read)? {
                go_on(stop)?;
                let path = folder.join(entry.map_err(read)?.file_name());
                let found = fs::symlink_metadata(root.join(&path)).map_err(|error| failed_at("read", &path, &error))?;
                let stamp = Stamp::of(&found);
                if self.copied.entries.get(&path) == Some(&stamp) {
                    if stamp == Stamp::Folder {
                        folders.push(path);
                    }
                    continue;
                }
                remove(&root.join(&path)).map_err(|error| failed_at("deleted", &path, &error))?;
            }
        }
        Ok(())
    }

    /// Copies every entry of the base that is not there, folders before what is in them. Its time of change is now: a build
    /// tool must see that it is not the file that it has built.
    fn restore(&mut self, stop: &Stop) -> Result<(), RunError> {
        let root = self.root();
        let missing = |path: &&PathBuf| fs::symlink_metadata(root.join(path)).is_err();
        let missing: Vec<PathBuf> = self.copied.entries.keys().filter(missing).cloned().collect();
        for path in missing {
            go_on(stop)?;
            self.restore_one(&root, &path, stop)?;
        }
        Ok(())
    }

    fn restore_one(&mut self, root: &Path, path: &Path, stop: &Stop) -> Result<(), RunError> {
        match &self.base {
            Kept::Texts(texts) => match texts.get(path) {
                Some(text) => write_text(root, path, text, &mut self.copied),
                None => match fs::create_dir(root.join(path)) {
                    Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(failed_at("restored", path, &error)),
                    _ => Ok(()),
                },
            },
            Kept::Folder(base) => {
                let found = match fs::symlink_metadata(base.join(path)) {
                    // The person has deleted it meanwhile.
                    Err(error) if error.kind() == ErrorKind::NotFound => {
                        self.copied.entries.remove(path);
                        return Ok(());
                    }
                    found => found.map_err(|error| failed_at("read", path, &error))?,
                };
                Copy { base, root, stop, copied: &mut self.copied }.entry(path, found.file_type())?;
                touch(&root.join(path), found.is_file()).map_err(|error| failed_at("restored", path, &error))?;
                if found.is_dir() { Ok(()) } else { self.note_again(root, path) }
            }
        }
    }

    /// Notes the state of an entry once more.
    fn note_again(&mut self, root: &Path, path: &Path) -> Result<(), RunError> {
        match fs::symlink_metadata(root.join(path)) {
            Ok(found) => self.copied.entries.insert(path.to_owned(), Stamp::of(&found)),
            // The base has it no longer, or it cannot be read any more.
            Err(error) if error.kind() == ErrorKind::NotFound => self.copied.entries.remove(path),
            Err(error) => return Err(failed_at("read", path, &error)),
        };
        Ok(())
    }
}

/// Sets the time of change to now. A file that may only be read is as new as its copy.
fn touch(path: &Path, is_file: bool) -> io::Result<()> {
    match fs::File::options().append(true).open(path) {
        Ok(file) if is_file => file.set_modified(std::time::SystemTime::now()),
        _ => Ok(()),
    }
}

/// Deletes a file, a link or a folder with everything in it; never through a link.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(path)?.is_dir() {
        return fs::remove_file(path);
    }
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            // A program may have taken the right to write from a folder.
            for entry in walk(path)? {
                make_writable(&entry)?;
            }
            fs::remove_dir_all(path)
        }
        done => done,
    }
}

/// The folders below one, with it.
fn walk(top: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = vec![top.to_owned()];
    let mut at = 0;
    while at < folders.len() {
        make_writable(&folders[at])?;
        for entry in fs::read_dir(&folders[at])? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            }
        }
        at += 1;
    }
    Ok(folders)
}

#[cfg(unix)]
fn make_writable(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = fs::symlink_metadata(folder)?.permissions();
    if permissions.mode() & 0o700 == 0o700 {
        return Ok(());
    }
    permissions.set_mode(permissions.mode() | 0o700);
    fs::set_permissions(folder, permissions)
}

#[cfg(not(unix))]
fn make_writable(_: &Path) -> io::Result<()> {
    Ok(())
}
