//! Why a run is suspended, and what can be done about it.

use super::asked_forms::AskedForms;
use super::dynamic::dynamic;
use super::notices::Problem;
use super::resume_model::{ResumeButton, ResumeModel, ResumeModelNote};
use crate::run::{RunState, RunView, why_suspended};
use crate::text::plural;
use crate::workbench::{Dialog, RunHandle, Workbench};
use leptos::prelude::*;

/// The note on a run that could not be stored.
#[component]
pub fn NotStored(run: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    let not_stored = Memo::new(move |_| {
        let is_it = |name: &str| run.view.with(|view| view.run == name);
        bench.runs.stored.with(|runs| runs.iter().any(|stored| stored.not_stored && is_it(&stored.id)))
    });
    dynamic(move || {
        not_stored.get().then(|| {
            view! {
                <p class="note" data-testid="run-not-stored">
                    "This run is not stored: it lasts as long as this tab. Export it to keep it, or make room: "
                    <button class="link" on:click=move |_| bench.dialog.set(Some(Dialog::Storage))>"see what is stored"</button>
                    "."
                </p>
            }
        })
    })
}

/// That the run has proposed changes, with the way to them.
#[component]
pub fn Changed(run: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    // What a person brought is a run without steps.
    let edits = Memo::new(move |_| run.view.with(|view| (view.changed, view.is_of_person())));
    dynamic(move || {
        let (count, is_of_person) = edits.get();
        (count > 0 || is_of_person).then(|| {
            view! {
                <p class="note">
                    {(count > 0).then(|| format!("{} proposed. ", plural(count, "edit")))}
                    <button class="link" data-testid="see-changes" on:click=move |_| bench.show_changes(run)>"See the changes"</button>
                    "; nothing is written until you accept them."
                </p>
            }
        })
    })
}

/// Why the run is suspended or failed; nothing while it works, or where it is answered.
#[component]
pub fn RunSuspended(run: RunHandle) -> impl IntoView {
    let state = Memo::new(move |_| run.view.with(|view| (view.state.clone(), view.is_recorded)));
    dynamic(move || match state.get() {
        (_, true) => view! { <p class="quiet">"Reading the recorded run"</p> }.into_any(),
        (RunState::Running | RunState::Done, _) => ().into_any(),
        (RunState::AwaitingApproval, _) => view! { <AskedForms run/> }.into_any(),
        (RunState::Failed { message, advice }, _) => view! { <Problem message advice/> <Resume run/> }.into_any(),
        (RunState::Cancelled, _) => view! { <p class="quiet">{why(run)}</p> <Resume run/> }.into_any(),
        (RunState::Elsewhere, _) => {
            let bench = Workbench::get();
            view! {
                <div class="run-note" data-testid="run-suspended">
                    <p>{why(run)}</p>
                    <button class="button" on:click=move |_| bench.read_again(run)>"Look again"</button>
                </div>
            }
            .into_any()
        }
        (RunState::Paused { .. } | RunState::Interrupted, _) => view! {
            <div class="run-note" data-testid="run-suspended">
                <p>{why(run)}</p>
                <Resume run/>
            </div>
        }
        .into_any(),
    })
}

fn why(run: RunHandle) -> Option<String> {
    run.view.with_untracked(why_suspended)
}

#[component]
fn Resume(run: RunHandle) -> impl IntoView {
    let can = Memo::new(move |_| run.view.with(RunView::can_resume));
    let model = ResumeModel::of(run);
    dynamic(move || {
        can.get().then(|| {
            view! {
                <ResumeModelNote model/>
                <p><ResumeButton run model class="button" testid="run-resume"/></p>
            }
        })
    })
}
