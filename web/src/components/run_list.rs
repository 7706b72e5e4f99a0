//! The runs stored with the repository, newest first.

use super::dynamic::{dynamic, list};
use super::run_row::RunRow;
use crate::run::status;
use crate::shims;
use crate::text::plural;
use crate::workbench::Workbench;
use leptos::html::Input;
use leptos::prelude::*;

/// Most runs listed before the person asks for all.
const MOST: usize = 30;

#[component]
pub fn RunList() -> impl IntoView {
    let bench = Workbench::get();
    let is_whole = RwSignal::new(false);
    let count = Memo::new(move |_| bench.runs.stored.with(Vec::len));
    let shown = move || {
        let most = if is_whole.get() { usize::MAX } else { MOST };
        bench.runs.stored.with(|runs| runs.iter().take(most).cloned().collect::<Vec<_>>())
    };
    let input = NodeRef::<Input>::new();
    let take = move |_| {
        let file = input.get_untracked().and_then(|input| shims::run_in_input(&input));
        file.into_iter().for_each(|file| bench.import_run(file));
    };
    view! {
        <section class="runs" aria-label="Runs">
            <h2 class="section-title">
                <span class="grow">"Runs"</span>
                <button class="button small" data-testid="run-import" title="Show a run or a conversation that was exported"
                    on:click=move |_| input.get_untracked().iter().for_each(|input| input.click())>
                    "Import"
                </button>
                <input class="visually-hidden" type="file" accept=".run,.conversation" tabindex="-1" aria-label="Run file to import"
                    data-testid="run-input" node_ref=input on:change=take/>
            </h2>
            {dynamic(move || (count.get() == 0).then(|| view! { <p class="quiet runs-none">"None yet. Each question is kept here."</p> }))}
            <ul data-list="">
                // A run that changed is a new row, because a row's text is made once.
                {list(shown, |run| (run.id.clone(), status(&run.status), run.steps, run.bytes, run.not_stored), |run| view! { <RunRow run/> })}
            </ul>
            {dynamic(move || (count.get() > MOST && !is_whole.get()).then(|| view! {
                <button class="button small" on:click=move |_| is_whole.set(true)>
                    {format!("Show all {}", plural(u32::try_from(count.get()).unwrap_or(u32::MAX), "run"))}
                </button>
            }))}
        </section>
    }
}
