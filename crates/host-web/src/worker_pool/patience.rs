//! How long a pool waits for its workers.

/// Counted in ticks of the engine's own event loop rather than by the clock: a computer that slept, or an engine that
/// was busy itself, then does not count against a worker.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Milliseconds between two ticks.
    pub tick_ms: u64,
    /// Ticks within which a worker's script must have loaded.
    pub start: u32,
    /// Ticks within which a job must be done, from when its worker comes to it.
    pub job: u32,
}

impl Default for Patience {
    /// Fifteen seconds to load, ten for a job.
    fn default() -> Self {
        Self { tick_ms: 500, start: 30, job: 20 }
    }
}
