//! The button that takes in a run, or the runs of a conversation, from a file.

use crate::shims;
use crate::strings;
use crate::workbench::Workbench;
use leptos::html::Input;
use leptos::prelude::*;

#[component]
pub fn RunImport() -> impl IntoView {
    let bench = Workbench::get();
    let input = NodeRef::<Input>::new();
    let take = move |_| {
        let file = input.get_untracked().and_then(|input| shims::run_in_input(&input));
        file.into_iter().for_each(|file| bench.import_run(file));
    };
    view! {
        <button class="button small" data-testid="run-import" title=strings::run_import_title()
            on:click=move |_| input.get_untracked().iter().for_each(|input| input.click())>
            {strings::run_import_import()}
        </button>
        <input class="visually-hidden" type="file" accept=".run,.conversation" tabindex="-1" aria-label=strings::run_import_file()
            data-testid="run-input" node_ref=input on:change=take/>
    }
}
