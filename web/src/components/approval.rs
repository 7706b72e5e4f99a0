//! The form for the approval of tool calls: which may run, and a note to the model on the others.

use super::resume_model::{ResumeModel, ResumeModelNote};
use crate::run::why_suspended;
use crate::shims;
use crate::workbench::{RunHandle, Workbench};
use leptos::html::Form;
use leptos::prelude::*;
use protocol::{Approval, ProposedCall};

/// The proposed calls, each with a checkbox. The form takes the focus when it appears.
#[component]
pub fn ApprovalForm(run: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    let (calls, why) = run.view.with_untracked(|view| (view.proposed.clone(), why_suspended(view)));
    let allowed = RwSignal::new(calls.iter().map(|call| call.id.clone()).collect::<Vec<_>>());
    let note = RwSignal::new(String::new());
    let form = NodeRef::<Form>::new();
    Effect::new(move |_| {
        if let Some(form) = form.get() {
            request_animation_frame(move || drop(form.focus()));
        }
    });
    let model = ResumeModel::of(run);
    let is_off = Memo::new(move |_| bench.is_asking() || model.get().is_none());
    let answer = move |allowed: Vec<String>| {
        let Some(model) = untrack(|| model.get()) else { return };
        let note = note.get_untracked().trim().to_owned();
        bench.resume(run, Some(Approval { allowed, note, ..Approval::default() }.into()), model);
    };
    let heading = format!("approval-{}", run.id);
    view! {
        <form
            class="run-note approval"
            data-testid="approval"
            tabindex="-1"
            aria-labelledby=heading.clone()
            node_ref=form
            on:submit=move |event| { event.prevent_default(); answer(allowed.get_untracked()); }
        >
            <p id=heading.clone()>{why}</p>
            <ul>{calls.into_iter().map(|call| row(call, allowed)).collect_view()}</ul>
            <label class="approval-note">
                "Note to the model on calls that may not run"
                <textarea rows="1" data-testid="approval-note" prop:value=move || note.get()
                    on:input=move |event| note.set(event_target_value(&event))></textarea>
            </label>
            <ResumeModelNote model/>
            <div class="row">
                <button type="submit" class="button primary" data-testid="approval-run"
                    disabled=move || is_off.get() || allowed.with(Vec::is_empty)>
                    "Run selected"
                </button>
                <button type="button" class="button" data-testid="approval-decline" disabled=move || is_off.get()
                    on:click=move |_| answer(Vec::new())>
                    "Decline"
                </button>
            </div>
        </form>
    }
}

fn row(call: ProposedCall, allowed: RwSignal<Vec<String>>) -> impl IntoView {
    let ProposedCall { id, name, arguments, .. } = call;
    let known = id.clone();
    let is_allowed = move || allowed.with(|allowed| allowed.contains(&known));
    let toggle = move |event| {
        let is_on = event_target_checked(&event);
        allowed.update(|allowed| {
            allowed.retain(|other| *other != id);
            allowed.extend(is_on.then(|| id.clone()));
        });
    };
    view! {
        <li>
            <label class="approval-call" data-testid="approval-call">
                <input type="checkbox" prop:checked=is_allowed on:change=toggle/>
                <code>{name}</code>
                <bdi class="approval-arguments">{shims::argument_line(&arguments, "\n")}</bdi>
            </label>
        </li>
    }
}
