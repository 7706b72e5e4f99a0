//! How long a pool waits for its workers.

/// Milliseconds between two ticks, unless set otherwise.
const TICK_MS: u64 = 500;

/// Counted in ticks of the engine's own event loop rather than by the clock: a computer that slept, or an engine that
/// was busy itself, then does not count against a worker.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Milliseconds between two ticks.
    pub tick_ms: u64,
    /// Ticks within which a worker's script must have loaded.
    pub start: u32,
    /// Ticks within which a job must be done, from when its worker starts it.
    pub job: u32,
}

impl Default for Patience {
    /// Fifteen seconds to load, and for a job what a file may take.
    fn default() -> Self {
        Self { tick_ms: TICK_MS, start: 30, job: (limits::parsing::PARSE_MS / TICK_MS) as u32 }
    }
}
