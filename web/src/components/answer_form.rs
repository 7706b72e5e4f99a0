//! The form that answers an interrupt, by its id: what the forms for approvals and questions have in common.

use super::resume_model::{ResumeModel, ResumeModelNote};
use crate::workbench::{RunHandle, Workbench};
use leptos::html::Form;
use leptos::prelude::*;
use protocol::{PersonAnswer, PersonReply};

/// The form that answers one interrupt.
#[derive(Clone, Copy)]
pub struct AnswerForm {
    bench: Workbench,
    run: RunHandle,
    /// Its place among the forms of the run.
    at: usize,
    interrupt: StoredValue<Option<String>>,
    asks: StoredValue<String>,
    model: ResumeModel,
    is_off: Memo<bool>,
}

impl AnswerForm {
    pub fn new(run: RunHandle, at: usize, interrupt: Option<String>, asks: String) -> Self {
        let (bench, model) = (Workbench::get(), ResumeModel::of(run));
        let is_off = Memo::new(move |_| bench.is_asking() || model.get().is_none());
        let (interrupt, asks) = (StoredValue::new(interrupt), StoredValue::new(asks));
        Self { bench, run, at, interrupt, asks, model, is_off }
    }

    /// True while no answer can be sent.
    pub fn is_off(self) -> bool {
        self.is_off.get()
    }

    /// Answers the interrupt, and resumes the run.
    pub fn answer(self, reply: PersonReply) {
        let Some(model) = untrack(|| self.model.get()) else { return };
        let answer = PersonAnswer { interrupt: self.interrupt.get_value(), reply };
        self.bench.resume(self.run, Some(answer), model);
    }

    /// The form: what is asked, `body`, the model that works on, `buttons`. The first of a run takes the focus when it
    /// appears.
    pub fn draw(self, testid: &'static str, body: AnyView, buttons: AnyView, submit: impl Fn() + 'static) -> AnyView {
        let form = NodeRef::<Form>::new();
        if self.at == 0 {
            Effect::new(move |_| {
                if let Some(form) = form.get() {
                    request_animation_frame(move || drop(form.focus()));
                }
            });
        }
        let heading = format!("asked-{}-{}", self.run.id, self.at);
        view! {
            <form
                class="run-note approval"
                data-testid=testid
                tabindex="-1"
                aria-labelledby=heading
                node_ref=form
                on:submit=move |event| { event.prevent_default(); submit(); }
            >
                <p id=heading.clone()><bdi>{self.asks.get_value()}</bdi></p>
                {body}
                <ResumeModelNote model=self.model/>
                <div class="row">{buttons}</div>
            </form>
        }
        .into_any()
    }
}

/// A line of text to write, with its label.
pub fn text_line(label: &'static str, testid: &'static str, text: RwSignal<String>) -> impl IntoView {
    view! {
        <label class="approval-note">
            {label}
            <textarea rows="1" data-testid=testid prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))></textarea>
        </label>
    }
}
