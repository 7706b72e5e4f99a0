//! Spans that a tool returned, as buttons that open them.

use crate::text::file_name;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::Evidence;
use std::sync::Arc;

/// Most spans listed.
const MOST: usize = 12;

/// Spans; a click opens the code.
#[component]
pub fn EvidenceList(
    /// The spans.
    evidence: Vec<Arc<Evidence>>,
) -> impl IntoView {
    let bench = Workbench::get();
    let more = evidence.len().saturating_sub(MOST);
    let chips = evidence.into_iter().take(MOST).map(|span| {
        let shown = format!("{} {}-{}", file_name(&span.path), span.start_line, span.end_line);
        let place = span.place();
        view! {
            <li>
                <button class="place" data-item="" title=place
                    on:click=move |_| bench.open(&span.path, span.start_line, span.end_line)>
                    <bdi>{shown}</bdi>
                </button>
            </li>
        }
    });
    view! {
        <ul class="places">
            {chips.collect_view()}
            {(more > 0).then(|| view! { <li class="quiet">{format!("and {more} more")}</li> })}
        </ul>
    }
}
