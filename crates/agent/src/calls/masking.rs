//! What a tool returned, without the secrets in it.

use crate::RunContext;
use crate::report::record;
use crate::{ToolOutput, secrets};
use protocol::Event;

use std::borrow::Cow;
use std::collections::BTreeMap;

/// Masks every part of a tool's result, since each may be put into a prompt; that something is masked is recorded.
pub(crate) fn without_secrets(output: &mut ToolOutput, tool: &str, cx: &RunContext<'_>) {
    let ToolOutput { text, summary, evidence, masked, .. } = output;
    for found in evidence {
        // The same is masked in the text, and counted there.
        let parts = [&mut found.signature, &mut found.doc].into_iter().flatten();
        parts.chain([&mut found.excerpt]).for_each(|part| drop(hide(part)));
    }
    hide(summary);
    for (kind, count) in hide(text) {
        *masked.entry(kind).or_insert(0) += count;
    }
    if let Some(summary) = secrets::summary(masked) {
        record(cx, Event::Masked { place: tool.to_owned(), summary });
    }
}

fn hide(text: &mut String) -> BTreeMap<&'static str, usize> {
    let masked = secrets::mask(text);
    let found = masked.found;
    if let Cow::Owned(without) = masked.text {
        *text = without;
    }
    found
}
