//! The adapters against a real browser, in a dedicated worker as in the app.
#![cfg(target_arch = "wasm32")]

use futures::FutureExt;
use futures::future::join_all;
use host_web::store::{StoreFuture, sweep};
use host_web::{FileStore, JsFailure, KeyVault, MemoryFileStore, OpfsFileStore, PerformanceClock, try_lock, yield_now};
use std::cell::Cell;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

async fn keeps_files(store: &dyn FileStore) {
    store.remove("shop").await.unwrap();
    assert_eq!(store.read("shop", "pack").await.unwrap(), None);
    store.write("shop", "pack", &[1; 100_000]).await.unwrap();
    store.write("shop", "pack", b"shorter").await.unwrap();
    assert_eq!(store.read("shop", "pack").await.unwrap().as_deref(), Some(&b"shorter"[..]));
    assert_eq!(store.size("shop", "pack").await.unwrap(), Some(7));
    assert_eq!(store.size("shop", "table").await.unwrap(), None);
    assert!(store.folders().await.unwrap().contains(&"shop".to_owned()));
    store.remove("shop").await.unwrap();
    store.remove("shop").await.unwrap();
    assert!(!store.folders().await.unwrap().contains(&"shop".to_owned()));
}

#[wasm_bindgen_test]
async fn the_private_file_system_keeps_files() {
    keeps_files(&OpfsFileStore::open("test").await.unwrap()).await;
}

#[wasm_bindgen_test]
async fn memory_keeps_files() {
    keeps_files(&MemoryFileStore::default()).await;
}

#[wasm_bindgen_test]
async fn files_outlive_the_handle_that_wrote_them() {
    OpfsFileStore::open("test").await.unwrap().write("kept", "a", b"text").await.unwrap();
    let again = OpfsFileStore::open("test").await.unwrap();
    assert_eq!(again.read("kept", "a").await.unwrap().as_deref(), Some(&b"text"[..]));
    again.remove("kept").await.unwrap();
}

#[wasm_bindgen_test]
async fn storage_can_be_opened_by_many_at_once() {
    let opened = join_all((0..24).map(|_| OpfsFileStore::open("test-crowd"))).await;
    let refused: Vec<String> = opened.iter().filter_map(|it| it.as_ref().err()).map(JsFailure::to_string).collect();
    assert_eq!(refused, [""; 0]);
    assert_eq!(opened[0].as_ref().unwrap().folders().await.unwrap(), [""; 0], "a probe is no folder of anyone");
}

fn lock_of(folder: &str) -> String {
    format!("quarry-test-{folder}")
}

#[wasm_bindgen_test]
async fn what_a_broken_off_writer_left_is_swept_unless_it_still_writes() {
    let files = MemoryFileStore::default();
    for (folder, name) in [("whole", "table"), ("broken-off", "pack"), ("being-written", "pack")] {
        files.write(folder, name, b"x").await.unwrap();
    }
    let writer = try_lock(&lock_of("being-written")).await.unwrap();
    sweep(&files, "table", lock_of).await.unwrap();
    assert_eq!(files.folders().await.unwrap(), ["being-written", "whole"]);
    drop(writer);
}

/// A store in which a writer ends at the moment after its folder was first looked at.
struct EndsMeanwhile {
    files: MemoryFileStore,
    looked: Cell<bool>,
}

impl FileStore for EndsMeanwhile {
    fn write<'a>(&'a self, folder: &'a str, name: &'a str, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        self.files.write(folder, name, bytes)
    }

    fn read<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, Option<Vec<u8>>> {
        self.files.read(folder, name)
    }

    fn size<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, Option<u64>> {
        async move {
            let size = self.files.size(folder, name).await;
            if !self.looked.replace(true) {
                self.files.write(folder, name, b"x").await?;
            }
            size
        }
        .boxed_local()
    }

    fn folders(&self) -> StoreFuture<'_, Vec<String>> {
        self.files.folders()
    }

    fn remove_file<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, ()> {
        self.files.remove_file(folder, name)
    }

    fn remove<'a>(&'a self, folder: &'a str) -> StoreFuture<'a, ()> {
        self.files.remove(folder)
    }
}

#[wasm_bindgen_test]
async fn a_writer_that_ends_while_others_sweep_loses_nothing() {
    let store = EndsMeanwhile { files: MemoryFileStore::default(), looked: Cell::new(false) };
    store.write("import", "pack", b"x").await.unwrap();
    sweep(&store, "table", lock_of).await.unwrap();
    assert_eq!(store.folders().await.unwrap(), ["import"]);
}

#[wasm_bindgen_test]
async fn a_lock_is_held_by_one_at_a_time() {
    let held = try_lock("quarry-test").await.unwrap();
    assert!(held.is_some());
    assert!(try_lock("quarry-test").await.unwrap().is_none());
    drop(held);
    // The browser lets go after the promise has settled.
    yield_now().await;
    assert!(try_lock("quarry-test").await.unwrap().is_some());
}

#[wasm_bindgen_test]
async fn a_key_is_kept_for_the_session_or_for_good() {
    let origin = "https://models.example";
    let vault = KeyVault::default();
    vault.forget(origin).await.unwrap();
    vault.set(origin, "secret-1", false).await.unwrap();
    assert_eq!(vault.get(origin).await.as_deref(), Some("secret-1"));
    assert_eq!(KeyVault::default().get(origin).await, None, "a new session does not know it");

    vault.set(origin, "secret-2", true).await.unwrap();
    let next_session = KeyVault::default();
    assert_eq!(next_session.known().await, [(origin.to_owned(), true)]);
    assert_eq!(next_session.get(origin).await.as_deref(), Some("secret-2"));
    next_session.forget(origin).await.unwrap();
    assert_eq!(KeyVault::default().get(origin).await, None);
}

#[wasm_bindgen_test]
async fn the_clock_does_not_go_back() {
    let clock = PerformanceClock::new();
    let before = clock.now_ms();
    yield_now().await;
    assert!(clock.now_ms() >= before);
}
