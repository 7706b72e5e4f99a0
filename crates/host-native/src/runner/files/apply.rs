//! The proposed changes in a copy.

use super::tidy::remove;
use super::{Scratch, failed_at};
use code_runner::{FileChange, RunError};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

impl Scratch {
    /// Writes and deletes what is proposed; the copy is that of the base.
    ///
    /// # Errors
    /// What could not be written.
    pub(super) fn apply(&self, changes: &[FileChange]) -> Result<(), RunError> {
        let root = self.root();
        // Deletions first: a file may become a folder.
        let (gone, written): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.text.is_none());
        for change in gone.into_iter().chain(written) {
            let path = Path::new(change.path.as_str());
            let done = match &change.text {
                None => delete(&root, path),
                Some(text) => write(&root, path, text),
            };
            done.map_err(|error| failed_at("changed for the run", path, &error))?;
        }
        Ok(())
    }
}

fn delete(root: &Path, path: &Path) -> io::Result<()> {
    refuse_links(root, path)?;
    match remove(&root.join(path)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Writes a file anew, with the permissions that it had: a script stays one.
fn write(root: &Path, path: &Path, text: &str) -> io::Result<()> {
    refuse_links(root, path)?;
    let to = root.join(path);
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    let permissions = match fs::symlink_metadata(&to) {
        Ok(found) => {
            fs::remove_file(&to)?;
            found.is_file().then(|| found.permissions())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mut file = File::create_new(&to)?;
    file.write_all(text.as_bytes())?;
    permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))
}

/// A link above a file may lead out of the copy.
fn refuse_links(root: &Path, path: &Path) -> io::Result<()> {
    for folder in path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty()) {
        if fs::symlink_metadata(root.join(folder)).is_ok_and(|found| found.is_symlink()) {
            return Err(io::Error::other(format!("`{}` is a link", folder.display())));
        }
    }
    Ok(())
}
