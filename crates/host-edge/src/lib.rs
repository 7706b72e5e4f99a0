//! Cloudflare Workers behind the ports: R2, a Durable Object's SQLite, fetch, timers, ids.
//!
//! One adapter a file, named by technology and role. Nothing here knows what is stored or asked; what a failure means
//! for the person who asked is decided by who called. The crate builds natively so that it can be checked with the rest,
//! and runs only in workerd.

mod checkpoint_store;
mod clock;
mod fetch;
mod ids;
mod index_source;
mod memory_table;
mod timer;

pub use checkpoint_store::SqliteCheckpointStore;
pub use clock::WorkerClock;
pub use fetch::{FetchHttpClient, FetchPageClient};
pub use ids::random_id;
pub use index_source::R2IndexSource;
pub use memory_table::{Group, MemoryTable, TextName};
pub use timer::DelayTimer;
