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
fn walk(folder: &Path, wanted: Wanted, mut progress: impl FnMut(Progress)) -> Result<Snapshot, OpenError> {
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
mod tests;
