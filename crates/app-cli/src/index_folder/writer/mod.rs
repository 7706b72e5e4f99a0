//! Writes an index directory.
//!
//! Every file is written under a temporary name and renamed, the manifest last, once the chunks are on the disk: if the
//! process or the machine stops at any point, a reader finds the old index or the new one. An existing chunk is not
//! written again, unless the hash of its bytes is not its name: indexing again repairs a damaged index.

use super::{holds_index, lock};
use crate::run_file;
use anyhow::{Context, Result, bail};
use codebase::storage::directory::MANIFEST;
use codebase::{Chunk, IndexFiles};
use rayon::prelude::*;
use source::filter;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Threads that wait for the disk.
const SYNCED_AT_ONCE: usize = 16;

/// A number of files and their length in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub files: u64,
    pub bytes: u64,
}

impl Tally {
    /// Adds a file of these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.files += 1;
        self.bytes += bytes.len() as u64;
    }
}

/// Writes an index directory, which is locked against other writers until this is dropped.
pub struct IndexWriter {
    folder: PathBuf,
    /// Folders that were not there before, the deepest first: taken away again where nothing came of it.
    made: Vec<PathBuf>,
    committed: bool,
    /// Chunks that were written.
    pub written: Tally,
    /// Chunks that were there already.
    pub reused: Tally,
    pub manifest_changed: bool,
    /// Chunks that may not be on the disk yet.
    unsynced: Vec<PathBuf>,
    /// The names of the chunks that were written, and of those that were there.
    own: BTreeSet<String>,
    met: BTreeSet<String>,
    _lock: Option<File>,
}

impl IndexWriter {
    /// Creates the folder if it is missing. Refuses a folder that holds anything but an index or temporary files of an
    /// interrupted writer.
    pub fn open(folder: &Path) -> Result<Self> {
        if fs::symlink_metadata(folder).is_ok() && !folder.is_dir() {
            bail!("{} is a file; an index is a folder", folder.display());
        }
        let made: Vec<PathBuf> = folder.ancestors().take_while(|place| is_missing(place)).map(Path::to_owned).collect();
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let mut writer = Self {
            folder: folder.to_owned(),
            made,
            committed: false,
            written: Tally::default(),
            reused: Tally::default(),
            manifest_changed: false,
            unsynced: Vec::new(),
            own: BTreeSet::new(),
            met: BTreeSet::new(),
            _lock: None,
        };
        let unfinished = check(folder)?;
        writer._lock = lock::take(folder)?;
        if writer._lock.is_some() {
            // Nobody else writes here, so these are of a process that was killed.
            unfinished.iter().for_each(|path| drop(fs::remove_file(path)));
        }
        Ok(writer)
    }

    /// The folder that is written to.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Number and length of the chunks so far.
    pub fn chunks(&self) -> Tally {
        Tally { files: self.written.files + self.reused.files, bytes: self.written.bytes + self.reused.bytes }
    }

    /// Deletes a chunk, if it was written by this.
    pub fn take_back(&mut self, name: &str) -> Result<(), String> {
        let path = self.folder.join(name);
        if !self.own.remove(name) {
            return Ok(());
        }
        let failed = |error: io::Error| format!("{} could not be deleted: {error}", path.display());
        let bytes = fs::metadata(&path).map_err(failed)?.len();
        fs::remove_file(&path).map_err(failed)?;
        self.written = Tally { files: self.written.files - 1, bytes: self.written.bytes - bytes };
        self.unsynced.retain(|unsynced| *unsynced != path);
        Ok(())
    }

    fn put(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.folder.join(name);
        let is_manifest = name == MANIFEST;
        if holds(&path, bytes) {
            // One that was written before, or counted, is put again where vectors are written again.
            if !is_manifest && !self.own.contains(name) && self.met.insert(name.to_owned()) {
                self.reused.add(bytes);
            }
        } else if is_manifest {
            self.manifest_changed = true;
            sync(&self.unsynced)?;
            self.unsynced.clear();
            self.replace(name, &path, bytes)?;
            sync(&[path])?;
        } else {
            self.replace(name, &path, bytes)?;
            self.written.add(bytes);
            self.own.insert(name.to_owned());
            self.unsynced.push(path);
        }
        self.committed |= is_manifest;
        Ok(())
    }

    fn replace(&self, name: &str, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let unfinished = self.folder.join(format!(".{name}.{}.partial", std::process::id()));
        run_file::replace(path, &unfinished, bytes)
    }
}

/// Whether a file has exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let as_long = fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() == bytes.len() as u64);
    as_long && fs::read(path).is_ok_and(|there| there == bytes)
}

/// Waits until files are on the disk. Many at once, because a file system writes its journal once for all of them: one
/// after the other takes ten times as long.
fn sync(paths: &[PathBuf]) -> io::Result<()> {
    let share = paths.len().div_ceil(SYNCED_AT_ONCE).max(1);
    std::thread::scope(|scope| {
        let sync_all =
            |paths: &[PathBuf]| paths.iter().try_for_each(|path| OpenOptions::new().write(true).open(path)?.sync_all());
        let running: Vec<_> = paths.chunks(share).map(|paths| scope.spawn(move || sync_all(paths))).collect();
        running
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread died"))))
    })
}

impl IndexFiles for IndexWriter {
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.put(name, bytes)
            .map_err(|error| format!("{} could not be written: {error}", self.folder.join(name).display()))
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.folder.join(name);
        fs::read(&path).map_err(|error| format!("{} could not be read: {error}", path.display()))
    }

    fn compress(&self, pages: &[Vec<u8>]) -> Vec<Chunk> {
        pages.par_iter().map(|page| Chunk::of(page)).collect()
    }
}

impl Drop for IndexWriter {
    fn drop(&mut self) {
        if !self.committed {
            // Only while empty.
            let _ = self.made.iter().try_for_each(fs::remove_dir);
        }
    }
}

fn is_missing(place: &Path) -> bool {
    !place.as_os_str().is_empty() && !place.exists()
}

/// Whether the folder may become, or is, an index; what a killed process left in it.
fn check(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut unfinished, mut foreign) = (Vec::new(), false);
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if filter::is_unfinished_index_file(&name) {
            unfinished.push(entry.path());
        }
        // Hidden files, as `.nojekyll`, are for the host.
        foreign |= !name.starts_with('.') && !filter::is_index_chunk(&name) && name != MANIFEST;
    }
    if holds_index(folder) {
        return Ok(unfinished);
    }
    if folder.join(MANIFEST).exists() {
        bail!("{} has a {MANIFEST} that is not of an index; choose another folder", folder.display());
    }
    if foreign {
        bail!("{} is not empty and holds no index; choose another folder", folder.display());
    }
    Ok(unfinished)
}

#[cfg(test)]
mod tests;
