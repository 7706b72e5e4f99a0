//! How nodes speak: live only, or kept with the run.

use crate::AgentState;
use protocol::{Event, TimedEvent};
use state_graph::NodeContext;

/// Tells the listener at once; not kept. For pieces of something that comes whole later.
pub fn say(cx: &NodeContext<'_, AgentState>, event: Event) {
    cx.emit(timed(cx, event));
}

/// Tells the listener at once and keeps it with the node's update, so that a stored run can be shown as it went.
pub fn note(cx: &NodeContext<'_, AgentState>, event: Event) {
    cx.record(timed(cx, event));
}

/// The number is given on the way out.
fn timed(cx: &NodeContext<'_, AgentState>, event: Event) -> TimedEvent {
    TimedEvent { seq: 0, at_ms: cx.now().unwrap_or(0.0), event }
}
