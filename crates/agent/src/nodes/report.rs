//! How nodes report events: live only, or stored with the run.

use crate::AgentState;
use protocol::{Event, UnnumberedEvent};
use state_graph::NodeContext;

/// Reports an event to the listener without storing it. For pieces of a text that a later event holds as a whole.
pub fn emit(cx: &NodeContext<'_, AgentState>, event: Event) {
    cx.emit(timed(cx, event));
}

/// Reports an event to the listener and stores it with the node's update, so that a stored run can be shown again.
pub fn record(cx: &NodeContext<'_, AgentState>, event: Event) {
    cx.record(timed(cx, event));
}

fn timed(cx: &NodeContext<'_, AgentState>, event: Event) -> UnnumberedEvent {
    // A run without a clock has no times: only tests have such runs.
    UnnumberedEvent { at_ms: cx.now().unwrap_or(0.0), event }
}
