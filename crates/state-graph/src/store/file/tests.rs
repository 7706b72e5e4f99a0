//! The file store by itself, with other processes, and on disks that fail.

use super::*;
use crate::store::{CheckpointStore, StoreErrorKind, conformance};
use futures::executor::block_on;

/// A path of its own for each test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Self {
        Self(std::env::temp_dir().join(format!("state-graph-runs-{}-{test}", std::process::id())))
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
fn a_log_deleted_by_another_store_is_gone_and_may_be_started_again() {
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
fn a_full_disk_is_reported() {
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
    const CHILD: &str = "STATE_GRAPH_TEST_LIMITED";
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
fn a_torn_append_is_cut_before_the_next_unless_another_writer_continued_after_it() {
    let scratch = Scratch::new("torn");
    let store = scratch.store();
    append(&store, "a", "whole\n");
    append(&store, "a", "half");
    store.torn.failed("a", LogEnd::at(6), 10);
    append(&store, "b", "other\n");
    append_at(&store, "a", 6, "last\n").unwrap();
    append(&store, "a", "more\n");
    assert_eq!(read(&store, "a").as_deref(), Some("whole\nlast\nmore\n"));

    store.torn.failed("a", LogEnd::at(6), 10);
    let lost = append_at(&store, "a", 6, "not this").unwrap_err();
    assert_eq!(lost.kind, StoreErrorKind::Conflict);
    assert_eq!(read(&store, "a").as_deref(), Some("whole\nlast\nmore\n"));
}

#[test]
fn refusals_and_other_errors_have_different_kinds() {
    let kind = |kind: ErrorKind| failure("write", Path::new("a"), &kind.into()).kind;
    assert_eq!(kind(ErrorKind::PermissionDenied), StoreErrorKind::Refused);
    assert_eq!(kind(ErrorKind::ReadOnlyFilesystem), StoreErrorKind::Refused);
    assert_eq!(kind(ErrorKind::QuotaExceeded), StoreErrorKind::Full);
    assert_eq!(kind(ErrorKind::IsADirectory), StoreErrorKind::Other);
}
