//! The logs of runs in the origin private file system.
//!
//! Opening a synchronous access handle costs far more than an append, so the handle of the log that is being written
//! stays open. An open handle locks its file against every other tab and worker; it is closed when the log is read or
//! deleted, when another log is appended to, by [`close`](OpfsCheckpointStore::close), and with the store.

use super::next_values;
use super::opfs_folder::{absent, make_folder, origin_folder};
use super::opfs_write::all_written;
use crate::{JsFailure, TimeoutTimer};
use compact_sort::CompactSort;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use futures::lock::Mutex;
use js_sys::{Promise, Uint8Array};
use model::Timer;
use state_graph::store::{CheckpointStore, LogEnd, StoreError, StoreErrorKind, TornAppends, check_run_name};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};
use web_sys::{
    File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetFileOptions, FileSystemReadWriteOptions,
    FileSystemSyncAccessHandle,
};

const EXTENSION: &str = ".run";

/// How long to wait, in milliseconds each time, for a lock: the browser takes a moment to see that a tab has died.
const PAUSES: [u64; 5] = [10, 40, 150, 300, 500];

/// A folder with one file `<run>.run` a run, for a dedicated worker; other files in it are left alone.
///
/// An append is written when its future is ready, so it outlives the tab, however that ends; flushed too, so that it
/// outlives the machine, unless [`sync_each_append`](Self::sync_each_append) says otherwise.
#[derive(Debug)]
pub struct OpfsCheckpointStore {
    folder: FileSystemDirectoryHandle,
    /// Held while a handle is opened or closed, so that overlapping calls don't meet each other's lock.
    active: Mutex<Option<Active>>,
    torn: TornAppends,
    sync: bool,
}

/// The log that was last appended to. Closed when dropped.
#[derive(Debug)]
struct Active {
    run: String,
    /// Goes on where the caller that began it is dropped, and then holds the lock: whoever comes next waits for it.
    opening: Promise,
    handle: Option<FileSystemSyncAccessHandle>,
}

impl OpfsCheckpointStore {
    /// Opens (and makes) the folder `folder` in the folder `root`. That folders are granted does not mean that writing
    /// is: [`OpfsFileStore::open`](super::OpfsFileStore::open) finds that out.
    pub async fn open(root: &str, folder: &str) -> Result<Self, StoreError> {
        let open = async { make_folder(&make_folder(&origin_folder().await?, root).await?, folder).await };
        let folder = open.await.map_err(|cause| failure(&format!("open the folder \"{root}/{folder}\""), cause))?;
        Ok(Self { folder, active: Mutex::new(None), torn: TornAppends::default(), sync: true })
    }

    /// Whether an append is done only when the disk has it. On by default; off, what a loss of power takes is for the
    /// operating system to say, and an append costs a third or less.
    pub fn sync_each_append(mut self, sync: bool) -> Self {
        self.sync = sync;
        self
    }

    /// Lets go of the log that was written last, so that others can write it. The next append opens it again.
    pub async fn close(&self) {
        close(&mut *self.active.lock().await).await;
    }

    /// Begins to open a run's log, unless it is open.
    async fn activate(&self, slot: &mut Option<Active>, run: &str, create: bool) {
        if slot.as_ref().is_some_and(|active| active.run == run) {
            return;
        }
        close(slot).await;
        let opening = future_to_promise(open(self.folder.clone(), file_name(run), create));
        *slot = Some(Active { run: run.to_owned(), opening, handle: None });
    }

    async fn append_bytes(&self, run: &str, end: LogEnd, bytes: &[u8]) -> Result<(), Refusal> {
        let mut slot = self.active.lock().await;
        // A log that must be there already is not made.
        self.activate(&mut slot, run, end.length == 0).await;
        let handle = match opened(&mut slot).await {
            Err(error) if end.length > 0 && error.is_not_found() => return Ok(end.check(run, 0)?),
            handle => handle?,
        };
        let length = handle.get_size()? as u64;
        self.torn.check(run, end, length)?;
        let whole = end.whole.min(end.length) as f64;
        let Err(error) = add(&handle, whole, bytes, self.sync) else { return Ok(()) };
        // Where this fails too, the next append does it.
        let left = match cut(&handle, whole) {
            Ok(()) => whole as u64,
            Err(_) => handle.get_size()? as u64,
        };
        self.torn.failed(run, end, left);
        Err(error.into())
    }

    async fn read_log(&self, run: &str) -> Result<Option<Vec<u8>>, JsFailure> {
        self.close_run(run).await;
        let handle: FileSystemFileHandle = match JsFuture::from(self.folder.get_file_handle(&file_name(run))).await {
            Ok(handle) => handle.unchecked_into(),
            Err(error) => return absent(error.into()),
        };
        let file: File = JsFuture::from(handle.get_file()).await?.unchecked_into();
        let buffer = JsFuture::from(file.array_buffer()).await?;
        Ok(Some(Uint8Array::new(&buffer).to_vec()))
    }

    async fn remove_log(&self, run: &str) -> Result<(), JsFailure> {
        self.close_run(run).await;
        let name = file_name(run);
        if let Err(error) = when_unlocked(async || JsFuture::from(self.folder.remove_entry(&name)).await).await {
            absent::<()>(error.into())?;
        }
        self.torn.removed(run);
        Ok(())
    }

    async fn close_run(&self, run: &str) {
        let mut slot = self.active.lock().await;
        if slot.as_ref().is_some_and(|active| active.run == run) {
            close(&mut slot).await;
        }
    }

    async fn list(&self) -> Result<Vec<String>, JsFailure> {
        let names = next_values(&self.folder.keys()).await?;
        let run = |name: String| name.strip_suffix(EXTENSION).map(str::to_owned);
        let runs = names.iter().filter_map(|name| name.as_string()).filter_map(run);
        let mut runs: Vec<String> = runs.filter(|run| check_run_name(run).is_ok()).collect();
        runs.compact_sort();
        Ok(runs)
    }
}

impl CheckpointStore for OpfsCheckpointStore {
    fn append<'a>(&'a self, run: &'a str, end: LogEnd, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        async move {
            check_run_name(run)?;
            self.append_bytes(run, end, bytes).await.map_err(|refusal| match refusal {
                Refusal::Store(error) => error,
                Refusal::Browser(cause) => run_failure("write", run, cause),
            })
        }
        .boxed_local()
    }

    fn read<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        async move {
            check_run_name(run)?;
            self.read_log(run).await.map_err(|cause| run_failure("read", run, cause))
        }
        .boxed_local()
    }

    fn runs(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        async move { self.list().await.map_err(|cause| failure("list the runs", cause)) }.boxed_local()
    }

    fn remove<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        async move {
            check_run_name(run)?;
            self.remove_log(run).await.map_err(|cause| run_failure("delete", run, cause))
        }
        .boxed_local()
    }
}

/// Why an append was not done.
enum Refusal {
    Store(StoreError),
    Browser(JsFailure),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<JsFailure> for Refusal {
    fn from(failure: JsFailure) -> Self {
        Self::Browser(failure)
    }
}

impl From<JsValue> for Refusal {
    fn from(failure: JsValue) -> Self {
        Self::Browser(failure.into())
    }
}

impl Active {
    async fn handle(&mut self) -> Result<FileSystemSyncAccessHandle, JsFailure> {
        let handle = match self.handle.take() {
            Some(handle) => handle,
            None => JsFuture::from(self.opening.clone()).await?.unchecked_into(),
        };
        Ok(self.handle.insert(handle).clone())
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        match self.handle.take() {
            Some(handle) => handle.close(),
            None => {
                let opening = JsFuture::from(self.opening.clone());
                spawn_local(async move {
                    if let Ok(handle) = opening.await {
                        handle.unchecked_into::<FileSystemSyncAccessHandle>().close();
                    }
                });
            }
        }
    }
}

fn file_name(run: &str) -> String {
    format!("{run}{EXTENSION}")
}

/// The access handle of a file.
async fn open(folder: FileSystemDirectoryHandle, name: String, create: bool) -> Result<JsValue, JsValue> {
    let options = FileSystemGetFileOptions::new();
    options.set_create(create);
    let file = JsFuture::from(folder.get_file_handle_with_options(&name, &options)).await?;
    let file: FileSystemFileHandle = file.unchecked_into();
    when_unlocked(async || JsFuture::from(file.create_sync_access_handle()).await).await
}

/// Tries again for about a second while someone else holds the lock.
async fn when_unlocked(attempt: impl AsyncFn() -> Result<JsValue, JsValue>) -> Result<JsValue, JsValue> {
    for pause in PAUSES {
        match attempt().await {
            Err(error) if is_locked(&JsFailure::from(error.clone())) => TimeoutTimer.sleep(pause).await,
            done => return done,
        }
    }
    attempt().await
}

fn is_locked(failure: &JsFailure) -> bool {
    failure.name == "NoModificationAllowedError"
}

/// The handle of the active log, which is active no more where it cannot be had.
async fn opened(slot: &mut Option<Active>) -> Result<FileSystemSyncAccessHandle, JsFailure> {
    let Some(active) = slot else {
        return Err(JsFailure { name: "InvalidStateError".to_owned(), message: "no log is open".to_owned() });
    };
    let handle = active.handle().await;
    if handle.is_err() {
        *slot = None;
    }
    handle
}

/// Closes the active log, if there is one, after it was opened: only then is its file free.
async fn close(slot: &mut Option<Active>) {
    if let Some(active) = slot {
        // Where it could not be opened there is nothing to close.
        let _ = active.handle().await;
    }
    *slot = None;
}

/// Writes after the first `whole` bytes, which are all that is kept of what is there.
fn add(handle: &FileSystemSyncAccessHandle, whole: f64, bytes: &[u8], sync: bool) -> Result<(), JsFailure> {
    cut(handle, whole)?;
    let options = FileSystemReadWriteOptions::new();
    options.set_at_f64(whole);
    all_written(handle.write_with_u8_array_and_options(bytes, &options)?, bytes)?;
    if sync {
        handle.flush()?;
    }
    Ok(())
}

fn cut(handle: &FileSystemSyncAccessHandle, length: f64) -> Result<(), JsFailure> {
    if length < handle.get_size()? {
        handle.truncate_with_f64(length)?;
        handle.flush()?;
    }
    Ok(())
}

fn run_failure(doing: &str, run: &str, cause: JsFailure) -> StoreError {
    if is_locked(&cause) {
        let message = format!("cannot {doing} run {run:?}: another tab is writing it");
        return StoreError::new(StoreErrorKind::Refused, message);
    }
    failure(&format!("{doing} run {run:?}"), cause)
}

fn failure(doing: &str, cause: JsFailure) -> StoreError {
    let kind = match cause.name.as_str() {
        "QuotaExceededError" => StoreErrorKind::Full,
        "SecurityError" | "NotAllowedError" => StoreErrorKind::Refused,
        _ => StoreErrorKind::Other,
    };
    StoreError::new(kind, format!("cannot {doing} in the browser's storage: {cause}"))
}
