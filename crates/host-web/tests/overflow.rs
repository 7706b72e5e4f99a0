//! Runs that go on where storage is full.
#![cfg(target_arch = "wasm32")]

use futures::FutureExt;
use futures::future::{LocalBoxFuture, ready};
use host_web::store::OverflowStore;
use state_graph::store::{CheckpointStore, LogEnd, MemoryStore, StoreError, StoreErrorKind, conformance};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A store with room for so many bytes.
#[derive(Default)]
struct Small {
    logs: MemoryStore,
    room: Cell<usize>,
}

impl CheckpointStore for Small {
    fn append<'a>(&'a self, run: &'a str, end: LogEnd, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        let Some(left) = self.room.get().checked_sub(bytes.len()) else {
            return ready(Err(StoreError::new(StoreErrorKind::Full, "no room"))).boxed_local();
        };
        self.room.set(left);
        self.logs.append(run, end, bytes)
    }

    fn read<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        self.logs.read(run)
    }

    fn runs(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        self.logs.runs()
    }

    fn remove<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        self.logs.remove(run)
    }
}

fn small(room: usize) -> (Rc<Small>, OverflowStore) {
    let small = Rc::new(Small { room: Cell::new(room), ..Small::default() });
    (Rc::clone(&small), OverflowStore::new(small))
}

async fn text(store: &dyn CheckpointStore, run: &str) -> Option<String> {
    store.read(run).await.unwrap().map(|log| String::from_utf8(log).unwrap())
}

#[wasm_bindgen_test]
async fn it_is_a_store_with_room_and_without() {
    conformance(&small(usize::MAX).1).await.unwrap();
    conformance(&small(0).1).await.unwrap();
    conformance(&small(300).1).await.unwrap();
}

#[wasm_bindgen_test]
async fn a_run_that_finds_no_room_goes_on_in_memory_and_says_so_once() {
    let (under, store) = small(5);
    let refusals = Rc::new(RefCell::new(Vec::new()));
    let listener = Rc::clone(&refusals);
    store.listen("a", Some(Rc::new(move |error: &StoreError| listener.borrow_mut().push(error.to_string()))));
    store.append("a", LogEnd::NEW, b"one\n").await.unwrap();
    assert!(store.is_stored("a"));
    store.append("a", LogEnd::at(4), b"two\n").await.unwrap();
    store.append("a", LogEnd::at(8), b"three\n").await.unwrap();
    assert!(!store.is_stored("a"));
    assert_eq!(*refusals.borrow(), ["no room"]);
    assert_eq!(text(&store, "a").await.as_deref(), Some("one\ntwo\nthree\n"));
    assert_eq!(text(&*under, "a").await.as_deref(), Some("one\n"), "what was stored stays");
    assert_eq!(store.runs().await.unwrap(), ["a"]);
}

#[wasm_bindgen_test]
async fn a_run_is_stored_again_once_there_is_room() {
    let (under, store) = small(5);
    store.append("a", LogEnd::NEW, b"one\n").await.unwrap();
    store.append("a", LogEnd::at(4), b"two\n").await.unwrap();
    store.append("b", LogEnd::NEW, b"begun in memory\n").await.unwrap();
    assert_eq!(store.store_again().await.unwrap_err().kind, StoreErrorKind::Full);
    assert!(!store.is_stored("a") && !store.is_stored("b"));
    under.room.set(100);
    store.store_again().await.unwrap();
    assert!(store.is_stored("a") && store.is_stored("b"));
    store.append("a", LogEnd::at(8), b"three\n").await.unwrap();
    assert_eq!(text(&*under, "a").await.as_deref(), Some("one\ntwo\nthree\n"));
    assert_eq!(text(&*under, "b").await.as_deref(), Some("begun in memory\n"));
}

#[wasm_bindgen_test]
async fn a_torn_end_is_cut_in_memory_too() {
    let (_, store) = small(9);
    store.append("a", LogEnd::NEW, b"whole\ntor").await.unwrap();
    store.append("a", LogEnd { length: 9, whole: 6 }, b"next\n").await.unwrap();
    assert_eq!(text(&store, "a").await.as_deref(), Some("whole\nnext\n"));
}

#[wasm_bindgen_test]
async fn a_stored_part_that_someone_else_went_on_with_is_left() {
    let (under, store) = small(4);
    store.append("a", LogEnd::NEW, b"one\n").await.unwrap();
    store.append("a", LogEnd::at(4), b"mine\n").await.unwrap();
    under.room.set(100);
    under.append("a", LogEnd::at(4), b"theirs\n").await.unwrap();
    store.store_again().await.unwrap();
    assert_eq!(text(&*under, "a").await.as_deref(), Some("one\ntheirs\n"));
    assert_eq!(text(&store, "a").await.as_deref(), Some("one\nmine\n"));
    assert!(!store.is_stored("a"));
}

#[wasm_bindgen_test]
async fn a_run_that_is_deleted_is_gone_from_both() {
    let (under, store) = small(4);
    store.append("a", LogEnd::NEW, b"one\n").await.unwrap();
    store.append("a", LogEnd::at(4), b"two\n").await.unwrap();
    store.remove("a").await.unwrap();
    assert_eq!((text(&store, "a").await, text(&*under, "a").await), (None, None));
    assert_eq!(store.runs().await.unwrap(), [""; 0]);
}
