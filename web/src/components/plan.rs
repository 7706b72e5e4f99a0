//! The plan of a run.

use super::dynamic::dynamic;
use super::markdown_view::line_with_code;
use crate::run::{PlanStep, StepState};
use crate::strings;
use crate::text::duration;
use crate::workbench::RunHandle;
use leptos::prelude::*;

#[component]
pub fn Plan(run: RunHandle) -> impl IntoView {
    let steps = Memo::new(move |_| run.view.with(|view| view.plan.clone()));
    let heading = Memo::new(move |_| {
        run.view.with(|view| match view.iteration {
            0 if view.is_running() => Some(strings::plan_planning().to_owned()),
            0 => None,
            1 => Some(strings::plan_title().to_owned()),
            round => Some(strings::plan_round(round)),
        })
    });
    let is_waiting = Memo::new(move |_| run.view.with(crate::run::RunView::is_waiting));
    let fallback = Memo::new(move |_| run.view.with(|view| view.fallback.clone()));
    view! {
        <section class="plan" aria-label=strings::plan_title()>
            {dynamic(move || heading.get().map(|heading| view! { <h3 class="section-title">{heading}</h3> }))}
            <ol>{dynamic(move || steps.get().into_iter().map(|step| row(step, is_waiting.get())).collect_view())}</ol>
            {dynamic(move || fallback.get().map(|why| view! { <p class="quiet">{strings::plan_fallback(why)}</p> }))}
        </section>
    }
}

fn row(step: PlanStep, is_waiting: bool) -> impl IntoView {
    let (name, mark, words) = match step.state {
        StepState::Waiting => ("waiting", "\u{25cb}", strings::plan_waiting().to_owned()),
        StepState::Running => ("running", "\u{25d4}", strings::common_running().to_owned()),
        StepState::Stopped if is_waiting => ("paused", "\u{2013}", strings::common_paused().to_owned()),
        StepState::Stopped => ("stopped", "\u{2013}", strings::common_stopped().to_owned()),
        StepState::Done => ("done", "\u{2713}", step.ms.map_or_else(String::new, duration)),
    };
    view! {
        <li class="plan-step" data-testid="plan-step" data-state=name>
            <span class="plan-mark" aria-hidden="true">{mark}</span>
            <bdi class="plan-text">{line_with_code(&step.text)}</bdi>
            <span class="plan-time quiet">{words}</span>
        </li>
    }
}
