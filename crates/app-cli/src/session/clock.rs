//! The time of this process's work.

use agent::Clock;
use std::rc::Rc;
use std::time::Instant;

/// A clock that begins now.
pub fn since_now() -> Rc<dyn Clock> {
    let start = Instant::now();
    Rc::new(move || start.elapsed().as_secs_f64() * 1000.0)
}
