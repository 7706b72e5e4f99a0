//! The answer, while it streams and when it is complete.

use super::dynamic::{dynamic, list};
use super::markdown_view::PartView;
use crate::run::{Part, RunState, RunView, parts};
use crate::strings;
use crate::workbench::RunHandle;
use leptos::prelude::*;
use markdown::Stream;
use protocol::caveat;
use std::sync::{Arc, Mutex, PoisonError};

/// Parts of an answer that the browser lays out and paints together, about a screen of them.
const GROUP: usize = 16;
/// Groups of a long answer. Of one, the browser skips the groups that are out of sight (`.answer.long` in `answer.css`): else
/// each frame costs more, the longer the answer is.
const LONG: usize = 6;

/// The answer as markdown; of a growing answer only the last block is parsed and rendered again.
#[component]
pub fn Answer(run: RunHandle) -> impl IntoView {
    let text = Memo::new(move |_| run.view.with(|view| (view.answer.clone(), view.is_running())));
    let state = Memo::new(move |_| run.view.with(|view| view.state.name()));
    let stream = Arc::new(Mutex::new(Stream::default()));
    let shown = Memo::new_with_compare(
        move |_| {
            let mut stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
            text.with(|(text, is_running)| stream.update(text, !is_running));
            (parts(stream.blocks()), stream.limits().to_vec())
        },
        |_, _| true,
    );
    let groups = Memo::new(move |_| shown.with(|(parts, _)| parts.len().div_ceil(GROUP)));
    let is_long = move || groups.get() >= LONG;
    let limits = Memo::new(move |_| shown.with(|(_, limits)| limits.clone()));
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
        is_any.get().then(|| {
            view! {
                <section class="answer prose" class:long=is_long data-testid="answer" data-state=move || state.get() aria-label=strings::answer_label()>
                    {list(move || (0..groups.get()).collect(), |at| *at, move |at| view! {
                        <div class="answer-group">{list(group(shown, at), |(key, _)| *key, move |(_, part)| view! { <PartView part run/> })}</div>
                    })}
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

/// A part, and the key that changes with its content.
type Keyed = ((u64, u64), Part);

/// The parts of one group. Those who read it are run again only where one of these has changed.
fn group<L: Send + Sync + 'static>(shown: Memo<(Vec<Keyed>, L)>, at: usize) -> impl Fn() -> Vec<Keyed> + Send + Sync {
    let of_group = move |_: Option<&Vec<Keyed>>| {
        shown.with(|(parts, _)| parts.iter().skip(at * GROUP).take(GROUP).cloned().collect::<Vec<_>>())
    };
    let parts = Memo::new_with_compare(of_group, |old, new| {
        old.into_iter().flatten().map(|(key, _)| key).ne(new.into_iter().flatten().map(|(key, _)| key))
    });
    move || parts.get()
}
