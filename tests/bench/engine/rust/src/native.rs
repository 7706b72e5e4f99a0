//! The operating system: a clock, files, and requests on standard input.

use engine_bench::{Host, measure};
use host_native::FileCheckpointStore;
use state_graph::CheckpointStore;
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

struct Native {
    began: Instant,
    /// For logs.
    folder: PathBuf,
}

impl Host for Native {
    fn engine(&self) -> &'static str {
        "Quarry native"
    }

    fn now_ms(&self) -> f64 {
        self.began.elapsed().as_secs_f64() * 1000.0
    }

    fn file_store(&self, synced: bool) -> Option<Rc<dyn CheckpointStore>> {
        Some(Rc::new(FileCheckpointStore::new(&self.folder).sync_each_append(synced)))
    }
}

/// Answers requests until there are no more.
pub fn answer() -> std::io::Result<()> {
    let folder = std::env::temp_dir().join(format!("engine-bench-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let host = Native { began: Instant::now(), folder };
    let answered = std::io::stdin().lines().try_for_each(|request| {
        let answer = measure(&host, &request?).map_err(std::io::Error::other)?;
        writeln!(std::io::stdout(), "{answer}")
    });
    std::fs::remove_dir_all(&host.folder)?;
    answered
}
