//! The state at a checkpoint, field by field.

use super::checkpoint_changes::{CheckpointChanges, shown};
use super::dynamic::dynamic;
use super::notices::Problem;
use crate::strings;
use crate::text::bytes;
use crate::workbench::{RunHandle, Workbench};
use leptos::prelude::*;
use protocol::StateField;

/// The selected checkpoint: its fields, or what changed since the previous one; with a button to fork from it.
#[component]
pub fn CheckpointState(run: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    let at = bench.runs.at;
    // The names of expanded fields: they stay expanded at the next checkpoint.
    let open = RwSignal::new(Vec::<String>::new());
    let has_parent = Memo::new(move |_| {
        let parent = |id| run.view.with(|view| view.checkpoint_called(id)?.parent);
        at.id.get().and_then(parent).is_some()
    });
    let is_comparing = Memo::new(move |_| at.is_comparing.get() && has_parent.get());
    let is_asking = Memo::new(move |_| bench.is_asking());
    let fork = move |_| {
        if let Some(shown) = at.shown.get_untracked() {
            bench.plan_fork(run, &shown);
        }
    };
    view! {
        <section class="state" aria-label=strings::checkpoint_state_label() data-testid="checkpoint-state">
            <div class="walk">
                <button class="button small" data-testid="checkpoint-compare" disabled=move || !has_parent.get()
                    aria-pressed=move || is_comparing.get().to_string()
                    on:click=move |_| bench.compare(!at.is_comparing.get_untracked())>
                    {strings::checkpoint_state_compare()}
                </button>
                <button class="button small" data-testid="fork-open" aria-haspopup="dialog" on:click=fork
                    disabled=move || is_asking.get() || at.shown.with(Option::is_none)>
                    {strings::checkpoint_state_fork()}
                </button>
                <span class="quiet">{dynamic(move || comes_next(run, at.id.get()))}</span>
            </div>
            {dynamic(move || at.problem.get().map(|message| view! { <Problem message/> }))}
            {dynamic(move || match (is_comparing.get(), at.shown.get()) {
                (true, _) => view! { <CheckpointChanges/> }.into_any(),
                (false, None) => ().into_any(),
                (false, Some(shown)) => {
                    let rows = shown.fields.iter().map(|it| view! { <Field field=it.clone() open/> });
                    view! {
                        <p class="quiet">{strings::checkpoint_state_unchecked()}</p>
                        <ul data-list="">{rows.collect_view()}</ul>
                    }
                    .into_any()
                }
            })}
        </section>
    }
}

fn comes_next(run: RunHandle, id: Option<u64>) -> String {
    let next = run.view.with(|view| id.and_then(|id| view.checkpoint_called(id)).map(|it| it.next.join(", ")));
    match next {
        Some(next) if next.is_empty() => strings::checkpoint_state_end().to_owned(),
        Some(next) => strings::checkpoint_state_next(next),
        None => String::new(),
    }
}

#[component]
fn Field(field: StateField, open: RwSignal<Vec<String>>) -> impl IntoView {
    let StateField { name, channel, summary, json, changed } = field;
    let known = name.clone();
    let is_open = Memo::new(move |_| open.with(|open| open.contains(&known)));
    let toggled = name.clone();
    let toggle = move |_| {
        open.update(|open| match open.iter().position(|it| *it == toggled) {
            Some(at) => drop(open.remove(at)),
            None => open.push(toggled.clone()),
        });
    };
    view! {
        <li class="field" class:changed=changed data-testid="state-field" data-field=name.clone()>
            <button class="field-head" data-item="" aria-expanded=move || is_open.get().to_string() on:click=toggle>
                <span class="field-name">{name.clone()}</span>
                <span class="quiet">{channel}</span>
                <bdi class="field-summary">{summary}</bdi>
                {changed.then(strings::checkpoint_state_changed)}
            </button>
            {dynamic(move || is_open.get().then(|| {
                let (text, rest) = shown(&json);
                view! {
                    <pre class="step-text" tabindex="0" data-testid="state-json">{text.to_owned()}</pre>
                    {(rest > 0).then(|| view! { <p class="quiet">{strings::checkpoint_state_more(bytes(rest as u64))}</p> })}
                }
            }))}
        </li>
    }
}
