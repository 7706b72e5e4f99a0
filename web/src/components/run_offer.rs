//! Runs that were suspended when the repository was opened: offered for resuming, never resumed automatically.

use super::dynamic::{dynamic, list};
use super::resume_model::{ResumeButton, ResumeModel, ResumeModelNote};
use crate::run::{RunState, why_suspended};
use crate::strings;
use crate::workbench::{RunHandle, Workbench};
use leptos::prelude::*;

/// A card for each run that can be resumed.
#[component]
pub fn RunOffers() -> impl IntoView {
    let bench = Workbench::get();
    list(move || bench.runs.offered.get(), |run| run.id, |run| view! { <Offer run/> })
}

#[component]
fn Offer(run: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    // Shown once its events are read: until then it is not known where it was suspended.
    let why = Memo::new(move |_| {
        run.view.with(|view| if view.is_recorded || !view.is_waiting() { None } else { why_suspended(view) })
    });
    let waits = Memo::new(move |_| run.view.with(|view| view.state == RunState::AwaitingApproval));
    let question = move || run.view.with(|view| view.question.clone());
    let model = ResumeModel::of(run);
    dynamic(move || {
        why.get().map(|why| {
            view! {
                <section class="run-note offer" data-testid="run-offer" aria-label=strings::run_offer_label()>
                    <p><bdi class="offer-question">{question()}</bdi></p>
                    <p>{why}</p>
                    {(!waits.get()).then(|| view! { <ResumeModelNote model/> })}
                    <div class="row">
                        {(!waits.get()).then(|| view! {
                            <ResumeButton run model class="button primary" testid="offer-resume"/>
                        })}
                        <button class="button" class:primary=move || waits.get() data-testid="offer-look"
                            on:click=move |_| bench.look_at(run)>
                            {if waits.get() { strings::run_offer_decide() } else { strings::run_offer_look() }}
                        </button>
                        <button class="button" on:click=move |_| bench.runs.offered.update(|runs| runs.retain(|it| *it != run))>
                            {strings::common_not_now()}
                        </button>
                    </div>
                </section>
            }
        })
    })
}
