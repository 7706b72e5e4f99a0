//! The logs of runs against a real browser, in a dedicated worker as in the app.
#![cfg(target_arch = "wasm32")]

use futures::FutureExt;
use host_web::{FileStore, OpfsCheckpointStore, OpfsFileStore, TimeoutTimer};
use js_sys::Promise;
use model::Timer;
use state_graph::store::{CheckpointStore, LogEnd, MemoryStore, StoreErrorKind, conformance};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

const ROOT: &str = "test-runs";

/// A store in a folder that holds nothing yet.
async fn fresh(folder: &str) -> OpfsCheckpointStore {
    OpfsFileStore::open(ROOT).await.unwrap().remove(folder).await.unwrap();
    OpfsCheckpointStore::open(ROOT, folder).await.unwrap()
}

async fn read(store: &OpfsCheckpointStore, run: &str) -> String {
    String::from_utf8(store.read(run).await.unwrap().unwrap()).unwrap()
}

#[wasm_bindgen_test]
async fn the_private_file_system_is_a_store() {
    conformance(&fresh("conformance").await).await.unwrap();
    conformance(&fresh("conformance").await.sync_each_append(false)).await.unwrap();
}

#[wasm_bindgen_test]
async fn memory_is_a_store() {
    conformance(&MemoryStore::default()).await.unwrap();
}

#[wasm_bindgen_test]
async fn logs_outlive_the_store_that_wrote_them() {
    let store = fresh("outlive").await;
    store.append("a", LogEnd::NEW, b"one\n").await.unwrap();
    drop(store);
    let store = OpfsCheckpointStore::open(ROOT, "outlive").await.unwrap();
    store.append("a", LogEnd::at(4), b"two\n").await.unwrap();
    assert_eq!(read(&store, "a").await, "one\ntwo\n");
}

#[wasm_bindgen_test]
async fn a_store_dropped_while_a_log_is_opened_locks_nothing() {
    let store = fresh("dropped").await;
    assert!(store.append("a", LogEnd::NEW, b"one").now_or_never().is_none());
    drop(store);
    // The browser must have opened the handle for it to be closed.
    TimeoutTimer.sleep(100).await;
    let store = OpfsCheckpointStore::open(ROOT, "dropped").await.unwrap();
    store.append("a", LogEnd::NEW, b"two").await.unwrap();
    assert_eq!(read(&store, "a").await, "two");
}

#[wasm_bindgen_test]
async fn a_second_writer_is_refused_until_the_first_lets_go() {
    let first = fresh("writers").await;
    let second = OpfsCheckpointStore::open(ROOT, "writers").await.unwrap();
    first.append("a", LogEnd::NEW, b"1").await.unwrap();
    let error = second.append("a", LogEnd::at(1), b"2").await.unwrap_err();
    assert_eq!(error.kind, StoreErrorKind::Refused);
    assert_eq!(error.to_string(), "cannot write run \"a\": another tab is writing it");
    assert_eq!(second.remove("a").await.unwrap_err().kind, StoreErrorKind::Refused);
    // Reading takes no lock.
    assert_eq!(read(&second, "a").await, "1");
    first.append("a", LogEnd::at(1), b"3").await.unwrap();
    first.close().await;
    // It learns that the first went on meanwhile, and changes nothing.
    assert_eq!(second.append("a", LogEnd::at(1), b"not this").await.unwrap_err().kind, StoreErrorKind::Conflict);
    second.append("a", LogEnd::at(2), b"4").await.unwrap();
    second.append("b", LogEnd::NEW, b"5").await.unwrap();
    // The second went on to another run and so let go of this one.
    first.append("a", LogEnd::at(3), b"6").await.unwrap();
    assert_eq!(read(&first, "a").await, "1346");
}

#[wasm_bindgen_test]
async fn each_folder_has_its_own_runs_and_other_files_are_none() {
    let (shop, bank) = (fresh("shop").await, fresh("bank").await);
    shop.append("a", LogEnd::NEW, b"shop").await.unwrap();
    bank.append("a", LogEnd::NEW, b"bank").await.unwrap();
    bank.append("b", LogEnd::NEW, b"bank").await.unwrap();
    OpfsFileStore::open(ROOT).await.unwrap().write("shop", "table", b"x").await.unwrap();
    assert_eq!(shop.runs().await, Ok(vec!["a".to_owned()]));
    assert_eq!(bank.runs().await, Ok(vec!["a".to_owned(), "b".to_owned()]));
    assert_eq!(read(&shop, "a").await, "shop");
}

#[wasm_bindgen_test]
async fn a_folder_that_is_gone_is_a_clear_error() {
    let store = fresh("gone").await;
    OpfsFileStore::open(ROOT).await.unwrap().remove("gone").await.unwrap();
    let error = store.append("a", LogEnd::NEW, b"x").await.unwrap_err();
    assert_eq!(error.kind, StoreErrorKind::Other);
    assert!(error.message.starts_with("cannot write run \"a\" in the browser's storage: NotFoundError: "), "{error}");
}

/// Another worker writes a line and a half and does not flush; it is ended while it holds the handle.
const KILLED_WRITER: &str = r#"
new Promise((resolve, reject) => {
    const writer = async () => {
        const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("test-runs");
        const folder = await root.getDirectoryHandle("killed");
        const file = await folder.getFileHandle("a.run", { create: true });
        const handle = await file.createSyncAccessHandle();
        handle.write(new TextEncoder().encode("whole\nto"), { at: 0 });
        postMessage("written");
    };
    const url = URL.createObjectURL(new Blob([`(${writer})()`]));
    const worker = new Worker(url);
    worker.onerror = reject;
    worker.onmessage = () => {
        worker.terminate();
        resolve();
    };
})
"#;

#[wasm_bindgen_test]
async fn a_log_whose_writer_was_killed_is_taken_over() {
    let store = fresh("killed").await;
    let killed: Promise = js_sys::eval(KILLED_WRITER).unwrap().unchecked_into();
    JsFuture::from(killed).await.unwrap();
    assert_eq!(read(&store, "a").await, "whole\nto");
    store.append("a", LogEnd { length: 8, whole: 6 }, b"next\n").await.unwrap();
    assert_eq!(read(&store, "a").await, "whole\nnext\n");
}
