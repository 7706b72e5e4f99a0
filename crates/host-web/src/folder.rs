//! Folders and files that the page passes to the engine, read into a [`SnapshotBuilder`].

use crate::JsFailure;
use crate::store::next_values;
use crate::yield_now;
use compact_sort::CompactSort;
use futures::stream::{FuturesUnordered, StreamExt};
use limits::repository::IGNORE_FILE_BYTES;
use source::SkipReason;
use source::builder::{Progress, SnapshotBuilder};
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

enum Readable {
    Handle(FileSystemFileHandle),
    File(File),
}

/// Reads a folder by its handle, entering no folder that the rules leave out. Files over `max` bytes are not read.
pub async fn read_folder(
    root: &FileSystemDirectoryHandle,
    max: u64,
    builder: &mut SnapshotBuilder,
    on: OnProgress<'_>,
) -> Result<(), ReadError> {
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
        read_files(files, max, builder, on).await?;
        folders.compact_sort_by(|a, b| b.0.cmp(&a.0));
        pending.extend(folders.into_iter().filter(|(child, _)| builder.wants_folder(child)));
    }
    Ok(())
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
    read_files(files.into_iter().map(|(path, file)| (path, Readable::File(file))), max, builder, on).await
}

async fn take_ignore_file(builder: &mut SnapshotBuilder, folder: &str, file: Readable) {
    match open(file, IGNORE_FILE_BYTES).await {
        Ok((_, Some(bytes))) => builder.add_ignore_file(folder, &bytes),
        Ok((_, None)) => builder.leave_out_ignore_file(folder, "it is too long"),
        Err(_) => builder.leave_out_ignore_file(folder, "it could not be read"),
    }
}

/// A file's size, and its bytes where it is not larger than `max`.
async fn open(readable: Readable, max: u64) -> Result<(u64, Option<Vec<u8>>), JsFailure> {
    let file = match readable {
        Readable::File(file) => file,
        Readable::Handle(handle) => JsFuture::from(handle.get_file()).await?.unchecked_into(),
    };
    let size = file.size() as u64;
    if size > max {
        return Ok((size, None));
    }
    let buffer = JsFuture::from(file.array_buffer()).await?;
    Ok((size, Some(js_sys::Uint8Array::new(&buffer).to_vec())))
}

async fn read_files(
    files: impl Iterator<Item = (String, Readable)>,
    max: u64,
    builder: &mut SnapshotBuilder,
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
            if let Ok(wanted) = builder.wants(&path, 0) {
                reading.push(async move { (path, wanted, open(readable, max).await) });
            }
        }
        let Some((path, wanted, opened)) = reading.next().await else { return Ok(()) };
        // The builder lists what it refuses.
        match opened {
            Ok((_, Some(bytes))) => drop(builder.add(wanted, bytes)),
            Ok((size, None)) => drop(builder.wants(&path, size)),
            Err(error) => drop(builder.skip(&path, SkipReason::Unreadable { why: error.to_string() })),
        }
        if !on(builder.progress()) {
            return Err(ReadError::Cancelled);
        }
    }
}
