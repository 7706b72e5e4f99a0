//! The events that code sends by a literal name: `emit("close")`, `bus.publish("order.paid")`.

use super::Collected;
use super::member_emitted::{event_of, owner};
use crate::List;
use crate::scan::File;
use facts::CallKind;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    for (call, callee) in file.calls().filter(|(call, _)| matches!(call.kind, CallKind::Call | CallKind::New)) {
        if let Some(name) = event_of(file, call, callee) {
            let detail = file.code_of(call).split_whitespace().collect::<Vec<_>>().join(" ");
            let line = call.span.start_line;
            out.push(List::Events, file.entry((line, line), &name, &detail).about([owner(file, call)]));
        }
    }
}
