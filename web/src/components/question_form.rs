//! The form for a question of the agent.

use super::answer_form::{AnswerForm, text_line};
use crate::strings;
use leptos::prelude::*;
use protocol::PersonReply;

/// The options as buttons, and a line for any other answer.
#[component]
pub fn QuestionForm(form: AnswerForm, options: Vec<String>) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let answer = move |text: String| form.answer(PersonReply::Text { text });
    let option = move |option: String| {
        let chosen = option.clone();
        view! {
            <button type="button" class="button" data-testid="question-option" disabled=move || form.is_off()
                on:click=move |_| answer(chosen.clone())><bdi>{option}</bdi></button>
        }
    };
    let body = view! {
        <div class="row">{options.into_iter().map(option).collect_view()}</div>
        {text_line(strings::question_form_text(), "question-answer", text)}
    };
    let send = view! {
        <button type="submit" class="button primary" data-testid="question-send"
            disabled=move || form.is_off() || text.with(|text| text.trim().is_empty())>{strings::question_form_answer()}</button>
    };
    let submit = move || {
        let text = text.get_untracked();
        if !text.trim().is_empty() {
            answer(text.trim().to_owned());
        }
    };
    form.draw("question-form", body.into_any(), send.into_any(), submit)
}
