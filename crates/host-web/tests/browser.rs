//! The adapters against a real browser, in a dedicated worker as in the app.
#![cfg(target_arch = "wasm32")]

use host_web::{FileStore, KeyVault, MemoryFileStore, OpfsFileStore, PerformanceClock, try_lock, yield_now};
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
