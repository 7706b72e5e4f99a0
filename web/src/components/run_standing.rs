//! A run that stands still: why, and what can be done about it.

use super::approval::ApprovalForm;
use super::dynamic::dynamic;
use super::notices::Problem;
use crate::run::{RunState, standing};
use crate::workbench::{RunHandle, Workbench};
use leptos::prelude::*;

/// Why the run stands still; nothing while it works, or where it is answered.
#[component]
pub fn RunStanding(
    /// The run.
    run: RunHandle,
) -> impl IntoView {
    let state = Memo::new(move |_| run.view.with(|view| (view.state.clone(), view.is_recorded)));
    let why = Memo::new(move |_| run.view.with(standing));
    dynamic(move || match state.get() {
        (_, true) => view! { <p class="quiet">"Reading what was recorded"</p> }.into_any(),
        (RunState::Running | RunState::Done, _) => ().into_any(),
        (RunState::Failed { message, advice }, _) => view! { <Problem message advice/> }.into_any(),
        (RunState::AwaitingApproval, _) => view! { <ApprovalForm run/> }.into_any(),
        (state, _) => view! {
            <div class="standing" data-testid="run-standing">
                <p>{why.get()}</p>
                {actions(state, run)}
            </div>
        }
        .into_any(),
    })
}

fn actions(state: RunState, run: RunHandle) -> AnyView {
    let bench = Workbench::get();
    let is_asking = Memo::new(move |_| bench.is_asking());
    match state {
        RunState::Paused | RunState::Interrupted => view! {
            <button class="button primary" data-testid="run-resume" disabled=move || is_asking.get()
                on:click=move |_| bench.resume(run, None)>
                "Resume"
            </button>
        }
        .into_any(),
        RunState::Elsewhere => view! {
            <button class="button" on:click=move |_| bench.read_again(run)>"Look again"</button>
        }
        .into_any(),
        _ => ().into_any(),
    }
}
