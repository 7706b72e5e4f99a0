//! A folder on disk, or an archive file, as a [`Snapshot`].
//!
//! A folder is listed before it is entered further, so its `.gitignore` and the manifests that mark build folders are
//! known before anything below is judged; nothing that will be left out is read or entered. Symbolic links are not
//! followed. A `.gitignore` above the given folder is not applied. A folder that holds an index of our own is listed and not
//! entered.

use limits::repository::IGNORE_FILE_BYTES;
use source::{
    ArchiveError, BuildError, Limits, Progress, Selection, SkipReason, Snapshot, SnapshotBuilder, TopFolder, Unpacking,
    filter,
};
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

/// A `manifest.json` longer than this, in bytes, is not that of an index.
const MANIFEST_MAX: u64 = 1 << 20;

/// Why a repository could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder or file itself cannot be read.
    #[error("cannot open `{}`: {cause}", path.display())]
    Unreadable {
        /// As given.
        path: PathBuf,
        /// The operating system's error.
        cause: io::Error,
    },
    /// Nothing in the folder is a source file.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The file is no archive that can be taken.
    #[error("cannot open `{}`: {cause}", path.display())]
    Archive {
        /// As given.
        path: PathBuf,
        /// What is wrong, and what to do.
        cause: ArchiveError,
    },
}

/// What to take of a repository.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Limits on files, text and archives.
    pub limits: Limits,
    /// Include and exclude patterns.
    pub selection: Selection,
    /// A folder that is neither entered nor listed, as if it were not there: where the index is written. Listing it
    /// would make the second index differ from the first. Canonical.
    pub without: Option<PathBuf>,
}

/// Opens a folder, or a `.zip`, `.tar.gz`, `.tgz` or `.tar` file. `progress` is called repeatedly with what was
/// taken so far.
pub fn open(path: &Path, wanted: Wanted, mut progress: impl FnMut(Progress)) -> Result<Snapshot, OpenError> {
    let unreadable = |cause| OpenError::Unreadable { path: path.to_owned(), cause };
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return walk(path, wanted, progress);
    }
    let failed = |cause| OpenError::Archive { path: path.to_owned(), cause };
    let limits = wanted.limits;
    if metadata.len() > limits.archive_bytes {
        return Err(failed(ArchiveError::TooBig(limits.archive_bytes)));
    }
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let bytes = fs::read(path).map_err(unreadable)?;
    let mut unpacking = Unpacking::open(&name, bytes, limits).map_err(failed)?.with_selection(wanted.selection);
    while unpacking.step().map_err(failed)? == source::archive::Step::More {
        progress(unpacking.progress());
    }
    unpacking.finish().map_err(failed)
}

/// Takes a folder and all below it. `progress` is called after every folder.
pub fn walk(folder: &Path, wanted: Wanted, mut progress: impl FnMut(Progress)) -> Result<Snapshot, OpenError> {
    let unreadable = |cause| OpenError::Unreadable { path: folder.to_owned(), cause };
    // `.` and `..` have a name only once resolved.
    let root = fs::canonicalize(folder).map_err(unreadable)?;
    fs::read_dir(&root).map_err(unreadable)?;
    // The root of a file system has no name.
    let name = root.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut builder =
        SnapshotBuilder::new(name, wanted.limits).with_top(TopFolder::Keep).with_selection(wanted.selection);
    let mut folders = vec![Place { path: root, within: String::new() }];
    while let Some(place) = folders.pop() {
        match place.list(wanted.without.as_deref()) {
            // Pushed in reverse, so that folders are taken in path order.
            Ok(listed) => folders.extend(take_folder(&mut builder, &place, &listed).into_iter().rev()),
            Err(error) => {
                builder.skip(&place.within, SkipReason::Unreadable { why: error.to_string() });
            }
        }
        progress(builder.progress());
    }
    Ok(builder.finish()?)
}

/// A file or folder on disk, and its path within the repository.
struct Place {
    path: PathBuf,
    within: String,
}

impl Place {
    fn list(&self, without: Option<&Path>) -> io::Result<Vec<(Place, DirEntry)>> {
        let mut listed = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            if without.is_some_and(|without| entry.path() == without) {
                continue;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            let within = if self.within.is_empty() { name } else { format!("{}/{name}", self.within) };
            listed.push((Place { path: entry.path(), within }, entry));
        }
        // The system lists in any order.
        listed.sort_by(|(a, _), (b, _)| a.within.cmp(&b.within));
        Ok(listed)
    }
}

/// Takes the files of a folder and returns the folders to enter.
fn take_folder(builder: &mut SnapshotBuilder, folder: &Place, listed: &[(Place, DirEntry)]) -> Vec<Place> {
    for (place, entry) in listed {
        if entry.file_type().is_ok_and(|kind| kind.is_file()) {
            builder.see(&place.within);
            if entry.file_name() == ".gitignore" {
                take_ignore_file(builder, folder, place);
            }
        }
    }
    // A file inside may have shown what this folder is.
    if !builder.wants_folder(&folder.within) {
        return Vec::new();
    }
    if !folder.within.is_empty() && is_index(listed) {
        builder.skip(&folder.within, SkipReason::VendoredFolder);
        return Vec::new();
    }
    let mut below = Vec::new();
    for (place, entry) in listed {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => {
                if builder.wants_folder(&place.within) {
                    below.push(Place { path: place.path.clone(), within: place.within.clone() });
                }
            }
            Ok(kind) if kind.is_file() => {
                if let Err(error) = take_file(builder, place, entry) {
                    builder.skip(&place.within, SkipReason::Unreadable { why: error.to_string() });
                }
            }
            Ok(_) => {
                builder.skip(&place.within, SkipReason::NotAFile);
            }
            Err(error) => {
                builder.skip(&place.within, SkipReason::Unreadable { why: error.to_string() });
            }
        }
    }
    below
}

fn take_ignore_file(builder: &mut SnapshotBuilder, folder: &Place, file: &Place) {
    let read = fs::metadata(&file.path).and_then(|metadata| {
        let is_short = metadata.len() <= IGNORE_FILE_BYTES;
        is_short.then(|| fs::read(&file.path)).transpose()
    });
    match read {
        Ok(Some(text)) => builder.add_ignore_file(&folder.within, &text),
        Ok(None) => builder.leave_out_ignore_file(&folder.within, "it is too long"),
        Err(_) => builder.leave_out_ignore_file(&folder.within, "it could not be read"),
    }
}

/// Whether a listed folder is an index directory: its manifest says so, a chunk lies beside it, and nothing else does.
fn is_index(listed: &[(Place, DirEntry)]) -> bool {
    let name = |(_, entry): &(Place, DirEntry)| entry.file_name().to_string_lossy().into_owned();
    listed.iter().all(|entry| filter::belongs_to_index(&name(entry)))
        && listed.iter().any(|entry| filter::is_index_chunk(&name(entry)))
        && listed.iter().filter(|entry| name(entry) == "manifest.json").any(|(place, entry)| {
            entry.file_type().is_ok_and(|kind| kind.is_file())
                && entry.metadata().is_ok_and(|metadata| metadata.len() <= MANIFEST_MAX)
                && fs::read_to_string(&place.path).is_ok_and(|text| filter::is_index_manifest(&text))
        })
}

fn take_file(builder: &mut SnapshotBuilder, place: &Place, entry: &DirEntry) -> io::Result<()> {
    if let Ok(path) = builder.wants(&place.within, entry.metadata()?.len()) {
        // The builder lists a file that it refuses for its content; nothing is left to do here.
        builder.add(path, fs::read(&place.path)?).ok();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for each test, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(test: &str, files: &[(&str, &str)]) -> Self {
            let root = std::env::temp_dir().join(format!("quarry-folder-{}-{test}", std::process::id()));
            for (path, text) in files {
                let path = root.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            Self(root)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).expect("the test's own folder can be removed");
        }
    }

    fn show(snapshot: &Snapshot) -> Vec<String> {
        let files = snapshot.files.iter().map(|file| file.path.to_string());
        files.chain(snapshot.skipped.iter().map(|entry| format!("- {}: {}", entry.path, entry.reason))).collect()
    }

    #[test]
    fn takes_sources_and_enters_no_folder_that_is_left_out() {
        let scratch = Scratch::new(
            "walk",
            &[
                (".gitignore", "*.log\n/out/\n"),
                ("Cargo.toml", "[package]\n"),
                ("src/main.rs", "fn main() {}\n"),
                ("src/.gitignore", "!kept.log\nlocal.rs\n"),
                ("src/kept.log", "kept\n"),
                ("src/local.rs", "x\n"),
                ("src/other.log", "x\n"),
                ("out/a.rs", "x\n"),
                ("target/debug/a.rs", "x\n"),
                ("env/pyvenv.cfg", "home = /usr\n"),
                ("env/lib/a.py", "x\n"),
                ("web/node_modules/a/b.js", "x\n"),
                (".git/HEAD", "ref\n"),
            ],
        );
        let mut calls = Vec::new();
        let snapshot = walk(&scratch.0, Wanted::default(), |progress| calls.push(progress.files)).unwrap();
        assert_eq!(
            show(&snapshot),
            [
                ".gitignore",
                "Cargo.toml",
                "src/.gitignore",
                "src/kept.log",
                "src/main.rs",
                "- .git: dependencies or build output",
                "- env: dependencies or build output",
                "- out: ignored by .gitignore",
                "- src/local.rs: ignored by src/.gitignore",
                "- src/other.log: ignored by .gitignore",
                "- target: dependencies or build output",
                "- web/node_modules: dependencies or build output",
            ]
        );
        // The root, env, src and web: nothing else was listed.
        assert_eq!(calls, [2, 2, 5, 5]);
        assert!(snapshot.name.ends_with("-walk"));
    }

    #[test]
    fn a_lone_folder_keeps_its_name_in_paths() {
        let scratch = Scratch::new("lone", &[("src/a.py", "x\n")]);
        assert_eq!(show(&walk(&scratch.0, Wanted::default(), |_| ()).unwrap()), ["src/a.py"]);
    }

    #[test]
    fn patterns_narrow_and_the_place_of_the_index_is_not_there() {
        let chunk = "out/0123456789abcdef0123456789abcdef.bin";
        let manifest = "{\"format\": \"quarry-index\"}";
        let scratch = Scratch::new(
            "select",
            &[
                ("src/a.py", "x\n"),
                ("src/gen/b.py", "x\n"),
                ("docs/deep/c.md", "x\n"),
                ("out/manifest.json", manifest),
                (chunk, "x"),
                ("app/manifest.json", "{}\n"),
            ],
        );
        let walk = |include: &[&str], without: Option<&str>| {
            let selection = Selection::new(include, ["gen/"]).unwrap();
            let without = without.map(|folder| fs::canonicalize(&scratch.0).unwrap().join(folder));
            show(&walk(&scratch.0, Wanted { selection, without, ..Default::default() }, |_| ()).unwrap())
        };
        assert_eq!(
            walk(&[], None),
            [
                "app/manifest.json",
                "docs/deep/c.md",
                "src/a.py",
                "- out: dependencies or build output",
                "- src/gen: excluded by gen/"
            ]
        );
        assert_eq!(
            walk(&["/src"], Some("out")),
            [
                "src/a.py",
                "- app: no include pattern matches it",
                "- docs: no include pattern matches it",
                "- src/gen: excluded by gen/"
            ]
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_listed_and_not_followed() {
        let scratch = Scratch::new("links", &[("a.py", "x\n"), ("deep/b.py", "x\n")]);
        std::os::unix::fs::symlink(&scratch.0, scratch.0.join("deep/loop")).unwrap();
        std::os::unix::fs::symlink("a.py", scratch.0.join("c.py")).unwrap();
        assert_eq!(
            show(&walk(&scratch.0, Wanted::default(), |_| ()).unwrap()),
            ["a.py", "deep/b.py", "- c.py: link or device", "- deep/loop: link or device"]
        );
    }

    #[test]
    fn says_what_is_wrong() {
        let scratch =
            Scratch::new("wrong", &[("pics/logo.png", "x"), ("notes.txt", "no archive"), ("half.zip", "PK\u{3}\u{4}")]);
        let error = |name: &str| {
            let error = open(&scratch.0.join(name), Wanted::default(), |_| ()).unwrap_err().to_string();
            error.replace(&scratch.0.display().to_string(), "")
        };
        assert!(error("pics").starts_with("no source file was found in `pics`: 1 entry was left out"));
        assert!(
            error("notes.txt").starts_with("cannot open `/notes.txt`: `notes.txt` is no .zip, .tar.gz or .tar file")
        );
        assert!(error("half.zip").contains("get it again"));
        assert!(error("nowhere").starts_with("cannot open `/nowhere`: "));
    }

    #[test]
    fn opens_an_archive_as_the_folder_it_was_made_of() {
        let files = [("p/a.py", "x = 1\n"), ("p/b/c.py", "y = 2\n")];
        let scratch = Scratch::new("archive", &files);
        let archive = scratch.0.join("p.tar");
        fs::write(&archive, tar_of(&files)).unwrap();
        let from_archive = open(&archive, Wanted::default(), |_| ()).unwrap();
        let from_folder = open(&scratch.0.join("p"), Wanted::default(), |_| ()).unwrap();
        assert_eq!((from_archive.name.as_str(), from_archive.id()), ("p", from_folder.id()));
    }

    /// A tar by hand: a name, a size and a checksum are all that it needs.
    fn tar_of(files: &[(&str, &str)]) -> Vec<u8> {
        let mut out = Vec::new();
        for (path, text) in files {
            let mut header = [0; 512];
            header[..path.len()].copy_from_slice(path.as_bytes());
            header[124..135].copy_from_slice(format!("{:011o}", text.len()).as_bytes());
            header[148..156].fill(b' ');
            header[156] = b'0';
            let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
            header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
            out.extend(header);
            out.extend(text.as_bytes());
            out.resize(out.len().next_multiple_of(512), 0);
        }
        out.resize(out.len() + 1024, 0);
        out
    }
}
