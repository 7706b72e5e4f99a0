//! Spans that a tool returned, as buttons that open them; those that the repository no longer holds are marked stale.

use super::lines_dialog::words;
use crate::strings;
use crate::text::file_name;
use crate::workbench::{RecordedLines, Workbench};
use leptos::prelude::*;
use protocol::{Evidence, SpanCheck};
use std::sync::Arc;

const MOST: usize = 12;

#[component]
pub fn EvidenceList(evidence: Vec<Arc<Evidence>>) -> impl IntoView {
    let bench = Workbench::get();
    let more = evidence.len().saturating_sub(MOST);
    let chips = evidence.into_iter().take(MOST).map(|span| {
        let shown = match span.commit() {
            Some(_) => span.place(),
            None => format!("{} {}-{}", file_name(&span.path), span.start_line, span.end_line),
        };
        let is_stale = span.check != SpanCheck::Verified;
        let title = if is_stale { format!("{}. {}", span.place(), words(span.check)) } else { span.place() };
        let open = move |_| {
            if let Some(commit) = span.commit() {
                return bench.open_commit(commit.hash.clone());
            }
            let (path, start, end, check) = (span.path.clone(), span.start_line, span.end_line, span.check);
            bench.open_recorded(RecordedLines { path, start, end, text: Some(span.excerpt.clone()), check });
        };
        view! {
            <li>
                <button class="place" class:stale=is_stale data-item="" data-testid="place" title=title on:click=open>
                    <bdi>{shown}</bdi>
                </button>
            </li>
        }
    });
    view! {
        <ul class="places">
            {chips.collect_view()}
            {(more > 0).then(|| view! { <li class="quiet">{strings::common_and_more(more)}</li> })}
        </ul>
    }
}
