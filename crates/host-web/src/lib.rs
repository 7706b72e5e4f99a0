//! The browser behind the ports: OPFS, fetch, timers, crypto, workers.
//!
//! Everything here runs in a dedicated worker; nothing needs the page. One adapter a file, named by technology and
//! role. An adapter's errors hold the browser's message; callers add what to do about it.

mod clock;
mod fetch;
pub mod folder;
pub mod folder_handles;
pub mod git_folder;
mod js_error;
mod key_vault;
mod lock;
mod pages;
pub mod runner;
mod started_worker;
pub mod store;
mod timer;
mod turn;
pub mod worker_pool;

pub use clock::PerformanceClock;
pub use fetch::FetchHttpClient;
pub use js_error::{JsFailure, panic_text, sentence};
pub use key_vault::KeyVault;
pub use lock::{LockGuard, try_lock};
pub use pages::FetchPageClient;
pub use runner::{Interpreters, TabRunner};
pub use store::{FileStore, MemoryFileStore, OpfsCheckpointStore, OpfsFileStore, StoredMemoryFiles, bytes_of};
pub use timer::TimeoutTimer;
pub use turn::yield_now;
pub use worker_pool::WorkerPool;
