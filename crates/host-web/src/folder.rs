//! Folders and files that the page passes to the engine, read into a [`SnapshotBuilder`].

use crate::JsFailure;
use crate::store::next_values;
use crate::yield_now;
use compact_sort::CompactSort;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use futures::stream::{FuturesUnordered, StreamExt};
use limits::repository::IGNORE_FILE_BYTES;
use serde::{Deserialize, Serialize};
use source::builder::{Progress, SnapshotBuilder};
use source::{RepoPath, SkipReason};
use std::collections::{BTreeMap, VecDeque};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemHandle, FileSystemHandleKind};

/// Files read at the same time: enough to hide the browser's latency, few enough to bound memory.
const AT_ONCE: usize = 24;

/// Steps of comparing paths with ignore rules after which messages are handled: some milliseconds.
const PAUSE: u64 = 1 << 20;

/// Called between files with the progress so far and the path of the file that was read, if one was; returns whether to continue.
pub type OnProgress<'a> = &'a mut dyn FnMut(Progress, Option<&str>) -> bool;

/// Why reading ended early.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The callback asked to stop.
    #[error("stopped")]
    Cancelled,
    /// The folder itself could not be listed.
    #[error("the folder could not be read: {0}")]
    Browser(#[from] JsFailure),
}

/// Size and time of the last change of a file: a file whose stamp is the same counts as unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Milliseconds since 1970.
    pub changed_at: f64,
}

/// The stamps of all files that were opened, by path.
pub type StampsByPath = BTreeMap<String, Stamp>;

/// Gives the bytes of a file that has not changed since they were read.
pub type Known<'a> = &'a dyn Fn(&str, Stamp) -> Option<Vec<u8>>;

#[derive(Clone)]
enum Readable {
    Handle(FileSystemFileHandle),
    File(File),
}

/// Reads a folder by its handle, entering no folder that the rules leave out. Files over `max` bytes are not read, nor those
/// that `known` gives.
pub async fn read_folder(
    root: &FileSystemDirectoryHandle,
    max: u64,
    builder: &mut SnapshotBuilder,
    known: Known<'_>,
    on: OnProgress<'_>,
) -> Result<StampsByPath, ReadError> {
    let folders = vec![(String::new(), root.clone())];
    walk(folders, VecDeque::new(), builder, Wanted { max, known, is_read: true }, on).await
}

/// The stamps of the files that an import of this folder would open. No contents but those of `.gitignore` files are read.
pub async fn scan_folder(
    root: &FileSystemDirectoryHandle,
    builder: &mut SnapshotBuilder,
    on: OnProgress<'_>,
) -> Result<StampsByPath, ReadError> {
    let folders = vec![(String::new(), root.clone())];
    walk(folders, VecDeque::new(), builder, Wanted { max: 0, known: &|_, _| None, is_read: false }, on).await
}

/// Reads files of a folder by their paths. `None` where one is not there any more, or has more than `max` bytes.
pub async fn read_paths(
    root: &FileSystemDirectoryHandle,
    paths: &[String],
    max: u64,
) -> Result<Option<Vec<(String, Stamp, Vec<u8>)>>, JsFailure> {
    let mut files = Vec::new();
    for path in paths {
        let mut folder = root.clone();
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        for part in folders.split('/').filter(|part| !part.is_empty()) {
            match JsFuture::from(folder.get_directory_handle(part)).await {
                Ok(found) => folder = found.unchecked_into(),
                Err(_) => return Ok(None),
            }
        }
        let Ok(handle) = JsFuture::from(folder.get_file_handle(name)).await else { return Ok(None) };
        let wanted = Wanted { max, known: &|_, _| None, is_read: true };
        let (stamp, Some(bytes)) = open(path, Readable::Handle(handle.unchecked_into()), wanted).await? else {
            return Ok(None);
        };
        files.push((path.clone(), stamp, bytes));
    }
    Ok(Some(files))
}

/// What is read of a file.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    /// Most bytes.
    max: u64,
    known: Known<'a>,
    /// Whether contents are read at all.
    is_read: bool,
}

/// A step of a walk that the browser has done.
enum Walked {
    /// A folder's entries, and its ignore rules where it has any.
    Listed { path: String, listed: Result<Listed, JsFailure> },
    /// A file.
    Opened { path: String, parsed: RepoPath, opened: Result<(Stamp, Option<Vec<u8>>), JsFailure> },
}

struct Listed {
    folders: Vec<(String, FileSystemDirectoryHandle)>,
    files: Vec<(String, Readable)>,
    ignore_file: Option<IgnoreFile>,
}

/// Reads files, and trees of folders. Files of several folders are read at the same time: most folders have fewer than hide the
/// browser's latency.
async fn walk(
    mut folders: Vec<(String, FileSystemDirectoryHandle)>,
    mut files: VecDeque<(String, Readable)>,
    builder: &mut SnapshotBuilder,
    wanted: Wanted<'_>,
    on: OnProgress<'_>,
) -> Result<StampsByPath, ReadError> {
    let mut stamps = BTreeMap::new();
    let mut working: FuturesUnordered<LocalBoxFuture<'_, Walked>> = FuturesUnordered::new();
    let mut paused = builder.steps();
    loop {
        while working.len() < AT_ONCE {
            if builder.steps() - paused > PAUSE {
                paused = builder.steps();
                if !on(builder.progress(), None) {
                    return Err(ReadError::Cancelled);
                }
                yield_now().await;
            }
            // Files first, so that few handles wait; a folder before they run out.
            let folder = if files.len() < AT_ONCE { folders.pop() } else { None };
            if let Some((path, folder)) = folder {
                working.push(async move { Walked::Listed { listed: list(&path, &folder).await, path } }.boxed_local());
            } else if let Some((path, readable)) = files.pop_front() {
                // By name now; a handle has its size only once it is open.
                if let Ok(parsed) = builder.wants(&path, 0) {
                    let read = async move {
                        let opened = open(&path, readable, wanted).await;
                        Walked::Opened { path, parsed, opened }
                    };
                    working.push(read.boxed_local());
                }
            } else {
                break;
            }
        }
        match working.next().await {
            None => return Ok(stamps),
            Some(Walked::Listed { path, listed: Err(error) }) if path.is_empty() => return Err(error.into()),
            Some(Walked::Listed { path, listed: Err(error) }) => {
                builder.skip(&path, SkipReason::Unreadable { why: error.to_string() });
            }
            Some(Walked::Listed { path, listed: Ok(listed) }) => {
                listed.files.iter().for_each(|(child, _)| builder.see(child));
                // Ignore rules first, so that nothing is read in vain.
                if let Some(ignore_file) = listed.ignore_file {
                    ignore_file.take(builder, &path);
                }
                files.extend(listed.files);
                folders.extend(listed.folders.into_iter().filter(|(child, _)| builder.wants_folder(child)));
            }
            Some(Walked::Opened { path, parsed, opened }) => {
                // The builder lists what it refuses, and what could not be read.
                match opened {
                    Ok((stamp, bytes)) => {
                        match bytes {
                            Some(bytes) => drop(builder.add(parsed, bytes)),
                            None => drop(builder.wants(&path, stamp.size)),
                        }
                        stamps.insert(path.clone(), stamp);
                    }
                    Err(error) => drop(builder.skip(&path, SkipReason::Unreadable { why: error.to_string() })),
                }
                if !on(builder.progress(), Some(&path)) {
                    return Err(ReadError::Cancelled);
                }
            }
        }
    }
}

/// The entries of a folder, the folders last in path order first.
async fn list(path: &str, folder: &FileSystemDirectoryHandle) -> Result<Listed, JsFailure> {
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for child in next_values(&folder.values()).await?.iter() {
        let handle: FileSystemHandle = child.unchecked_into();
        let name = handle.name();
        let child_path = if path.is_empty() { name } else { format!("{path}/{name}") };
        if handle.kind() == FileSystemHandleKind::Directory {
            folders.push((child_path, handle.unchecked_into::<FileSystemDirectoryHandle>()));
        } else {
            files.push((child_path, Readable::Handle(handle.unchecked_into())));
        }
    }
    folders.compact_sort_by(|a, b| b.0.cmp(&a.0));
    let rules = files.iter().find(|(child, _)| child.rsplit('/').next() == Some(".gitignore"));
    let ignore_file = match rules {
        Some((_, readable)) => Some(IgnoreFile::read(readable.clone()).await),
        None => None,
    };
    Ok(Listed { folders, files, ignore_file })
}

/// Reads files whose paths the browser gave beside them. Files over `max` bytes are not read.
pub async fn read_list(
    files: Vec<(String, File)>,
    max: u64,
    builder: &mut SnapshotBuilder,
    on: OnProgress<'_>,
) -> Result<(), ReadError> {
    for (path, file) in files.iter().filter(|(path, _)| path.rsplit('/').next() == Some(".gitignore")) {
        let folder = path.rfind('/').map_or("", |slash| &path[..slash]);
        IgnoreFile::read(Readable::File(file.clone())).await.take(builder, folder);
    }
    for (path, _) in &files {
        builder.see(path);
    }
    let wanted = Wanted { max, known: &|_, _| None, is_read: true };
    let files = files.into_iter().map(|(path, file)| (path, Readable::File(file))).collect();
    walk(Vec::new(), files, builder, wanted, on).await.map(drop)
}

/// What was read of a `.gitignore`.
enum IgnoreFile {
    Rules(Vec<u8>),
    LeftOut(&'static str),
}

impl IgnoreFile {
    async fn read(file: Readable) -> Self {
        let wanted = Wanted { max: IGNORE_FILE_BYTES, known: &|_, _| None, is_read: true };
        match open("", file, wanted).await {
            Ok((_, Some(bytes))) => Self::Rules(bytes),
            Ok((_, None)) => Self::LeftOut("it is too long"),
            Err(_) => Self::LeftOut("it could not be read"),
        }
    }

    fn take(self, builder: &mut SnapshotBuilder, folder: &str) {
        match self {
            Self::Rules(bytes) => builder.add_ignore_file(folder, &bytes),
            Self::LeftOut(why) => builder.leave_out_ignore_file(folder, why),
        }
    }
}

/// A file's stamp, and its bytes where they are wanted and not too many.
async fn open(path: &str, readable: Readable, wanted: Wanted<'_>) -> Result<(Stamp, Option<Vec<u8>>), JsFailure> {
    let file = match readable {
        Readable::File(file) => file,
        Readable::Handle(handle) => JsFuture::from(handle.get_file()).await?.unchecked_into(),
    };
    let stamp = Stamp { size: file.size() as u64, changed_at: file.last_modified() };
    if stamp.size > wanted.max || !wanted.is_read {
        return Ok((stamp, None));
    }
    if let Some(known) = (wanted.known)(path, stamp) {
        return Ok((stamp, Some(known)));
    }
    let buffer = JsFuture::from(file.array_buffer()).await?;
    Ok((stamp, Some(js_sys::Uint8Array::new(&buffer).to_vec())))
}
