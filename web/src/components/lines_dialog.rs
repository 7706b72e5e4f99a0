//! Lines that a run cites and the repository no longer holds, beside the present lines.

use super::dynamic::dynamic;
use super::notices::Problem;
use crate::strings;
use crate::workbench::{RecordedLines, Workbench};
use leptos::prelude::*;
use protocol::SpanCheck;

#[component]
pub fn ComparedLines(was: RecordedLines) -> impl IntoView {
    let bench = Workbench::get();
    let RecordedLines { path, start, end, text, check } = was;
    let file = path.clone();
    let open = move |_| {
        bench.dialog.set(None);
        // No lines are highlighted: none of them is what was cited.
        bench.open(&file, 0, 0);
    };
    view! {
        <div class="compared" data-testid="lines-dialog">
            <p><bdi>{format!("{path} {start}-{end}")}</bdi></p>
            <p class="note">{words(check)}</p>
            <section aria-label=strings::lines_dialog_recorded()>
                <h3 class="section-title">{strings::lines_dialog_recorded_in_run()}</h3>
                {match text {
                    Some(text) => view! { <pre class="step-text" tabindex="0" data-testid="lines-was">{text}</pre> }.into_any(),
                    None => view! { <p class="quiet" data-testid="lines-was">{strings::lines_dialog_no_text()}</p> }.into_any(),
                }}
            </section>
            <section aria-label=strings::common_now()>
                <h3 class="section-title">{strings::lines_dialog_in_repository_now()}</h3>
                {dynamic(move || match bench.lines.now.get() {
                    None => view! { <p class="quiet">{strings::lines_dialog_reading()}</p> }.into_any(),
                    Some(Ok(text)) => view! { <pre class="step-text" tabindex="0" data-testid="lines-now">{text}</pre> }.into_any(),
                    Some(Err(message)) => view! { <div data-testid="lines-now"><Problem message/></div> }.into_any(),
                })}
            </section>
            <div class="modal-foot">
                <button class="button" data-testid="lines-open" on:click=open>{strings::lines_dialog_open()}</button>
            </div>
        </div>
    }
}

/// Whether cited lines are in the repository, as a sentence.
pub fn words(check: SpanCheck) -> &'static str {
    match check {
        SpanCheck::Verified => strings::lines_dialog_verified(),
        SpanCheck::Stale => strings::lines_dialog_stale(),
        SpanCheck::Unchecked => strings::lines_dialog_unchecked(),
    }
}
