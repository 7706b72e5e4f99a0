//! The repositories in storage: open, delete.

use super::buttons::ConfirmButton;
use super::dynamic::{dynamic, list};
use crate::strings;
use crate::text::{ago, bytes};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::StoredRepository;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn StoredList() -> impl IntoView {
    let bench = Workbench::get();
    let is_any = Memo::new(move |_| bench.stored.with(|stored| !stored.is_empty()));
    dynamic(move || {
        is_any.get().then(|| {
            view! {
                <section class="stored" aria-label=strings::stored_list_label()>
                    <h2 class="section-title">{strings::stored_list_title()}</h2>
                    <ul data-list="">
                        {list(
                            move || bench.stored.with(|stored| rows(stored)),
                            |row| (row.0.id.clone(), row.0.stored_bytes, row.1),
                            |(repository, has_twin)| view! { <StoredRow repository has_twin/> },
                        )}
                    </ul>
                </section>
            }
        })
    })
}

/// The repositories, each with whether another has its name.
fn rows(stored: &[StoredRepository]) -> Vec<(StoredRepository, bool)> {
    let has_twin = |it: &StoredRepository| stored.iter().any(|other| other.id != it.id && other.name == it.name);
    stored.iter().map(|it| (it.clone(), has_twin(it))).collect()
}

#[component]
fn StoredRow(repository: StoredRepository, has_twin: bool) -> impl IntoView {
    let bench = Workbench::get();
    let StoredRepository { id, name, files, source_bytes, stored_bytes, imported_at, .. } = repository;
    let (to_open, to_delete, shown) = (id.clone(), id.clone(), name.clone());
    let is_open = move || bench.overview.with(|open| open.as_ref().is_some_and(|open| open.id == id));
    let sizes = format!(
        "{}, {}; {}",
        strings::common_count_files(files),
        bytes(source_bytes),
        strings::common_stored_bytes(bytes(stored_bytes))
    );
    // Of two with one name the time of import is shown.
    let sizes = match has_twin {
        true => {
            let age = ago(bench.runs.now.get_untracked() - imported_at);
            format!("{}; {sizes}", strings::stored_list_imported(age))
        }
        false => sizes,
    };
    let title = sizes.clone();
    let delete = move || spawn_local(bench.delete_stored(to_delete.clone()));
    view! {
        <li class="stored-row" data-testid="stored-repo" class:current=is_open>
            <button
                class="stored-open"
                data-item=""
                data-testid="stored-open"
                title=title
                on:click=move |_| bench.open_stored(to_open.clone(), name.clone())
            >
                <bdi class="stored-name">{shown}</bdi>
                <span class="quiet">{sizes}</span>
            </button>
            <ConfirmButton words=strings::common_delete() testid="stored-delete" act=delete/>
        </li>
    }
}
