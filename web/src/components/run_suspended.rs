//! Why a run is suspended, and what can be done about it.

use super::asked_forms::AskedForms;
use super::dynamic::dynamic;
use super::notices::Problem;
use super::resume_model::{ResumeButton, ResumeModel, ResumeModelNote};
use crate::run::{RunState, RunView, why_suspended};
use crate::strings;
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
                    {strings::run_suspended_not_stored()}" "
                    <button class="link" on:click=move |_| bench.dialog.set(Some(Dialog::Storage))>{strings::run_suspended_see_stored()}</button>
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
                    {(count > 0).then(|| format!("{} ", strings::run_suspended_edits(count)))}
                    <button class="link" data-testid="see-changes" on:click=move |_| bench.show_changes(run)>{strings::run_suspended_see_changes()}</button>
                    "; "{strings::run_suspended_unwritten()}
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
        (_, true) => view! { <p class="quiet">{strings::run_suspended_reading()}</p> }.into_any(),
        (RunState::Running | RunState::Done, _) => ().into_any(),
        (RunState::AwaitingApproval, _) => view! { <AskedForms run/> }.into_any(),
        (RunState::Failed { message, advice }, _) => view! { <Problem message advice/> <Resume run/> }.into_any(),
        (RunState::Cancelled, _) => view! { <p class="quiet">{why(run)}</p> <Resume run/> }.into_any(),
        (RunState::Elsewhere, _) => {
            let bench = Workbench::get();
            view! {
                <div class="run-note" data-testid="run-suspended">
                    <p>{why(run)}</p>
                    <button class="button" on:click=move |_| bench.read_again(run)>{strings::run_suspended_look_again()}</button>
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
