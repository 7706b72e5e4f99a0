//! While a repository is being imported: what the ask box waits for, and the question that waits.

use super::dynamic::dynamic;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;

#[component]
pub fn AskWaits() -> impl IntoView {
    let bench = Workbench::get();
    let is_arriving = Memo::new(move |_| bench.arriving().is_some());
    let take_back = move |_| {
        bench.take_back_question();
        crate::keys::focus("ask-input");
    };
    dynamic(move || {
        is_arriving.get().then(|| {
            view! {
                <div class="ask-waits" data-testid="ask-waits">
                    {dynamic(move || match bench.runs.waiting.get() {
                        None => view! {
                            <p class="quiet">{strings::ask_waits_why()}</p>
                        }.into_any(),
                        Some(question) => view! {
                            <p><span class="quiet">{strings::ask_waits_question()} " "</span>{question}</p>
                            <button type="button" class="button small" data-testid="ask-take-back" on:click=take_back>{strings::ask_waits_take_back()}</button>
                        }.into_any(),
                    })}
                </div>
            }
        })
    })
}
