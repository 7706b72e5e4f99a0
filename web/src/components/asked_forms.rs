//! What a suspended run asks: a form for each interrupt.

use super::answer_form::AnswerForm;
use super::approval::ApprovalForm;
use super::question_form::QuestionForm;
use crate::run::{OpenInterrupt, asks};
use crate::workbench::RunHandle;
use leptos::prelude::*;
use protocol::Asked;

/// A form for everything that the run asks. An answer resumes the run, which asks the rest again.
#[component]
pub fn AskedForms(run: RunHandle) -> impl IntoView {
    let open = run.view.with_untracked(|view| view.open.clone());
    let form = |(at, OpenInterrupt { interrupt, asked }): (usize, OpenInterrupt)| {
        let form = AnswerForm::new(run, at, interrupt, asks(&asked));
        match asked {
            Asked::Calls { calls } => view! { <ApprovalForm form calls/> }.into_any(),
            Asked::Question { options, .. } => view! { <QuestionForm form options/> }.into_any(),
        }
    };
    open.into_iter().enumerate().map(form).collect_view()
}
