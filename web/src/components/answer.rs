//! The answer, while it streams and when it is complete.

use super::dynamic::{dynamic, list};
use super::markdown_view::PartView;
use crate::run::{RunState, RunView, parts};
use crate::strings;
use crate::workbench::RunHandle;
use leptos::prelude::*;
use markdown::Stream;
use protocol::caveat;
use std::sync::{Arc, Mutex, PoisonError};

/// The answer as markdown; of a growing answer only the last block is parsed and rendered again.
#[component]
pub fn Answer(run: RunHandle) -> impl IntoView {
    let text = Memo::new(move |_| run.view.with(|view| (view.answer.clone(), view.is_running())));
    let state = Memo::new(move |_| run.view.with(|view| view.state.name()));
    let stream = Arc::new(Mutex::new(Stream::default()));
    let limits = RwSignal::new(Vec::new());
    let blocks = move || {
        let mut stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
        text.with(|(text, is_running)| stream.update(text, !is_running));
        if limits.with_untracked(|known| known != stream.limits()) {
            limits.set(stream.limits().to_vec());
        }
        parts(stream.blocks())
    };
    // Shown once the answer is complete, for stored runs too.
    let caveat = Memo::new(move |_| {
        run.view.with(|view| {
            (view.state == RunState::Done).then(|| caveat(&view.answer, &view.citations, view.grounds)).flatten()
        })
    });
    let is_any = Memo::new(move |_| text.with(|(text, _)| !text.is_empty()) || caveat.with(Option::is_some));
    let dropped = Memo::new(move |_| run.view.with(|view| view.dropped));
    let stale = Memo::new(move |_| run.view.with(RunView::stale));
    dynamic(move || {
        let blocks = blocks.clone();
        is_any.get().then(|| {
            view! {
                <section class="answer prose" data-testid="answer" data-state=move || state.get() aria-label=strings::answer_label()>
                    {list(blocks, |(key, _)| *key, move |(_, part)| view! { <PartView part run/> })}
                </section>
                {dynamic(move || (stale.get() > 0).then(|| view! {
                    <p class="note" data-testid="stale-citations">{strings::answer_stale(stale.get())}</p>
                }))}
                {dynamic(move || caveat.get().map(|caveat| view! {
                    <p class="note" role="note" data-testid="answer-caveat">{caveat}</p>
                }))}
                {dynamic(move || limits.get().into_iter().map(|limit| view! {
                    <p class="quiet" data-testid="answer-limit">{limit.sentence()}</p>
                }).collect_view())}
                {dynamic(move || (dropped.get() > 0).then(|| view! {
                    <p class="quiet" data-testid="dropped-citations">{strings::answer_dropped(dropped.get())}</p>
                }))}
            }
        })
    })
}
