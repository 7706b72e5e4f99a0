//! What a tool returned, without the secrets in it.

use crate::report::record;
use crate::secrets;
use protocol::{Event, Evidence, UnnumberedEvent};
use state_graph::{NodeContext, State};

/// What a tool returned, without secrets: each part may be put into a prompt.
pub(crate) fn without_secrets<S: State<Event = UnnumberedEvent>>(
    text: String,
    summary: String,
    mut evidence: Vec<Evidence>,
    tool: &str,
    cx: &NodeContext<'_, S>,
) -> (String, String, Vec<Evidence>) {
    for part in evidence.iter_mut().flat_map(|found| [&mut found.signature, &mut found.doc]).flatten() {
        // The same is masked in the text, where it is recorded.
        *part = secrets::mask(part).text.into_owned();
    }
    evidence.iter_mut().for_each(|found| found.excerpt = secrets::mask(&found.excerpt).text.into_owned());
    let summary = secrets::mask(&summary).text.into_owned();
    (masked(&text, tool, cx), summary, evidence)
}

/// The text without secrets; that some were masked is recorded.
fn masked<S: State<Event = UnnumberedEvent>>(text: &str, place: &str, cx: &NodeContext<'_, S>) -> String {
    let masked = secrets::mask(text);
    if let Some(summary) = masked.summary() {
        record(cx, Event::Masked { place: place.to_owned(), summary });
    }
    masked.text.into_owned()
}
