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
    // What may have run already runs again only if the person ticks it.
    let fresh = calls.iter().filter(|call| !call.may_have_run);
    let allowed = RwSignal::new(fresh.map(|call| call.id.clone()).collect::<Vec<_>>());
    let remembered = RwSignal::new(Vec::<String>::new());
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
        let mut remembered = remembered.get_untracked();
        remembered.retain(|id| allowed.contains(id));
        bench.resume(run, Some(Approval { allowed, note, remembered }.into()), model);
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
            <ul>{calls.into_iter().map(|call| row(call, allowed, remembered)).collect_view()}</ul>
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

fn row(call: ProposedCall, allowed: RwSignal<Vec<String>>, remembered: RwSignal<Vec<String>>) -> impl IntoView {
    let ProposedCall { id, name, arguments, why, diff, can_be_remembered, may_have_run } = call;
    let known = id.clone();
    let is_allowed = move || allowed.with(|allowed| allowed.contains(&known));
    let remember = switch(remembered, id.clone());
    let toggle = switch(allowed, id);
    view! {
        <li>
            <label class="approval-call" data-testid="approval-call">
                <input type="checkbox" prop:checked=is_allowed on:change=toggle/>
                <code>{name}</code>
                <bdi class="approval-arguments">{shims::argument_line(&arguments, "\n")}</bdi>
            </label>
            {may_have_run.then(|| view! { <p class="warning" data-testid="may-have-run">"This may have run already."</p> })}
            {(!why.is_empty()).then(|| view! { <p class="quiet" data-testid="approval-why">{why}</p> })}
            {diff.map(|diff| view! { <pre class="step-text" tabindex="0" data-testid="approval-diff">{diff}</pre> })}
            {can_be_remembered.then(|| view! {
                <label class="check quiet">
                    <input type="checkbox" data-testid="approval-remember" on:change=remember/>
                    "Allow calls like this one for the rest of the run"
                </label>
            })}
        </li>
    }
}

/// Adds the id to the list, or takes it out.
fn switch(list: RwSignal<Vec<String>>, id: String) -> impl Fn(web_sys::Event) {
    move |event| {
        let is_on = event_target_checked(&event);
        list.update(|list| {
            list.retain(|other| *other != id);
            list.extend(is_on.then(|| id.clone()));
        });
    }
}
