//! The conversations of the repository: begun, found, opened, named, exported, deleted. The runs of the one on screen are
//! listed in it.

use super::buttons::ConfirmButton;
use super::dynamic::{dynamic, list};
use super::run_import::RunImport;
use super::run_row::RunRow;
use crate::actions::conversations::ListedConversation;
use crate::run::{status, status_name};
use crate::strings;
use crate::text::ago;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::RunStatus;
use wasm_bindgen_futures::spawn_local;
use web_sys::KeyboardEvent;

/// Most conversations listed before the person asks for all.
const MOST: usize = 30;

#[component]
pub fn ConversationList() -> impl IntoView {
    let bench = Workbench::get();
    let query = RwSignal::new(String::new());
    let all = Memo::new(move |_| bench.conversations());
    let found = Memo::new(move |_| {
        let found = all.get().into_iter().filter(|it| query.with(|query| it.matches(query)));
        found.collect::<Vec<_>>()
    });
    let is_any = Memo::new(move |_| !all.with(Vec::is_empty));
    let own = Memo::new(move |_| found.get().into_iter().filter(|it| !it.is_imported).collect::<Vec<_>>());
    let from_files = Memo::new(move |_| found.get().into_iter().filter(|it| it.is_imported).collect::<Vec<_>>());
    let are_runs_open = RwSignal::new(false);
    view! {
        <section class="runs conversations" aria-label=strings::conversation_list_label()>
            <h2 class="section-title">
                <span class="grow">{strings::conversation_list_label()}</span>
                <RunImport/>
                <button class="button small" data-testid="conversation-new" on:click=move |_| bench.new_conversation()>{strings::conversation_list_new()}</button>
            </h2>
            {dynamic(move || (!is_any.get()).then(|| view! { <p class="quiet runs-none">{strings::conversation_list_none_yet()}</p> }))}
            {dynamic(move || is_any.get().then(|| view! {
                <input type="search" class="conversation-search" data-testid="conversation-search" maxlength="200"
                    placeholder=strings::conversation_list_find_by() aria-label=strings::conversation_list_find()
                    prop:value=move || query.get() on:input=move |event| query.set(event_target_value(&event))/>
            }))}
            {dynamic(move || (is_any.get() && found.with(Vec::is_empty)).then(|| view! {
                <p class="quiet runs-none">{strings::conversation_list_none_found()}</p>
            }))}
            <Rows conversations=own are_runs_open/>
            {dynamic(move || (!from_files.with(Vec::is_empty)).then(|| view! { <h3 class="runs-group">{strings::conversation_list_from_files()}</h3> }))}
            <Rows conversations=from_files are_runs_open/>
        </section>
    }
}

#[component]
fn Rows(conversations: Memo<Vec<ListedConversation>>, are_runs_open: RwSignal<bool>) -> impl IntoView {
    let is_whole = RwSignal::new(false);
    let count = Memo::new(move |_| conversations.with(Vec::len));
    let shown = move || {
        let most = if is_whole.get() { usize::MAX } else { MOST };
        conversations.get().into_iter().take(most).collect::<Vec<_>>()
    };
    // A conversation that changed is a new row, because a row's text is made once.
    let key = |it: &ListedConversation| (it.id.clone(), it.name.clone(), it.questions.len(), status(&it.status));
    view! {
        <ul data-list="">{list(shown, key, move |conversation| view! { <Row conversation are_runs_open/> })}</ul>
        {dynamic(move || (count.get() > MOST && !is_whole.get()).then(|| view! {
            <button class="button small" on:click=move |_| is_whole.set(true)>
                {strings::conversation_list_show_all(count.get())}
            </button>
        }))}
    }
}

#[component]
fn Row(conversation: ListedConversation, are_runs_open: RwSignal<bool>) -> impl IntoView {
    let bench = Workbench::get();
    let ListedConversation { id, name, questions, last_at, .. } = conversation.clone();
    let (to_open, current, title) = (id.clone(), id.clone(), name.clone());
    let is_current = Memo::new(move |_| bench.runs.current.with(|it| it.as_ref() == Some(&current)));
    let (word, name_of_status) = (status(&conversation.status), status_name(&conversation.status));
    // That it is answered is what one expects.
    let state = (conversation.status != RunStatus::Answered).then_some(word);
    let words = strings::common_count_questions(questions.len());
    let words = move || format!("{words}, {}", ago(bench.runs.now.get() - last_at));
    view! {
        <li class="run-row" data-testid="conversation-row" data-conversation=id data-status=name_of_status
            class:current=move || is_current.get()>
            <button class="run-open" data-item="" data-testid="conversation-open" title=title
                aria-current=move || is_current.get().then_some("true")
                on:click=move |_| bench.look_at_conversation(&to_open)>
                <bdi class="run-question">{name}</bdi>
                <span class="run-words">
                    {state.map(|word| view! { <span class="run-status">{word}</span>", " })}
                    {dynamic(words)}
                </span>
            </button>
            // Of the one on screen alone: a row of buttons in each would be most of the list.
            {dynamic(move || is_current.get().then(|| view! { <Tools conversation=conversation.clone() are_runs_open/> }))}
        </li>
    }
}

#[component]
fn Tools(conversation: ListedConversation, are_runs_open: RwSignal<bool>) -> impl IntoView {
    let bench = Workbench::get();
    let is_renaming = RwSignal::new(false);
    let (as_text, as_file, to_delete) = (conversation.clone(), conversation.clone(), conversation.id.clone());
    let delete = move || spawn_local(bench.delete_conversation(to_delete.clone()));
    let runs_of = conversation.id.clone();
    view! {
        <span class="conversation-tools">
            <button class="button small" data-testid="conversation-runs" title=strings::conversation_list_runs_what()
                aria-expanded=move || are_runs_open.get().to_string()
                on:click=move |_| are_runs_open.update(|it| *it = !*it)>{strings::conversation_list_runs()}</button>
            <button class="button small" data-testid="conversation-rename" aria-expanded=move || is_renaming.get().to_string()
                on:click=move |_| is_renaming.update(|it| *it = !*it)>{strings::conversation_list_rename()}</button>
            <button class="button small" data-testid="conversation-markdown" title=strings::conversation_list_markdown_what()
                on:click=move |_| bench.export_markdown(as_text.clone())>"Markdown"</button>
            <button class="button small" data-testid="conversation-export" title=strings::conversation_list_export_what()
                on:click=move |_| bench.export_conversation(as_file.clone())>{strings::common_export()}</button>
            <ConfirmButton words=strings::common_delete() testid="conversation-delete" act=delete/>
        </span>
        {dynamic(move || is_renaming.get().then(|| view! { <Rename conversation=conversation.clone() is_renaming/> }))}
        {dynamic(move || are_runs_open.get().then(|| view! { <RunsOf conversation=runs_of.clone()/> }))}
    }
}

/// The runs of a conversation, newest first: each turn, each answer that was made again, each fork.
#[component]
fn RunsOf(conversation: String) -> impl IntoView {
    let bench = Workbench::get();
    let runs = Memo::new(move |_| bench.runs_in(&conversation));
    view! {
        <ul class="conversation-runs" data-list="" aria-label=strings::conversation_list_runs_of()>
            // A run that changed is a new row, because a row's text is made once.
            {list(move || runs.get(), |run| (run.id.clone(), status(&run.status), run.steps, run.bytes, run.not_stored), |run| view! { <RunRow run/> })}
        </ul>
    }
}

#[component]
fn Rename(conversation: ListedConversation, is_renaming: RwSignal<bool>) -> impl IntoView {
    let bench = Workbench::get();
    let name = RwSignal::new(if conversation.is_named { conversation.name } else { String::new() });
    let id = conversation.id;
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        bench.name_conversation(id.clone(), name.get_untracked());
        is_renaming.set(false);
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            // Elsewhere Esc stops a run.
            event.stop_propagation();
            is_renaming.set(false);
        }
    };
    view! {
        <form class="conversation-rename" on:submit=save on:keydown=on_key>
            <input type="text" data-testid="conversation-name" maxlength="200" aria-label=strings::conversation_list_name() autofocus
                placeholder=strings::conversation_list_first_question() prop:value=move || name.get()
                on:input=move |event| name.set(event_target_value(&event))/>
            <button type="submit" class="button small primary" data-testid="conversation-save">{strings::common_save()}</button>
        </form>
    }
}
