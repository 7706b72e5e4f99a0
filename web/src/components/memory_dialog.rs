//! The dialog that lists what agents remember, with where each value came from; the person edits and deletes it there.

use super::buttons::ConfirmButton;
use super::dynamic::dynamic;
use super::memory_row::MemoryRow;
use super::notices::Problem;
use crate::actions::memory::Found;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{ConversationSize, MemoryChange, MemoryList, MemoryScope, MemoryValues, MemoryView};
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn Remembered() -> impl IntoView {
    let bench = Workbench::get();
    let found = Found::default();
    spawn_local(bench.look_at_memory(found));
    view! {
        <p class="quiet">
            {strings::memory_dialog_intro()}
        </p>
        <div role="alert">
            {dynamic(move || found.refused.get().map(|it| view! { <Problem message=it.message advice=it.advice/> }))}
        </div>
        {dynamic(move || match found.memory.get() {
            None => view! { <p class="quiet">{strings::common_looking()}</p> }.into_any(),
            Some(Err(failure)) => view! { <Problem message=failure.message advice=failure.advice/> }.into_any(),
            Some(Ok(memory)) => view! { <Lists memory found/> }.into_any(),
        })}
    }
}

#[component]
fn Lists(memory: MemoryView, found: Found) -> impl IntoView {
    let bench = Workbench::get();
    let MemoryView { lists, conversation, kept_answers } = memory;
    let has_conversation = lists.iter().any(|list| matches!(list.scope, MemoryScope::Conversation { .. }));
    let answers = kept_answers
        .map_or_else(|| strings::memory_dialog_answers_unreadable().to_owned(), strings::memory_dialog_answers);
    view! {
        {lists.into_iter().map(|list| view! { <Section list found conversation/> }).collect_view()}
        {(!has_conversation).then(|| view! {
            <p class="quiet">{strings::memory_dialog_no_conversation()}</p>
        })}
        <h3 class="section-title">{strings::memory_dialog_kept_answers()}</h3>
        <p class="row" data-testid="memory-answers">
            <span class="grow">{answers}</span>
            {(kept_answers != Some(0)).then(|| view! {
                <ConfirmButton words=strings::memory_dialog_forget_answers() testid="memory-forget-answers"
                    act=move || bench.change_memory(found, MemoryChange::ForgetAnswers)/>
            })}
        </p>
    }
}

#[component]
fn Section(list: MemoryList, found: Found, conversation: Option<ConversationSize>) -> impl IntoView {
    let bench = Workbench::get();
    let MemoryList { scope, values } = list;
    let (name, title) = words(&scope);
    let kept = conversation.filter(|_| name == "conversation");
    let holds_more = kept.is_some_and(|kept| kept != ConversationSize::default());
    let is_empty = matches!(&values, MemoryValues::Entries { entries } if entries.is_empty()) && !holds_more;
    let to_clear = scope.clone();
    let clear = move || bench.change_memory(found, MemoryChange::Clear { scope: to_clear.clone() });
    view! {
        <section data-testid="memory-scope" data-scope=name aria-label=title>
            <h3 class="section-title row">
                <span class="grow">{title}</span>
                {(!is_empty).then(|| view! { <ConfirmButton words=strings::memory_dialog_delete_all() testid="memory-clear" act=clear/> })}
            </h3>
            {kept.filter(|_| holds_more).map(|kept| view! { <p class="quiet" data-testid="memory-turns">{turns(kept)}</p> })}
            {match values {
                MemoryValues::Unreadable { why } => view! { <Problem message=why/> }.into_any(),
                MemoryValues::Entries { entries } if entries.is_empty() => {
                    view! { <p class="quiet">{strings::memory_dialog_none()}</p> }.into_any()
                }
                MemoryValues::Entries { entries } => {
                    let row = |entry| view! { <MemoryRow scope=scope.clone() entry found/> };
                    view! { <ul class="stored-sizes">{entries.into_iter().map(row).collect_view()}</ul> }.into_any()
                }
            }}
        </section>
    }
}

/// The name of a scope, and its title.
fn words(scope: &MemoryScope) -> (&'static str, &'static str) {
    match scope {
        MemoryScope::Person => ("person", strings::memory_dialog_person()),
        MemoryScope::Repository => ("repository", strings::memory_dialog_repository()),
        MemoryScope::Conversation { .. } => ("conversation", strings::memory_dialog_conversation()),
    }
}

/// What the conversation keeps beside its values.
fn turns(kept: ConversationSize) -> String {
    let ConversationSize { exchanges, outcomes, files } = kept;
    let parts = [
        (exchanges, strings::common_count_questions(exchanges)),
        (outcomes, strings::memory_dialog_count_outcomes(outcomes)),
        (files, strings::memory_dialog_count_paths(files)),
    ];
    let named: Vec<_> = parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words).collect();
    strings::memory_dialog_turns(named.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_conversation_keeps_is_named() {
        let kept = ConversationSize { exchanges: 2, outcomes: 0, files: 1 };
        assert_eq!(turns(kept), "For its next runs it keeps 2 questions, 1 path.");
        assert!(strings::memory_dialog_answers(1_u32).starts_with("1 answer is kept"));
    }
}
