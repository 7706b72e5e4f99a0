//! A question of the conversation with its answers: one, or several where it was asked again.

use super::ask_again::AskAgain;
use super::dynamic::{dynamic, list};
use super::question::Question;
use crate::strings;
use crate::workbench::{RunHandle, Workbench};
use leptos::prelude::*;

/// All questions of the conversation, oldest first.
#[component]
pub fn Asked() -> impl IntoView {
    let bench = Workbench::get();
    let firsts = Memo::new(move |_| bench.runs.questions().into_iter().map(|runs| runs[0]).collect::<Vec<_>>());
    let is_read_only = Memo::new(move |_| bench.runs.is_read_only());
    view! {
        {list(move || firsts.get(), |run| run.id, |first| view! { <AskedOne first/> })}
        {dynamic(move || is_read_only.get().then(|| view! {
            <p class="note" data-testid="conversation-read-only">
                {strings::asked_read_only()}
            </p>
        }))}
    }
}

#[component]
fn AskedOne(first: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    let runs = Memo::new(move |_| {
        let questions = bench.runs.questions();
        questions.into_iter().find(|runs| runs[0] == first).unwrap_or_default()
    });
    let is_beside = Memo::new(move |_| bench.runs.side_by_side.with(|ids| ids.contains(&first.id)));
    let shown = Memo::new(move |_| {
        runs.with(|runs| {
            if is_beside.get() && runs.len() > 1 { runs.clone() } else { bench.runs.pick(runs).into_iter().collect() }
        })
    });
    let count = Memo::new(move |_| runs.with(Vec::len));
    view! {
        <div class="asked" data-testid="asked">
            {dynamic(move || (count.get() > 1).then(|| view! { <Several first runs is_beside/> }))}
            <div class="asked-answers" class:side-by-side=move || shown.with(|shown| shown.len() > 1)>
                {list(move || shown.get(), |run| run.id, |run| view! {
                    <div class="asked-answer"><Question run/><Earlier run/><AskAgain run/></div>
                })}
            </div>
        </div>
    }
}

/// Which of the answers is shown, and whether all are.
#[component]
fn Several(first: RunHandle, runs: Memo<Vec<RunHandle>>, is_beside: Memo<bool>) -> impl IntoView {
    let bench = Workbench::get();
    let at = Memo::new(move |_| {
        runs.with(|runs| bench.runs.pick(runs).and_then(|shown| runs.iter().position(|run| *run == shown)).unwrap_or(0))
    });
    let last = Memo::new(move |_| runs.with(Vec::len).saturating_sub(1));
    let step = move |to: usize| {
        if let Some(run) = runs.with_untracked(|runs| runs.get(to).copied()) {
            bench.runs.choose(first, run);
            bench.runs.show(Some(run));
        }
    };
    let turn = move |_| {
        bench.runs.side_by_side.update(|ids| {
            if !ids.remove(&first.id) {
                ids.insert(first.id);
            }
        });
    };
    view! {
        <div class="row asked-several" role="group" aria-label=strings::asked_answers()>
            <button class="button small icon" aria-label=strings::asked_before() data-testid="answer-before"
                disabled=move || is_beside.get() || at.get() == 0 on:click=move |_| step(at.get_untracked().saturating_sub(1))>"\u{2190}"</button>
            <span class="quiet" data-testid="answer-count" aria-live="polite">
                {dynamic(move || match is_beside.get() {
                    true => strings::asked_count(last.get() + 1),
                    false => strings::asked_at(at.get() + 1, last.get() + 1),
                })}
            </span>
            <button class="button small icon" aria-label=strings::asked_after() data-testid="answer-after"
                disabled=move || is_beside.get() || at.get() == last.get() on:click=move |_| step(at.get_untracked() + 1)>"\u{2192}"</button>
            <button class="button small" data-testid="side-by-side" aria-pressed=move || is_beside.get().to_string() on:click=turn>
                {strings::common_side_by_side()}
            </button>
        </div>
    }
}

/// What of the conversation the run did not take over.
#[component]
fn Earlier(run: RunHandle) -> impl IntoView {
    let said = Memo::new(move |_| run.view.with(|view| view.earlier.clone()));
    dynamic(move || {
        said.get().map(|said| {
            view! {
                <p class="quiet" data-testid="earlier-turns">{strings::asked_not_all_fits(said)}</p>
            }
        })
    })
}
