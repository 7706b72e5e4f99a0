//! Whether files can be written at all.
//!
//! Some private windows hand out folders and refuse access handles: that is found out when storage is opened, not at the
//! first import. A handle is exclusive, so each probe has a file of its own: any number of tabs may start at once.

use super::next_values;
use super::opfs_folder::make_folder;
use super::opfs_write::write_file;
use crate::{JsFailure, PerformanceClock, TimeoutTimer};
use model::Timer;
use wasm_bindgen_futures::JsFuture;
use web_sys::FileSystemDirectoryHandle;

const FOLDER: &str = ".probe";

/// Milliseconds before the probe is tried again: what hinders it may be another tab that starts at the same moment.
const PAUSES: [u64; 3] = [20, 80, 250];

/// Milliseconds after which a probe is what a tab that was closed in the middle of it left behind.
const STALE_MS: f64 = 60_000.0;

/// Writes a file below `root` and deletes it. Storage that is full passes.
pub(super) async fn probe(root: &FileSystemDirectoryHandle) -> Result<(), JsFailure> {
    for pause in PAUSES {
        match attempt(root).await {
            Err(error) if !error.is_refusal() => TimeoutTimer.sleep(pause).await,
            done => return done,
        }
    }
    attempt(root).await
}

async fn attempt(root: &FileSystemDirectoryHandle) -> Result<(), JsFailure> {
    let folder = make_folder(root, FOLDER).await?;
    let now = PerformanceClock::wall_ms();
    let name = format!("{now:.0}-{:.0}", js_sys::Math::random() * 1e15);
    let written = write_file(&folder, &name, b"ok").await;
    // What stays is deleted by a later probe.
    drop(JsFuture::from(folder.remove_entry(&name)).await);
    remove_stale(&folder, now).await;
    match written {
        Err(error) if error.is_quota() => Ok(()),
        written => written,
    }
}

/// Deletes what earlier probes left. That it cannot be listed or deleted now is no reason against storage.
async fn remove_stale(folder: &FileSystemDirectoryHandle, now: f64) {
    let Ok(names) = next_values(&folder.keys()).await else { return };
    for name in names.iter().filter_map(|name| name.as_string()) {
        let began: Option<f64> = name.split('-').next().and_then(|began| began.parse().ok());
        if began.is_none_or(|began| now - began > STALE_MS) {
            drop(JsFuture::from(folder.remove_entry(&name)).await);
        }
    }
}
