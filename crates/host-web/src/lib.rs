//! The browser behind the ports: OPFS, fetch, timers, crypto, workers.
//!
//! Everything here runs in a dedicated worker; nothing needs the page. One adapter a file, named by technology and
//! role. An adapter's errors hold the browser's message; callers add what to do about it.

pub mod clock;
pub mod fetch;
pub mod folder;
pub mod folder_handles;
pub mod js_error;
pub mod key_vault;
pub mod lock;
pub mod paced;
pub mod store;
pub mod timer;
pub mod turn;
pub mod worker_pool;

pub use clock::PerformanceClock;
pub use fetch::FetchHttpClient;
pub use js_error::JsFailure;
pub use key_vault::KeyVault;
pub use lock::{LockGuard, try_lock};
pub use paced::Paced;
pub use store::{FileStore, MemoryFileStore, OpfsCheckpointStore, OpfsFileStore};
pub use timer::TimeoutTimer;
pub use turn::yield_now;
pub use worker_pool::WorkerPool;
