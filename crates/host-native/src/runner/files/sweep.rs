//! Copies that a process left behind because it was killed.

use super::PREFIX;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

/// A copy that is younger may not be locked yet.
const YOUNG: Duration = Duration::from_secs(60);
/// Held locked for as long as a copy is used.
const LOCK: &str = "lock";

/// Locks a copy for as long as the file is open.
pub(super) fn lock(place: &Path) -> io::Result<File> {
    let file = File::create_new(place.join(LOCK))?;
    file.lock()?;
    Ok(file)
}

/// Deletes the copies that nobody uses. What cannot be deleted is left to the system, which empties the folder of temporary
/// files.
pub(super) fn sweep() {
    let Ok(entries) = fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten() {
        let is_copy = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if is_copy && is_left(&entry.path()) {
            fs::remove_dir_all(entry.path()).ok();
        }
    }
}

/// Whether a folder is a copy that no process has locked. One that cannot be looked at belongs to somebody else.
fn is_left(place: &Path) -> bool {
    let is_old = fs::symlink_metadata(place).and_then(|found| found.modified()).is_ok_and(|modified| {
        // A time in the future is not old.
        modified.elapsed().is_ok_and(|age| age > YOUNG)
    });
    is_old && File::open(place.join(LOCK)).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn only_copies_that_nobody_uses_are_swept() {
        let copy = |age: u64| {
            let place = tempfile::Builder::new().prefix(PREFIX).tempdir().unwrap();
            let locked = lock(place.path()).unwrap();
            let then = SystemTime::now() - Duration::from_secs(age);
            File::open(place.path()).unwrap().set_modified(then).unwrap();
            (place, locked)
        };
        let (used, _locked) = copy(3_600);
        let (left, locked) = copy(3_600);
        let (young, just_made) = copy(1);
        drop((locked, just_made));
        sweep();
        assert!(used.path().exists() && young.path().exists());
        assert!(!left.path().exists());
    }
}
