//! Folders and files that the page passes to the engine, read into a [`SnapshotBuilder`].

use crate::JsFailure;
use crate::store::next_values;
use crate::yield_now;
use compact_sort::CompactSort;
use futures::stream::{FuturesUnordered, StreamExt};
use limits::repository::IGNORE_FILE_BYTES;
use serde::{Deserialize, Serialize};
use source::SkipReason;
use source::builder::{Progress, SnapshotBuilder};
use std::collections::BTreeMap;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemHandle, FileSystemHandleKind};

/// Files read at the same time: enough to hide the browser's latency, few enough to bound memory.
const AT_ONCE: usize = 24;

/// Steps of comparing paths with ignore rules after which messages are handled: some milliseconds.
const PAUSE: u64 = 1 << 20;

/// Called between files with the progress so far; returns whether to continue.
pub type OnProgress<'a> = &'a mut dyn FnMut(Progress) -> bool;

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
    walk(root, builder, Wanted { max, known, is_read: true }, on).await
}

/// The stamps of the files that an import of this folder would open. No contents but those of `.gitignore` files are read.
pub async fn scan_folder(
    root: &FileSystemDirectoryHandle,
    builder: &mut SnapshotBuilder,
    on: OnProgress<'_>,
) -> Result<StampsByPath, ReadError> {
    walk(root, builder, Wanted { max: 0, known: &|_, _| None, is_read: false }, on).await
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

async fn walk(
    root: &FileSystemDirectoryHandle,
    builder: &mut SnapshotBuilder,
    wanted: Wanted<'_>,
    on: OnProgress<'_>,
) -> Result<StampsByPath, ReadError> {
    let mut stamps = BTreeMap::new();
    let mut pending = vec![(String::new(), root.clone())];
    let mut first = true;
    while let Some((path, folder)) = pending.pop() {
        let children = match next_values(&folder.values()).await {
            Ok(children) => children,
            Err(error) if first => return Err(error.into()),
            Err(error) => {
                builder.skip(&path, SkipReason::Unreadable { why: error.to_string() });
                continue;
            }
        };
        first = false;
        let (mut folders, mut files) = (Vec::new(), Vec::new());
        for child in children.iter() {
            let handle: FileSystemHandle = child.unchecked_into();
            let name = handle.name();
            let child_path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
            if handle.kind() == FileSystemHandleKind::Directory {
                folders.push((child_path, handle.unchecked_into::<FileSystemDirectoryHandle>()));
            } else {
                builder.see(&child_path);
                files.push((child_path, handle.unchecked_into::<FileSystemFileHandle>()));
            }
        }
        // Ignore rules first, so that nothing is read in vain.
        if let Some(at) = files.iter().position(|(child, _)| child.rsplit('/').next() == Some(".gitignore")) {
            take_ignore_file(builder, &path, Readable::Handle(files[at].1.clone())).await;
        }
        let files = files.into_iter().map(|(child, handle)| (child, Readable::Handle(handle)));
        read_files(files, wanted, builder, &mut stamps, on).await?;
        folders.compact_sort_by(|a, b| b.0.cmp(&a.0));
        pending.extend(folders.into_iter().filter(|(child, _)| builder.wants_folder(child)));
    }
    Ok(stamps)
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
        take_ignore_file(builder, folder, Readable::File(file.clone())).await;
    }
    for (path, _) in &files {
        builder.see(path);
    }
    let files = files.into_iter().map(|(path, file)| (path, Readable::File(file)));
    let wanted = Wanted { max, known: &|_, _| None, is_read: true };
    read_files(files, wanted, builder, &mut BTreeMap::new(), on).await
}

async fn take_ignore_file(builder: &mut SnapshotBuilder, folder: &str, file: Readable) {
    let wanted = Wanted { max: IGNORE_FILE_BYTES, known: &|_, _| None, is_read: true };
    match open("", file, wanted).await {
        Ok((_, Some(bytes))) => builder.add_ignore_file(folder, &bytes),
        Ok((_, None)) => builder.leave_out_ignore_file(folder, "it is too long"),
        Err(_) => builder.leave_out_ignore_file(folder, "it could not be read"),
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

async fn read_files(
    files: impl Iterator<Item = (String, Readable)>,
    wanted: Wanted<'_>,
    builder: &mut SnapshotBuilder,
    stamps: &mut StampsByPath,
    on: OnProgress<'_>,
) -> Result<(), ReadError> {
    let mut files = files;
    let mut reading = FuturesUnordered::new();
    let mut paused = builder.steps();
    loop {
        while reading.len() < AT_ONCE {
            let Some((path, readable)) = files.next() else { break };
            if builder.steps() - paused > PAUSE {
                paused = builder.steps();
                if !on(builder.progress()) {
                    return Err(ReadError::Cancelled);
                }
                yield_now().await;
            }
            // By name now; a handle has its size only once it is open.
            if let Ok(parsed) = builder.wants(&path, 0) {
                reading.push(async move {
                    let opened = open(&path, readable, wanted).await;
                    (path, parsed, opened)
                });
            }
        }
        let Some((path, parsed, opened)) = reading.next().await else { return Ok(()) };
        // The builder lists what it refuses.
        match opened {
            Ok((stamp, bytes)) => {
                match bytes {
                    Some(bytes) => drop(builder.add(parsed, bytes)),
                    None => drop(builder.wants(&path, stamp.size)),
                }
                stamps.insert(path, stamp);
            }
            Err(error) => drop(builder.skip(&path, SkipReason::Unreadable { why: error.to_string() })),
        }
        if !on(builder.progress()) {
            return Err(ReadError::Cancelled);
        }
    }
}
