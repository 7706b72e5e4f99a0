//! The logs of runs as files of one folder.
//!
//! An append holds its file locked while it compares the length and writes, so two processes never mix their bytes. The
//! last file stays open, so a run of a thousand supersteps opens its log once.
#![allow(clippy::disallowed_methods, reason = "an optional adapter, off by default: this one is about files")]

mod disk;

use crate::store::{BlockingStore, LogEnd, StoreError, TornAppends, check_run_name};
use disk::{absent, failure, is_deleted, lock, sync_folder};
use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const EXTENSION: &str = ".run";

/// A folder with one file `<run>.run` a run; other files in it are left alone. The folder is made with the first log.
///
/// What was appended survives the end of the process, and with [`sync_each_append`](Self::sync_each_append) a loss of power
/// too. Several stores, of several processes too, may share a folder.
#[derive(Debug)]
pub struct FileCheckpointStore {
    folder: PathBuf,
    sync: bool,
    active: RefCell<Option<Active>>,
    torn: TornAppends,
}

/// The log that was last appended to.
#[derive(Debug)]
struct Active {
    run: String,
    file: File,
    /// Where the next write would go.
    position: u64,
}

impl FileCheckpointStore {
    /// A store in that folder. The folder is not touched before the first call.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), sync: false, active: RefCell::default(), torn: TornAppends::default() }
    }

    /// Whether each append waits until the data is on the disk (`fsync`, for the first append of a log also of the folder).
    /// Off by default, because each append then takes as long as a write to the disk.
    pub fn sync_each_append(mut self, sync: bool) -> Self {
        self.sync = sync;
        self
    }

    fn path(&self, run: &str) -> PathBuf {
        self.folder.join(format!("{run}{EXTENSION}"))
    }

    fn append_locked(
        &self,
        active: &mut Active,
        path: &Path,
        length: u64,
        end: LogEnd,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        let failed = |cause| failure("write", path, &cause);
        self.torn.check(&active.run, end, length)?;
        let whole = end.whole.min(end.length);
        let Err(cause) = self.add(active, length, whole, bytes) else { return Ok(()) };
        // Where this fails too, the next append does it.
        let undone = active.file.set_len(whole).and_then(|()| active.file.metadata());
        let left = undone.or_else(|_| active.file.metadata()).map_err(failed)?.len();
        self.torn.failed(&active.run, end, left);
        Err(failed(cause))
    }

    fn add(&self, active: &mut Active, length: u64, whole: u64, bytes: &[u8]) -> io::Result<()> {
        let Active { file, position, .. } = active;
        if whole < length {
            file.set_len(whole)?;
        }
        if *position != whole {
            file.seek(SeekFrom::Start(whole))?;
        }
        // Unknown until all is written.
        *position = u64::MAX;
        file.write_all(bytes)?;
        *position = whole + bytes.len() as u64;
        if self.sync {
            file.sync_data()?;
            if length == 0 {
                sync_folder(&self.folder)?;
            }
        }
        Ok(())
    }

    /// The file; `None` where there is none and none is to be made.
    fn open(&self, path: &Path, make: bool) -> Result<Option<File>, StoreError> {
        let open = || OpenOptions::new().write(true).create(make).truncate(false).open(path);
        match open() {
            Err(error) if error.kind() == ErrorKind::NotFound && make => {
                fs::create_dir_all(&self.folder).map_err(|cause| failure("make the folder", &self.folder, &cause))?;
                open().map(Some)
            }
            opened => absent(opened),
        }
        .map_err(|cause| failure("write", path, &cause))
    }

    /// Closes a run's file before it is changed by other means.
    fn close(&self, run: &str) {
        self.active.borrow_mut().take_if(|active| active.run == run);
    }
}

impl BlockingStore for FileCheckpointStore {
    fn append_now(&self, run: &str, end: LogEnd, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.path(run);
        let mut slot = self.active.borrow_mut();
        let mut kept = slot.take_if(|active| active.run == run);
        loop {
            // A log that must be there already is not made.
            let was_open = kept.is_some();
            let active = match kept.take() {
                Some(active) => active,
                None => match self.open(&path, end.length == 0)? {
                    Some(file) => Active { run: run.to_owned(), file, position: 0 },
                    None => return end.check(run, 0),
                },
            };
            let locked = lock(&active.file, run, &path)?;
            let metadata = active.file.metadata().map_err(|cause| failure("write", &path, &cause))?;
            // It was deleted since it was opened.
            if was_open && is_deleted(&metadata) {
                continue;
            }
            let active = slot.insert(active);
            let appended = self.append_locked(active, &path, metadata.len(), end, bytes);
            if locked {
                active.file.unlock().map_err(|cause| failure("unlock", &path, &cause))?;
            }
            return appended;
        }
    }

    fn read_now(&self, run: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.path(run);
        absent(fs::read(&path)).map_err(|cause| failure("read", &path, &cause))
    }

    fn runs_now(&self) -> Result<Vec<String>, StoreError> {
        let failed = |cause| failure("list", &self.folder, &cause);
        let mut names = Vec::new();
        let Some(entries) = absent(fs::read_dir(&self.folder)).map_err(failed)? else { return Ok(names) };
        for entry in entries {
            let entry = entry.map_err(failed)?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let Some(run) = name.strip_suffix(EXTENSION) else { continue };
            if check_run_name(run).is_ok() && !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                names.push(run.to_owned());
            }
        }
        names.sort();
        Ok(names)
    }

    fn remove_now(&self, run: &str) -> Result<(), StoreError> {
        let path = self.path(run);
        self.close(run);
        absent(fs::remove_file(&path)).map_err(|cause| failure("delete", &path, &cause))?;
        self.torn.removed(run);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
