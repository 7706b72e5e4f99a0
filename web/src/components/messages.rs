//! What the person typed while a run worked, and what became of it.

use super::dynamic::dynamic;
use crate::run::Message;
use crate::strings;
use crate::workbench::RunHandle;
use leptos::prelude::*;

#[component]
pub fn Messages(run: RunHandle) -> impl IntoView {
    let messages = Memo::new(move |_| run.view.with(|view| view.messages.clone()));
    dynamic(move || {
        let row = |Message { text, state }: Message| {
            view! {
                <li data-testid="message" data-state=state.name()>
                    <bdi>{text}</bdi> " " <span class="quiet">{state.words()}</span>
                </li>
            }
        };
        let messages = messages.get();
        (!messages.is_empty()).then(|| {
            view! { <ul class="note messages" aria-label=strings::messages_label()>{messages.into_iter().map(row).collect_view()}</ul> }
        })
    })
}
