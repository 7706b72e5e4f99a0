//! The dialog that lists what agents remember, with where each value came from; the person edits and deletes it there.

use super::buttons::ConfirmButton;
use super::dynamic::dynamic;
use super::memory_row::MemoryRow;
use super::notices::Problem;
use crate::actions::memory::Found;
use crate::text::plural;
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
            "Only calls of tools that you allowed and what you write here are remembered. It stays in this browser."
        </p>
        <div role="alert">
            {dynamic(move || found.refused.get().map(|it| view! { <Problem message=it.message advice=it.advice/> }))}
        </div>
        {dynamic(move || match found.memory.get() {
            None => view! { <p class="quiet">"Looking"</p> }.into_any(),
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
    let answers = kept_answers.map_or_else(
        || "The answers that are kept to be given again can't be read.".to_owned(),
        |count| format!("{} kept to be given again while nothing changes that they depend on.", are(count, "answer")),
    );
    view! {
        {lists.into_iter().map(|list| view! { <Section list found conversation/> }).collect_view()}
        {(!has_conversation).then(|| view! {
            <p class="quiet">"The conversation has no run of an agent that remembers."</p>
        })}
        <h3 class="section-title">"Kept answers"</h3>
        <p class="row" data-testid="memory-answers">
            <span class="grow">{answers}</span>
            {(kept_answers != Some(0)).then(|| view! {
                <ConfirmButton words="Forget them" testid="memory-forget-answers"
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
                {(!is_empty).then(|| view! { <ConfirmButton words="Delete all" testid="memory-clear" act=clear/> })}
            </h3>
            {kept.filter(|_| holds_more).map(|kept| view! { <p class="quiet" data-testid="memory-turns">{turns(kept)}</p> })}
            {match values {
                MemoryValues::Unreadable { why } => view! { <Problem message=why/> }.into_any(),
                MemoryValues::Entries { entries } if entries.is_empty() => {
                    view! { <p class="quiet">"Nothing is remembered."</p> }.into_any()
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
        MemoryScope::Person => ("person", "About you, for every repository"),
        MemoryScope::Repository => ("repository", "About this repository"),
        MemoryScope::Conversation { .. } => ("conversation", "In this conversation"),
    }
}

/// What the conversation keeps beside its values.
fn turns(kept: ConversationSize) -> String {
    let ConversationSize { exchanges, outcomes, files } = kept;
    let parts = [
        (exchanges, plural(exchanges, "question")),
        (outcomes, plural(outcomes, "outcome")),
        (files, plural(files, "path")),
    ];
    let named: Vec<_> = parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words).collect();
    format!("For its next runs it keeps {}.", named.join(", "))
}

fn are(count: u32, thing: &str) -> String {
    format!("{} {}", plural(count, thing), if count == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_conversation_keeps_is_named() {
        let kept = ConversationSize { exchanges: 2, outcomes: 0, files: 1 };
        assert_eq!(turns(kept), "For its next runs it keeps 2 questions, 1 path.");
        assert_eq!(are(1, "answer"), "1 answer is");
    }
}
