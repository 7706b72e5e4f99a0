//! A remembered value: where it came from, and the form to edit it.

use super::buttons::ConfirmButton;
use super::dynamic::dynamic;
use crate::actions::memory::Found;
use crate::strings;
use crate::text::ago;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{MemoryChange, MemoryEntry, MemoryScope, MemorySource};

#[component]
pub fn MemoryRow(scope: MemoryScope, entry: MemoryEntry, found: Found) -> impl IntoView {
    let bench = Workbench::get();
    let MemoryEntry { key, value, source, stored_at } = entry;
    let edited = RwSignal::new(None::<String>);
    let age = stored_at.map(|at| format!(", {}", ago(js_sys::Date::now() - at)));
    let (to_delete, of_deleted) = (key.clone(), scope.clone());
    let delete = move || {
        let (scope, key) = (of_deleted.clone(), to_delete.clone());
        bench.change_memory(found, MemoryChange::Delete { scope, key });
    };
    let (named, before) = (key.clone(), value.clone());
    let label = strings::memory_row_value(&key);
    let named_value = label.clone();
    let save = move |value| {
        edited.set(None);
        bench.change_memory(found, MemoryChange::Set { scope: scope.clone(), key: named.clone(), value });
    };
    let edit_label = strings::memory_row_edit_key(&key);
    view! {
        <li class="stored-row memory-row" data-testid="memory-entry">
            <div class="grow">
                <bdi class="memory-key" data-testid="memory-key">{key}</bdi>
                <pre class="memory-value" data-testid="memory-value" tabindex="0" aria-label=named_value>{value}</pre>
                <span class="quiet" data-testid="memory-origin"><Origin source/>{age}</span>
                {dynamic(move || edited.get().map(|text| form(label.clone(), text, save.clone(), move || edited.set(None))))}
            </div>
            <button type="button" class="button small" data-testid="memory-edit" aria-label=edit_label
                on:click=move |_| edited.set(Some(before.clone()))>{strings::common_edit()}</button>
            <ConfirmButton words=strings::common_delete() testid="memory-delete" act=delete/>
        </li>
    }
}

/// Who stored a value; a button that opens the run, where that is stored.
#[component]
fn Origin(source: Option<MemorySource>) -> impl IntoView {
    let bench = Workbench::get();
    match source {
        None => strings::memory_row_earlier_version().into_any(),
        Some(MemorySource::Person) => strings::memory_row_by_you().into_any(),
        Some(MemorySource::Run { run, agent, by }) => {
            let stored = bench.runs.stored.with_untracked(|runs| runs.iter().find(|it| it.id == run).cloned());
            let open = stored.map(|stored| {
                view! {
                    <button type="button" class="link" data-testid="memory-run"
                        on:click=move |_| {
                            bench.dialog.set(None);
                            bench.open_run(stored.clone());
                        }>
                        {strings::memory_row_run()}
                    </button>
                }
            });
            let run = open.map_or_else(|| strings::memory_row_run_gone().into_any(), IntoAny::into_any);
            view! { {strings::memory_row_by_agent(by, agent)}" " {run} }.into_any()
        }
    }
}

fn form(
    label: String,
    text: String,
    save: impl Fn(String) + Clone + Send + 'static,
    cancel: impl Fn() + Clone + Send + 'static,
) -> impl IntoView {
    let text = RwSignal::new(text);
    view! {
        <form class="hunk-form" on:submit=move |event| { event.prevent_default(); save(text.get_untracked()); }>
            <label>{label}
                <textarea class="code-input" autofocus data-testid="memory-text" prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))></textarea>
            </label>
            <div class="row">
                <button type="submit" class="button primary small" data-testid="memory-save">{strings::common_save()}</button>
                <button type="button" class="button small" on:click=move |_| cancel()>{strings::common_cancel()}</button>
            </div>
        </form>
    }
}
