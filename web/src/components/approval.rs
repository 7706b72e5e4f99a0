//! The form for the approval of tool calls: which may run, and a note to the model on the others.

use super::answer_form::{AnswerForm, text_line};
use super::diff_rows::patch;
use crate::shims;
use crate::strings;
use leptos::prelude::*;
use protocol::{Approval, PersonReply, ProposedCall};

/// The proposed calls, each with a checkbox.
#[component]
pub fn ApprovalForm(form: AnswerForm, calls: Vec<ProposedCall>) -> impl IntoView {
    // What may have run already runs again only if the person ticks it.
    let fresh = calls.iter().filter(|call| !call.may_have_run);
    let allowed = RwSignal::new(fresh.map(|call| call.id.clone()).collect::<Vec<_>>());
    let remembered = RwSignal::new(Vec::<String>::new());
    let note = RwSignal::new(String::new());
    let answer = move |allowed: Vec<String>| {
        let note = note.get_untracked().trim().to_owned();
        let mut remembered = remembered.get_untracked();
        remembered.retain(|id| allowed.contains(id));
        form.answer(PersonReply::Approval { approval: Approval { allowed, note, remembered } });
    };
    let body = view! {
        <ul>{calls.into_iter().map(|call| row(call, allowed, remembered)).collect_view()}</ul>
        {text_line(strings::approval_note(), "approval-note", note)}
    };
    let buttons = view! {
        <button type="submit" class="button primary" data-testid="approval-run"
            disabled=move || form.is_off() || allowed.with(Vec::is_empty)>
            {strings::approval_run()}
        </button>
        <button type="button" class="button" data-testid="approval-decline" disabled=move || form.is_off()
            on:click=move |_| answer(Vec::new())>
            {strings::approval_decline()}
        </button>
    };
    form.draw("approval", body.into_any(), buttons.into_any(), move || answer(allowed.get_untracked()))
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
                {shown(&arguments)}
            </label>
            {may_have_run.then(|| view! { <p class="warning" data-testid="may-have-run">{strings::approval_may_have_run()}</p> })}
            {(!why.is_empty()).then(|| view! { <p class="quiet" data-testid="approval-why">{markdown::plain(&why)}</p> })}
            {diff.map(|diff| view! { <div class="patch diff-rows" tabindex="0" data-testid="approval-diff">{patch(&diff)}</div> })}
            {can_be_remembered.then(|| view! {
                <label class="check quiet">
                    <input type="checkbox" data-testid="approval-remember" on:change=remember/>
                    {strings::approval_remember()}
                </label>
            })}
        </li>
    }
}

/// The arguments of a call; of one that runs a program each word by itself, and the folder.
fn shown(arguments: &str) -> AnyView {
    let argv = shims::list_argument(arguments, "argv");
    if argv.length() == 0 {
        return view! { <bdi class="approval-arguments">{shims::argument_line(arguments, "\n")}</bdi> }.into_any();
    }
    let folder = ["folder", "cwd"].map(|name| shims::text_argument(arguments, name)).concat();
    let folder = if folder.is_empty() { strings::common_root_of_repository().to_owned() } else { folder };
    let words = argv.iter().filter_map(|word| word.as_string()).map(|word| view! { <li><code>{word}</code></li> });
    view! {
        <div class="approval-arguments">
            <ul class="argv" data-testid="approval-argv">{words.collect_view()}</ul>
            <p class="quiet">{strings::approval_folder()} " " <bdi data-testid="approval-folder">{folder}</bdi></p>
        </div>
    }
    .into_any()
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
