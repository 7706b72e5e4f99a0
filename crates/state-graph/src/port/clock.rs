//! The time port.

/// Gives the time of events. The caller supplies it; without one, events carry no time.
pub trait Clock {
    /// Milliseconds since any fixed moment, never going back.
    fn now_ms(&self) -> f64;
}

/// A function is a clock: `Rc::new(|| 0.0)` where no times are wanted.
impl<F: Fn() -> f64> Clock for F {
    fn now_ms(&self) -> f64 {
        self()
    }
}
