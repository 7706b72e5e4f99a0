//! Lines that a run cites and the repository no longer holds, beside the present lines.

use super::dynamic::dynamic;
use super::notices::Problem;
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
            <section aria-label="As recorded">
                <h3 class="section-title">"As recorded in the run"</h3>
                {match text {
                    Some(text) => view! { <pre class="step-text" tabindex="0" data-testid="lines-was">{text}</pre> }.into_any(),
                    None => view! { <p class="quiet" data-testid="lines-was">"The run kept no text of it."</p> }.into_any(),
                }}
            </section>
            <section aria-label="Now">
                <h3 class="section-title">"In the repository now"</h3>
                {dynamic(move || match bench.lines.now.get() {
                    None => view! { <p class="quiet">"Reading the file"</p> }.into_any(),
                    Some(Ok(text)) => view! { <pre class="step-text" tabindex="0" data-testid="lines-now">{text}</pre> }.into_any(),
                    Some(Err(message)) => view! { <div data-testid="lines-now"><Problem message/></div> }.into_any(),
                })}
            </section>
            <div class="modal-foot">
                <button class="button" data-testid="lines-open" on:click=open>"Open the file"</button>
            </div>
        </div>
    }
}

/// Whether cited lines are in the repository, as a sentence.
pub fn words(check: SpanCheck) -> &'static str {
    match check {
        SpanCheck::Verified => "The repository holds this.",
        SpanCheck::Stale => "Stale: the repository does not hold this as the run cites it.",
        SpanCheck::Unchecked => "Not checked against the repository.",
    }
}
