//! The repositories in storage: open one or several together, delete.

use super::buttons::ConfirmButton;
use super::dynamic::{dynamic, list};
use crate::strings;
use crate::text::{ago, bytes};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::StoredRepository;
use std::collections::BTreeSet;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn StoredList() -> impl IntoView {
    let bench = Workbench::get();
    let is_any = Memo::new(move |_| bench.stored.with(|stored| !stored.is_empty()));
    let chosen: Chosen = RwSignal::new(None);
    dynamic(move || {
        is_any.get().then(|| {
            view! {
                <section
                    class="stored"
                    aria-label=strings::stored_list_label()
                    on:pointerenter=move |_| bench.prepare()
                    on:focusin=move |_| bench.prepare()
                >
                    <h2 class="section-title">
                        <span class="grow">{strings::stored_list_title()}</span>
                        <ChooseSeveral chosen/>
                    </h2>
                    <ul data-list="">
                        {list(
                            move || bench.stored.with(|stored| rows(stored)),
                            |row| (row.0.id.clone(), row.0.stored_bytes, row.1),
                            move |(repository, has_twin)| view! { <StoredRow repository has_twin chosen/> },
                        )}
                    </ul>
                    <OpenTogether chosen/>
                </section>
            }
        })
    })
}

/// The storage keys of the repositories that are chosen to be opened together; `None` while none are being chosen.
type Chosen = RwSignal<Option<BTreeSet<String>>>;

/// Starts to choose several repositories, where there are several.
#[component]
fn ChooseSeveral(chosen: Chosen) -> impl IntoView {
    let bench = Workbench::get();
    let is_shown = Memo::new(move |_| chosen.with(Option::is_none) && bench.stored.with(|stored| stored.len() > 1));
    dynamic(move || {
        is_shown.get().then(|| {
            view! {
                <button class="button small" data-testid="together-start" on:click=move |_| chosen.set(Some(BTreeSet::new()))>
                    {strings::stored_list_several()}
                </button>
            }
        })
    })
}

/// What becomes of the chosen repositories.
#[component]
fn OpenTogether(chosen: Chosen) -> impl IntoView {
    let bench = Workbench::get();
    let count = Memo::new(move |_| chosen.with(|chosen| chosen.as_ref().map(BTreeSet::len)));
    let open = move |_| {
        let ids = chosen.get_untracked().unwrap_or_default();
        chosen.set(None);
        bench.open_together(&ids);
    };
    dynamic(move || {
        count.get().map(|count| {
            view! {
                <div class="together">
                    <p class="quiet">{strings::stored_list_together()}</p>
                    <div class="row">
                        <button class="button primary small" data-testid="together-open" disabled={count < 2} on:click=open>
                            {match count {
                                0 | 1 => strings::stored_list_choose().to_owned(),
                                count => strings::stored_list_open(count),
                            }}
                        </button>
                        <button class="button small" on:click=move |_| chosen.set(None)>{strings::common_cancel()}</button>
                    </div>
                </div>
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
fn StoredRow(repository: StoredRepository, has_twin: bool, chosen: Chosen) -> impl IntoView {
    let bench = Workbench::get();
    let StoredRepository { id, name, files, source_bytes, stored_bytes, imported_at, .. } = repository;
    let (to_open, to_delete, shown) = (id.clone(), id.clone(), name.clone());
    let (to_choose, label) = (id.clone(), name.clone());
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
    let choosing = Memo::new(move |_| chosen.with(Option::is_some));
    let choice = dynamic(move || {
        choosing.get().then(|| {
            let (id, shown) = (to_choose.clone(), to_choose.clone());
            let turn = move |_| {
                chosen.update(|chosen| {
                    if let Some(chosen) = chosen
                        && !chosen.remove(&id)
                    {
                        chosen.insert(id.clone());
                    }
                });
            };
            let is_chosen = move || chosen.with(|chosen| chosen.as_ref().is_some_and(|it| it.contains(&shown)));
            view! {
                <input type="checkbox" data-testid="together-choice" aria-label=label.clone() prop:checked=is_chosen on:change=turn/>
            }
        })
    });
    view! {
        <li class="stored-row" data-testid="stored-repo" class:current=is_open>
            {choice}
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
