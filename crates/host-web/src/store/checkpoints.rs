//! The logs of runs in the origin private file system.
//!
//! Opening a synchronous access handle costs far more than an append, so the handle of the log that is being written
//! stays open. An open handle locks its file against every other tab and worker; it is closed when the log is read or
//! deleted, when another log is appended to, by [`close`](OpfsCheckpointStore::close), and with the store.

use super::active_log::{Active, add, close, cut, is_locked, opened, when_unlocked};
use super::next_values;
use super::opfs_folder::{absent, make_folder, origin_folder, read_in};
use crate::JsFailure;
use compact_sort::CompactSort;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use futures::lock::Mutex;
use state_graph::store::{CheckpointStore, LogEnd, StoreError, StoreErrorKind, TornAppends, check_run_name};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::FileSystemDirectoryHandle;

const EXTENSION: &str = ".run";

/// A folder with one file `<run>.run` a run, for a dedicated worker; other files in it are left alone.
///
/// An append is written when its future is ready, so it outlives the tab, however that ends; flushed too, so that it
/// outlives the machine, unless [`sync_each_append`](Self::sync_each_append) is off.
#[derive(Debug)]
pub struct OpfsCheckpointStore {
    folder: FileSystemDirectoryHandle,
    /// Held while a handle is opened or closed, so that overlapping calls don't meet each other's lock.
    active: Mutex<Option<Active>>,
    torn: TornAppends,
    sync: bool,
}

impl OpfsCheckpointStore {
    /// Opens (and makes) the folder `folder` in the folder `root`. That folders are granted does not mean that writing
    /// is: [`OpfsFileStore::open`](super::OpfsFileStore::open) finds that out.
    pub async fn open(root: &str, folder: &str) -> Result<Self, StoreError> {
        let open = async { make_folder(&make_folder(&origin_folder().await?, root).await?, folder).await };
        let folder = open.await.map_err(|cause| failure(&format!("open the folder \"{root}/{folder}\""), cause))?;
        Ok(Self { folder, active: Mutex::new(None), torn: TornAppends::default(), sync: true })
    }

    /// Whether an append is ready only when it is on the disk. On by default; off, a loss of power may lose appends that
    /// the operating system had not written, and an append costs a third or less.
    pub fn sync_each_append(mut self, sync: bool) -> Self {
        self.sync = sync;
        self
    }

    /// Closes the log that was written last, so that others can write it. The next append opens it again.
    pub async fn close(&self) {
        close(&mut *self.active.lock().await).await;
    }

    /// Begins to open a run's log, unless it is open.
    async fn activate(&self, slot: &mut Option<Active>, run: &str, create: bool) {
        if slot.as_ref().is_some_and(|active| active.run == run) {
            return;
        }
        close(slot).await;
        *slot = Some(Active::open(&self.folder, run, file_name(run), create));
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
        read_in(&self.folder, &file_name(run)).await
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

fn file_name(run: &str) -> String {
    format!("{run}{EXTENSION}")
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
