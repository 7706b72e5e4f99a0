//! The input for questions.

use super::dynamic::dynamic;
use crate::workbench::Workbench;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// The ask box: Enter sends, Shift+Enter starts a line, Esc stops the run.
#[component]
pub fn AskBox() -> impl IntoView {
    let bench = Workbench::get();
    let text = RwSignal::new(String::new());
    let is_asking = Memo::new(move |_| bench.is_asking());
    let send = move || {
        if !is_asking.get_untracked() {
            bench.ask(text.get_untracked());
            text.set(String::new());
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            send();
        }
    };
    view! {
        <form class="ask" aria-label="Ask" on:submit=move |event| { event.prevent_default(); send(); }>
            <textarea
                id="ask-input"
                data-testid="ask-input"
                rows="2"
                placeholder="How does it work?  ( / )"
                aria-label="Your question"
                prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
                on:keydown=on_key
            ></textarea>
            {dynamic(move || match is_asking.get() {
                true => view! { <RunControls/> }.into_any(),
                false => view! {
                    <button
                        type="submit"
                        class="button primary"
                        data-testid="ask-send"
                        disabled=move || text.with(|text| text.trim().is_empty())
                    >
                        "Ask" <kbd>"\u{23ce}"</kbd>
                    </button>
                }.into_any(),
            })}
            <ApprovalSwitch/>
        </form>
    }
}

#[component]
fn RunControls() -> impl IntoView {
    let bench = Workbench::get();
    let is_pausing = Memo::new(move |_| bench.runs.working().is_some_and(|run| run.view.with(|view| view.is_pausing)));
    view! {
        <div class="run-controls">
            <button type="button" class="button" data-testid="ask-pause" title="Pauses once this step is over"
                disabled=move || is_pausing.get() on:click=move |_| bench.pause_asking()>
                {dynamic(move || if is_pausing.get() { "Pausing" } else { "Pause" })}
            </button>
            <button type="button" class="button" data-testid="ask-stop" on:click=move |_| bench.stop_asking()>
                "Stop" <kbd class="only-desktop">"Esc"</kbd>
            </button>
        </div>
    }
}

/// Whether tool calls wait for the person's approval; stored in the browser.
#[component]
fn ApprovalSwitch() -> impl IntoView {
    let bench = Workbench::get();
    let is_on = bench.runs.is_asked_first;
    let turn = move |event| {
        is_on.set(event_target_checked(&event));
        crate::preferences::save("approve", &is_on.get_untracked().to_string());
    };
    view! {
        <label class="ask-switch quiet">
            <input type="checkbox" role="switch" data-testid="approve-tools" prop:checked=move || is_on.get() on:change=turn/>
            "Ask me before tools run"
        </label>
    }
}
