//! The dialog that shows what takes space in the browser's storage, and deletes from it.

use super::buttons::ConfirmButton;
use super::dynamic::{dynamic, set_if_alive};
use super::notices::Problem;
use crate::strings;
use crate::text::bytes;
use crate::workbench::{Dialog, Workbench};
use leptos::prelude::*;
use protocol::{Command, Failure, Reply, RepositoryUse, RunStatus, RunSummary, StorageUse};
use wasm_bindgen_futures::spawn_local;

type Found = RwSignal<Option<Result<StorageUse, Failure>>>;

#[component]
pub fn StoredSizes() -> impl IntoView {
    let bench = Workbench::get();
    let found: Found = RwSignal::new(None);
    look(bench, found, Command::StorageUse);
    dynamic(move || match found.get() {
        None => view! { <p class="quiet">{strings::common_looking()}</p> }.into_any(),
        Some(Err(failure)) => view! { <Problem message=failure.message advice=failure.advice/> }.into_any(),
        Some(Ok(storage)) => view! { <Rows storage found/> }.into_any(),
    })
}

/// Sends a command that replies with the use of storage, and shows that.
fn look(bench: Workbench, found: Found, command: Command) {
    spawn_local(async move {
        let result = match bench.engine.call(command).await {
            Ok(Reply::StorageUse { storage }) => Ok(storage),
            Ok(_) => return,
            Err(failure) => Err(failure),
        };
        if bench.overview.with_untracked(Option::is_some) {
            bench.list_runs().await;
        }
        set_if_alive(found, Some(result));
    });
}

#[component]
fn Rows(storage: StorageUse, found: Found) -> impl IntoView {
    let bench = Workbench::get();
    let open = bench.overview.with_untracked(|open| open.as_ref().map(|open| open.id.clone()));
    let mut runs = bench.runs.stored.get_untracked();
    runs.sort_by_key(|run| std::cmp::Reverse(run.bytes));
    let is_any = !runs.is_empty();
    view! {
        <p data-testid="storage-use">{words(&storage)}</p>
        {open.is_some().then(|| view! {
            <p>
                <button class="link" data-testid="storage-memory" on:click=move |_| bench.dialog.set(Some(Dialog::Memory))>
                    {strings::storage_dialog_memory()}
                </button>
            </p>
        })}
        <h3 class="section-title">{strings::storage_dialog_repositories()}</h3>
        <ul class="stored-sizes">
            {storage.repositories.into_iter().map(|repository| view! { <RepositoryRow repository found/> }).collect_view()}
        </ul>
        {(open.is_some() && is_any).then(|| view! {
            <h3 class="section-title">{strings::storage_dialog_runs()}</h3>
            <ul class="stored-sizes">{runs.into_iter().map(|run| view! { <RunSize run found/> }).collect_view()}</ul>
        })}
    }
}

#[component]
fn RepositoryRow(repository: RepositoryUse, found: Found) -> impl IntoView {
    let bench = Workbench::get();
    let RepositoryUse { stored, runs, run_bytes } = repository;
    let (of_runs, whole) = (stored.id.clone(), stored.id);
    let sizes =
        format!("{}; {}, {}", bytes(stored.stored_bytes), strings::storage_dialog_count_runs(runs), bytes(run_bytes));
    let delete_runs = move || look(bench, found, Command::DeleteRuns { repository: of_runs.clone() });
    let delete = move || {
        let id = whole.clone();
        spawn_local(async move {
            bench.delete_stored(id).await;
            look(bench, found, Command::StorageUse);
        });
    };
    view! {
        <li class="stored-row" data-testid="storage-repository">
            <span class="grow"><bdi>{stored.name}</bdi> " " <span class="quiet">{sizes}</span></span>
            {(runs > 0).then(|| view! { <ConfirmButton words=strings::storage_dialog_delete_runs() testid="storage-delete-runs" act=delete_runs/> })}
            <ConfirmButton words=strings::common_delete() testid="storage-delete" act=delete/>
        </li>
    }
}

#[component]
fn RunSize(run: RunSummary, found: Found) -> impl IntoView {
    let bench = Workbench::get();
    let (id, is_working) = (run.id, run.status == RunStatus::Running);
    let act = move || {
        let id = id.clone();
        spawn_local(async move {
            bench.delete_run(id).await;
            look(bench, found, Command::StorageUse);
        });
    };
    let sizes = bytes(run.bytes);
    view! {
        <li class="stored-row" data-testid="storage-run">
            <span class="grow"><bdi>{run.question}</bdi> " " <span class="quiet">{sizes}</span></span>
            {(!is_working).then(|| view! { <ConfirmButton words=strings::common_delete() testid="storage-delete-run" act/> })}
        </li>
    }
}

fn words(storage: &StorageUse) -> String {
    match (storage.used, storage.quota) {
        (Some(used), Some(quota)) => strings::storage_dialog_used(bytes(used), bytes(quota)),
        _ => strings::storage_dialog_unknown().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_and_available_space_are_shown() {
        let mut storage = StorageUse { used: Some(4_100_000), quota: Some(5_000_000), repositories: Vec::new() };
        assert_eq!(words(&storage), "4.1 MB of the 5.0 MB that the browser gives this site are used.");
        storage.quota = None;
        assert_eq!(words(&storage), "The browser does not report how much space there is.");
    }
}
