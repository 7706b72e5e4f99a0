//! Writes an index directory.
//!
//! Every file is written under a temporary name and renamed, the manifest last, once the chunks are on the disk: if the
//! process or the machine stops at any point, a reader finds the old index or the new one. An existing chunk is not
//! written again, unless the hash of its bytes is not its name: indexing again repairs a damaged index.

use super::{holds_index, lock};
use anyhow::{Context, Result, bail};
use codebase::IndexFiles;
use codebase::storage::directory::MANIFEST;
use source::filter;
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

    fn put(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.folder.join(name);
        let is_manifest = name == MANIFEST;
        if holds(&path, bytes) {
            if !is_manifest {
                self.reused.add(bytes);
            }
        } else if is_manifest {
            self.manifest_changed = true;
            sync(&self.unsynced)?;
            self.replace(name, &path, bytes)?;
            sync(&[path])?;
        } else {
            self.replace(name, &path, bytes)?;
            self.written.add(bytes);
            self.unsynced.push(path);
        }
        self.committed |= is_manifest;
        Ok(())
    }

    fn replace(&self, name: &str, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let unfinished = self.folder.join(format!(".{name}.{}.partial", std::process::id()));
        let written = fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path));
        if written.is_err() {
            // The error of the write is reported; what is left is pruned later.
            let _ = fs::remove_file(&unfinished);
        }
        written
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
mod tests {
    use super::*;

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(test: &str) -> Self {
            let root = std::env::temp_dir().join(format!("quarry-writer-{}-{test}", std::process::id()));
            fs::create_dir_all(&root).unwrap();
            Self(root)
        }

        fn names(&self) -> Vec<String> {
            let mut names: Vec<String> = fs::read_dir(&self.0)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
                .collect();
            names.sort();
            names
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const CHUNK: &str = "0123456789abcdef0123456789abcdef.bin";
    const INDEX: &[u8] = b"{\"format\": \"quarry-index\"}";

    fn why(folder: &Path) -> String {
        IndexWriter::open(folder).err().unwrap().to_string()
    }

    #[test]
    fn what_is_there_is_not_written_again() {
        let scratch = Scratch::new("again");
        let write = |chunk: &[u8]| {
            let mut writer = IndexWriter::open(&scratch.0).unwrap();
            writer.write(CHUNK, chunk).unwrap();
            writer.write(MANIFEST, INDEX).unwrap();
            (writer.written.files, writer.reused.files, writer.manifest_changed)
        };
        assert_eq!(write(b"chunk"), (1, 0, true));
        assert_eq!(write(b"chunk"), (0, 1, false));
        // Cut off by a full disk.
        fs::write(scratch.0.join(CHUNK), "chu").unwrap();
        assert_eq!(write(b"chunk"), (1, 0, false));
        // Of the right length, and wrong.
        fs::write(scratch.0.join(CHUNK), "chunc").unwrap();
        assert_eq!(write(b"chunk"), (1, 0, false));
        assert_eq!(fs::read(scratch.0.join(CHUNK)).unwrap(), b"chunk");
        assert_eq!(scratch.names(), [CHUNK, MANIFEST]);
    }

    #[test]
    fn what_a_killed_process_left_is_swept() {
        let scratch = Scratch::new("killed");
        let left = [&format!(".{CHUNK}.123.partial"), ".manifest.json.9.partial", CHUNK, ".nojekyll", ".x.1.partial"];
        left.iter().for_each(|name| fs::write(scratch.0.join(name), "x").unwrap());
        drop(IndexWriter::open(&scratch.0).unwrap());
        assert_eq!(scratch.names(), [".nojekyll", ".x.1.partial", CHUNK]);
    }

    #[test]
    fn refuses_what_is_no_place_for_an_index() {
        let scratch = Scratch::new("refuse");
        let (file, full, app) = (scratch.0.join("file"), scratch.0.join("full"), scratch.0.join("app"));
        fs::write(&file, "x").unwrap();
        fs::create_dir_all(&full).unwrap();
        fs::write(full.join("a.txt"), "x").unwrap();
        fs::create_dir_all(&app).unwrap();
        fs::write(app.join(MANIFEST), "{\"name\": \"an app\"}").unwrap();
        assert!(why(&file).ends_with("is a file; an index is a folder"));
        assert!(why(&full).ends_with("is not empty and holds no index; choose another folder"));
        assert!(why(&app).ends_with("that is not of an index; choose another folder"));
    }

    #[test]
    fn folders_made_for_nothing_go_again() {
        let scratch = Scratch::new("made");
        drop(IndexWriter::open(&scratch.0.join("a/b/c")).unwrap());
        assert!(scratch.names().is_empty());
        let mut writer = IndexWriter::open(&scratch.0.join("a/b")).unwrap();
        writer.write(MANIFEST, INDEX).unwrap();
        drop(writer);
        assert!(scratch.0.join("a/b").join(MANIFEST).is_file());
    }

    #[cfg(unix)]
    #[test]
    fn one_writes_at_a_time() {
        let scratch = Scratch::new("lock");
        let first = IndexWriter::open(&scratch.0).unwrap();
        assert!(why(&scratch.0).contains("another quarry writes"));
        drop(first);
        assert!(IndexWriter::open(&scratch.0).is_ok());
    }
}
