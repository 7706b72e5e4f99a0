//! How nodes report events: live only, or stored with the run.

use crate::RunContext;
use protocol::{Event, UnnumberedEvent};

/// Reports an event to the listener without storing it. For pieces of a text that a later event holds as a whole.
pub fn emit(cx: &RunContext<'_>, event: Event) {
    cx.emit(timed(cx, event));
}

/// Reports an event to the listener and stores it with the node's update, so that a stored run can be shown again.
pub fn record(cx: &RunContext<'_>, event: Event) {
    cx.record(timed(cx, event));
}

fn timed(cx: &RunContext<'_>, event: Event) -> UnnumberedEvent {
    // A run without a clock has no times: only tests have such runs.
    UnnumberedEvent { at_ms: cx.now().unwrap_or(0.0), event }
}
