//! Files of exported runs, and how files are replaced.

use anyhow::{Context, Result, bail};
use std::io;
use std::path::Path;

/// The largest size of a file that is read, in bytes.
const MOST: u64 = 512 << 20;

pub fn read(path: &Path) -> Result<Vec<u8>> {
    let unreadable = || format!("{} can't be read", path.display());
    let bytes = std::fs::metadata(path).with_context(unreadable)?.len();
    if bytes > MOST {
        bail!("{} is larger than {} MB", path.display(), MOST >> 20);
    }
    std::fs::read(path).with_context(unreadable)
}

/// Writes a file atomically.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let name = path.file_name().with_context(|| format!("{} is no file", path.display()))?;
    let partial = path.with_file_name(format!(".{}.partial", name.to_string_lossy()));
    replace(path, &partial, bytes).with_context(|| format!("{} can't be written", path.display()))
}

/// Writes a file under the name `partial` and renames it, so that a reader never finds an incomplete one.
pub fn replace(path: &Path, partial: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = std::fs::write(partial, bytes).and_then(|()| std::fs::rename(partial, path));
    if written.is_err() {
        // The error of the write is reported; a file that stays is ignored by readers.
        let _ = std::fs::remove_file(partial);
    }
    written
}
