//! The logs of runs as files of one folder.
//!
//! An append holds its file locked while it compares the length and writes, so two processes never mix their bytes. The
//! last file stays open, so a run of a thousand supersteps opens its log once. Every call
//! does its work when its future is first polled.

use futures::FutureExt;
use futures::future::LocalBoxFuture;
use state_graph::store::{CheckpointStore, LogEnd, StoreError, StoreErrorKind, check_run_name};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
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
    /// Logs whose last append was incomplete and could not be undone.
    torn: RefCell<BTreeMap<String, Torn>>,
}

/// What an incomplete append left behind.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Torn {
    /// Length of the log before it, in bytes.
    before: u64,
    /// Length of the file after it, in bytes.
    left: u64,
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
        Self { folder: folder.into(), sync: false, active: RefCell::default(), torn: RefCell::default() }
    }

    /// Whether each append waits until the data is on the disk (`fsync`, for the first append of a log also of the folder).
    /// Off by default, because each append then takes as long as a write to the disk.
    pub fn sync_each_append(mut self, sync: bool) -> Self {
        self.sync = sync;
        self
    }

    fn path(&self, run: &str) -> Result<PathBuf, StoreError> {
        check_run_name(run)?;
        Ok(self.folder.join(format!("{run}{EXTENSION}")))
    }

    fn append_now(&self, run: &str, end: LogEnd, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.path(run)?;
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
            // Somebody deleted it since it was opened.
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

    fn append_locked(
        &self,
        active: &mut Active,
        path: &Path,
        length: u64,
        end: LogEnd,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        let failed = |cause| failure("write", path, &cause);
        let torn = self.torn.borrow_mut().remove(&active.run);
        let is_ours = torn == Some(Torn { before: end.length, left: length });
        end.check(&active.run, if is_ours { end.length } else { length })?;
        let whole = end.whole.min(end.length);
        let Err(cause) = self.add(active, length, whole, bytes) else { return Ok(()) };
        // Where this fails too, the next append does it.
        let undone = active.file.set_len(whole).and_then(|()| active.file.metadata());
        let left = undone.or_else(|_| active.file.metadata()).map_err(failed)?.len();
        if left != end.length {
            self.torn.borrow_mut().insert(active.run.clone(), Torn { before: end.length, left });
        }
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

    fn read_now(&self, run: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.path(run)?;
        absent(fs::read(&path)).map_err(|cause| failure("read", &path, &cause))
    }

    fn remove_now(&self, run: &str) -> Result<(), StoreError> {
        let path = self.path(run)?;
        self.close(run);
        absent(fs::remove_file(&path)).map_err(|cause| failure("delete", &path, &cause))?;
        self.torn.borrow_mut().remove(run);
        Ok(())
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
}

impl CheckpointStore for FileCheckpointStore {
    fn append<'a>(&'a self, run: &'a str, end: LogEnd, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        async move { self.append_now(run, end, bytes) }.boxed_local()
    }

    fn read<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        async move { self.read_now(run) }.boxed_local()
    }

    fn runs(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        async move { self.runs_now() }.boxed_local()
    }

    fn remove<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        async move { self.remove_now(run) }.boxed_local()
    }
}

/// Locks a file against other writers; false where the file system knows no locks.
fn lock(file: &File, run: &str, path: &Path) -> Result<bool, StoreError> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => {
            let message = format!("someone else is writing to the run {run:?} at this moment; open the run again");
            Err(StoreError::new(StoreErrorKind::Conflict, message))
        }
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(false),
        Err(TryLockError::Error(error)) => Err(failure("lock", path, &error)),
    }
}

#[cfg(unix)]
fn is_deleted(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) == 0
}

#[cfg(not(unix))]
fn is_deleted(_metadata: &Metadata) -> bool {
    false
}

/// Makes the names in a folder durable.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    // The empty path is the current folder.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder)?.sync_all()
}

/// Folders cannot be opened here; the system keeps their names by itself.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

fn absent<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn failure(doing: &str, path: &Path, cause: &io::Error) -> StoreError {
    let kind = match cause.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => StoreErrorKind::Full,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreErrorKind::Refused,
        _ => StoreErrorKind::Other,
    };
    StoreError::new(kind, format!("cannot {doing} `{}`: {cause}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::executor::block_on;
    use state_graph::store::conformance;

    /// A path of its own for each test, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(test: &str) -> Self {
            Self(std::env::temp_dir().join(format!("quarry-runs-{}-{test}", std::process::id())))
        }

        fn store(&self) -> FileCheckpointStore {
            FileCheckpointStore::new(&self.0)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            // A folder, or the file that a test put in its place; a test that removed it itself left nothing.
            fs::remove_dir_all(&self.0).or_else(|_| fs::remove_file(&self.0)).ok();
        }
    }

    fn read(store: &FileCheckpointStore, run: &str) -> Option<String> {
        block_on(store.read(run)).unwrap().map(|bytes| String::from_utf8(bytes).unwrap())
    }

    /// Appends where the log ends.
    fn append(store: &FileCheckpointStore, run: &str, text: &str) {
        let length = block_on(store.read(run)).unwrap().map_or(0, |log| log.len() as u64);
        append_at(store, run, length, text).unwrap();
    }

    fn append_at(store: &FileCheckpointStore, run: &str, length: u64, text: &str) -> Result<(), StoreError> {
        block_on(store.append(run, LogEnd::at(length), text.as_bytes()))
    }

    #[test]
    fn is_a_store() {
        let scratch = Scratch::new("conformance");
        block_on(conformance(&scratch.store())).unwrap();
        block_on(conformance(&scratch.store().sync_each_append(true))).unwrap();
    }

    #[test]
    fn reading_makes_no_folder_and_writing_does() {
        let scratch = Scratch::new("made");
        let store = FileCheckpointStore::new(scratch.0.join("deep/runs"));
        assert_eq!(block_on(store.runs()), Ok(vec![]));
        assert_eq!(read(&store, "a"), None);
        assert!(!scratch.0.exists());
        append(&store, "a", "one");
        assert_eq!(fs::read(scratch.0.join("deep/runs/a.run")).unwrap(), b"one");
    }

    #[test]
    fn other_files_of_the_folder_are_no_runs() {
        let scratch = Scratch::new("others");
        let store = scratch.store();
        append(&store, "a", "one");
        fs::create_dir(scratch.0.join("folder.run")).unwrap();
        for name in ["notes.txt", ".run", ".hidden.run", "a b.run", "a.run.bak"] {
            fs::write(scratch.0.join(name), "x").unwrap();
        }
        assert_eq!(block_on(store.runs()), Ok(vec!["a".to_owned()]));
    }

    #[test]
    fn two_stores_on_one_folder_see_the_same() {
        let scratch = Scratch::new("two");
        let (one, two) = (scratch.store(), scratch.store());
        append(&one, "a", "1");
        append(&two, "a", "2");
        append(&one, "a", "3");
        append(&two, "b", "4");
        assert_eq!(read(&one, "a").as_deref(), Some("123"));
        assert_eq!(block_on(one.runs()), block_on(two.runs()));
        block_on(two.append("a", LogEnd { length: 3, whole: 1 }, b"45")).unwrap();
        append(&one, "a", "6");
        assert_eq!(read(&two, "a").as_deref(), Some("1456"));
    }

    #[cfg(unix)]
    #[test]
    fn a_log_deleted_by_another_store_is_gone_and_may_be_begun_anew() {
        let scratch = Scratch::new("deleted");
        let (one, two) = (scratch.store(), scratch.store());
        append(&one, "a", "old");
        block_on(two.remove("a")).unwrap();
        let lost = append_at(&one, "a", 3, "more").unwrap_err();
        assert_eq!(lost.kind, StoreErrorKind::Conflict);
        assert_eq!(lost.message, "the log of the run \"a\" is gone: someone else has deleted it");
        assert_eq!(read(&two, "a"), None);
        append(&one, "a", "new");
        assert_eq!(read(&two, "a").as_deref(), Some("new"));
        fs::remove_dir_all(&scratch.0).unwrap();
        append(&one, "a", "newer");
        assert_eq!(read(&two, "a").as_deref(), Some("newer"));
    }

    #[test]
    fn a_log_that_another_process_writes_to_is_not_waited_for() {
        let scratch = Scratch::new("locked");
        let store = scratch.store();
        append(&store, "a", "one");
        let other = OpenOptions::new().write(true).open(scratch.0.join("a.run")).unwrap();
        other.lock().unwrap();
        let lost = append_at(&store, "a", 3, "two").unwrap_err();
        assert_eq!(lost.kind, StoreErrorKind::Conflict, "{lost}");
        other.unlock().unwrap();
        append_at(&store, "a", 3, "two").unwrap();
        assert_eq!(read(&store, "a").as_deref(), Some("onetwo"));
    }

    #[test]
    fn the_last_log_stays_open_and_no_other() {
        let scratch = Scratch::new("open");
        let store = scratch.store();
        let open = || store.active.borrow().as_ref().map(|active| active.run.clone());
        append(&store, "a", "1");
        append(&store, "b", "1");
        assert_eq!(open().as_deref(), Some("b"));
        block_on(store.remove("a")).unwrap();
        assert_eq!(open().as_deref(), Some("b"));
        block_on(store.remove("b")).unwrap();
        assert_eq!(open(), None);
    }

    #[test]
    fn a_file_in_place_of_the_folder_is_a_clear_error() {
        let scratch = Scratch::new("file");
        fs::write(&scratch.0, "x").unwrap();
        for store in [scratch.store(), FileCheckpointStore::new(scratch.0.join("runs"))] {
            let errors = [
                append_at(&store, "a", 0, "x").unwrap_err(),
                block_on(store.read("a")).unwrap_err(),
                block_on(store.runs()).unwrap_err(),
            ];
            for error in errors {
                let text = error.to_string();
                assert!(text.starts_with("cannot ") && text.contains(scratch.0.to_str().unwrap()), "{text}");
                assert_eq!(error.kind, StoreErrorKind::Other, "{text}");
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_said() {
        let scratch = Scratch::new("full");
        fs::create_dir(&scratch.0).unwrap();
        std::os::unix::fs::symlink("/dev/full", scratch.0.join("a.run")).unwrap();
        let error = append_at(&scratch.store(), "a", 0, "x").unwrap_err();
        assert_eq!(error.kind, StoreErrorKind::Full);
        assert!(error.message.contains("a.run`: No space left on device"), "{error}");
    }

    /// Runs itself again in a process whose files may not grow past 16 blocks, where a write ends half-way.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_append_that_ends_half_way_is_taken_back() {
        const CHILD: &str = "QUARRY_TEST_LIMITED";
        let Some(folder) = std::env::var_os(CHILD) else {
            let scratch = Scratch::new("half");
            let mut limited = std::process::Command::new("sh");
            limited.args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" an_append_that_ends_half_way --nocapture"]);
            let output = limited.arg(std::env::current_exe().unwrap()).env(CHILD, &scratch.0).output().unwrap();
            let printed = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && printed.contains("1 passed"), "{printed}");
            assert_eq!(read(&scratch.store(), "a").as_deref(), Some("whole\nlast\n"));
            return;
        };
        let store = FileCheckpointStore::new(folder);
        append(&store, "a", "whole\n");
        let error = append_at(&store, "a", 6, &"x".repeat(100_000)).unwrap_err();
        assert_eq!(error.kind, StoreErrorKind::Full, "{error}");
        assert_eq!(read(&store, "a").as_deref(), Some("whole\n"));
        append(&store, "a", "last\n");
    }

    #[test]
    fn a_torn_append_is_cut_before_the_next_unless_someone_went_on_from_there() {
        let scratch = Scratch::new("torn");
        let store = scratch.store();
        append(&store, "a", "whole\n");
        append(&store, "a", "half");
        let torn = Torn { before: 6, left: 10 };
        store.torn.borrow_mut().insert("a".to_owned(), torn);
        append(&store, "b", "other\n");
        append_at(&store, "a", 6, "last\n").unwrap();
        append(&store, "a", "more\n");
        assert_eq!(read(&store, "a").as_deref(), Some("whole\nlast\nmore\n"));

        store.torn.borrow_mut().insert("a".to_owned(), torn);
        let lost = append_at(&store, "a", 6, "not this").unwrap_err();
        assert_eq!(lost.kind, StoreErrorKind::Conflict);
        assert_eq!(read(&store, "a").as_deref(), Some("whole\nlast\nmore\n"));
    }

    #[test]
    fn refusals_are_distinguished_from_other_errors() {
        let kind = |kind: ErrorKind| failure("write", Path::new("a"), &kind.into()).kind;
        assert_eq!(kind(ErrorKind::PermissionDenied), StoreErrorKind::Refused);
        assert_eq!(kind(ErrorKind::ReadOnlyFilesystem), StoreErrorKind::Refused);
        assert_eq!(kind(ErrorKind::QuotaExceeded), StoreErrorKind::Full);
        assert_eq!(kind(ErrorKind::IsADirectory), StoreErrorKind::Other);
    }
}
