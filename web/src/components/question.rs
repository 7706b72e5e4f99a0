//! One question: plan, steps, findings, answer.

use super::answer::Answer;
use super::dynamic::dynamic;
use super::findings::Findings;
use super::markdown_view::line_with_code;
use super::notices::Problem;
use super::plan::Plan;
use super::steps::Steps;
use crate::run::RunState;
use crate::text::duration;
use crate::workbench::RunHandle;
use leptos::prelude::*;

/// A question and all that came of it.
#[component]
pub fn Question(
    /// The run.
    run: RunHandle,
) -> impl IntoView {
    let view = run.view;
    let state = Memo::new(move |_| view.with(|view| view.state.clone()));
    let retrying = Memo::new(move |_| view.with(|view| view.retrying.clone()));
    view! {
        <article class="question">
            <h2 class="question-text"><bdi>{dynamic(move || view.with(|view| line_with_code(&view.question)))}</bdi></h2>
            <Plan run/>
            <Steps run/>
            <Findings run/>
            {dynamic(move || retrying.get().map(|why| view! { <p class="note">{why}</p> }))}
            <Answer run/>
            {dynamic(move || match state.get() {
                RunState::Failed { message, advice } => view! { <Problem message advice/> }.into_any(),
                RunState::Cancelled => view! { <p class="quiet">"Stopped. Nothing was changed; what was found is kept."</p> }.into_any(),
                RunState::Running | RunState::Done => ().into_any(),
            })}
            <p class="byline quiet">{dynamic(move || byline(run))}</p>
        </article>
    }
}

/// Who answered, in what time.
fn byline(run: RunHandle) -> Option<String> {
    run.view.with(|view| {
        let model = view.model.as_ref()?;
        let who = match model.provider.as_str() {
            "offline" => "offline model: extracts, does not write".to_owned(),
            provider => format!("{} at {provider}", model.model),
        };
        let time = (!view.is_running()).then(|| format!(", {}", duration(view.ms)));
        Some(format!("{}, {who}{}", view.agent, time.unwrap_or_default()))
    })
}
