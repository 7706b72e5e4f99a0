//! Runs that were suspended when the repository was opened: they are resumed when the person asks for it, never by themselves.

use super::dynamic::{dynamic, list};
use super::who_answers::{Answerer, WhoAnswers};
use crate::run::{RunState, why_suspended};
use crate::workbench::{RunHandle, Workbench};
use leptos::prelude::*;

/// A card for each run that may go on.
#[component]
pub fn RunOffers() -> impl IntoView {
    let bench = Workbench::get();
    list(move || bench.runs.offered.get(), |run| run.id, |run| view! { <Offer run/> })
}

#[component]
fn Offer(run: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    // Shown once its log is read: until then it is not known where it was suspended.
    let why = Memo::new(move |_| {
        run.view.with(|view| if view.is_recorded || !view.is_waiting() { None } else { why_suspended(view) })
    });
    let waits = Memo::new(move |_| run.view.with(|view| view.state == RunState::AwaitingApproval));
    let question = move || run.view.with(|view| view.question.clone());
    let is_asking = Memo::new(move |_| bench.is_asking());
    let answerer = Answerer::new(bench, Signal::derive(move || run.view.with(|view| view.is_imported)));
    let before = Signal::derive(move || run.view.with(|view| view.model.clone()));
    let resume = move |_| answerer.get().into_iter().for_each(|model| bench.resume(run, None, model));
    dynamic(move || {
        why.get().map(|why| {
            view! {
                <section class="run-note offer" data-testid="run-offer" aria-label="A run that can go on">
                    <p><bdi class="offer-question">{question()}</bdi></p>
                    <p>{why}</p>
                    {(!waits.get()).then(|| view! { <WhoAnswers answerer before/> })}
                    <div class="row">
                        {(!waits.get()).then(|| view! {
                            <button class="button primary" data-testid="offer-resume"
                                disabled=move || is_asking.get() || answerer.get().is_none() on:click=resume>
                                "Resume"
                            </button>
                        })}
                        <button class="button" class:primary=move || waits.get() data-testid="offer-look"
                            on:click=move |_| bench.look_at(run)>
                            {if waits.get() { "Decide" } else { "Look at it" }}
                        </button>
                        <button class="button" on:click=move |_| bench.runs.offered.update(|runs| runs.retain(|it| *it != run))>
                            "Not now"
                        </button>
                    </div>
                </section>
            }
        })
    })
}
