//! The form for a question of the agent.

use super::resume_model::{ResumeModel, ResumeModelNote};
use crate::workbench::{RunHandle, Workbench};
use leptos::html::Form;
use leptos::prelude::*;
use protocol::{PersonAnswer, PersonReply};

/// The question, its options as buttons, and a line for any other answer. The form takes the focus when it appears.
#[component]
pub fn QuestionForm(run: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    let asked = run.view.with_untracked(|view| view.asked.clone());
    let text = RwSignal::new(String::new());
    let form = NodeRef::<Form>::new();
    Effect::new(move |_| {
        if let Some(form) = form.get() {
            request_animation_frame(move || drop(form.focus()));
        }
    });
    let model = ResumeModel::of(run);
    let is_off = Memo::new(move |_| bench.is_asking() || model.get().is_none());
    let answer = move |text: String| {
        let Some(model) = untrack(|| model.get()) else { return };
        let interrupt = run.view.with_untracked(|view| view.asked.as_ref().map(|asked| asked.interrupt.clone()));
        bench.resume(run, Some(PersonAnswer { interrupt, reply: PersonReply::Text { text } }), model);
    };
    asked.map(|asked| {
        let option = move |option: String| {
            let chosen = option.clone();
            view! {
                <button type="button" class="button" data-testid="question-option" disabled=move || is_off.get()
                    on:click=move |_| answer(chosen.clone())><bdi>{option}</bdi></button>
            }
        };
        view! {
            <form
                class="run-note approval"
                data-testid="question-form"
                tabindex="-1"
                aria-label="A question of the agent"
                node_ref=form
                on:submit=move |event| {
                    event.prevent_default();
                    let text = text.get_untracked();
                    if !text.trim().is_empty() {
                        answer(text.trim().to_owned());
                    }
                }
            >
                <p><bdi>{asked.question}</bdi></p>
                <div class="row">{asked.options.into_iter().map(option).collect_view()}</div>
                <label class="approval-note">
                    "Your answer"
                    <textarea rows="1" data-testid="question-answer" prop:value=move || text.get()
                        on:input=move |event| text.set(event_target_value(&event))></textarea>
                </label>
                <ResumeModelNote model/>
                <button type="submit" class="button primary" data-testid="question-send"
                    disabled=move || is_off.get() || text.with(|text| text.trim().is_empty())>"Answer"</button>
            </form>
        }
    })
}
