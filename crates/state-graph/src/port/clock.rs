//! The time port.

/// Gives the time of events. The caller supplies it; without one, events carry no time.
pub trait Clock {
    /// Milliseconds since any fixed moment, never going back.
    fn now_ms(&self) -> f64;
}
