//! The first screen: how a repository comes in.

use super::dynamic::dynamic;
use super::import_progress::ImportProgress;
use super::stored_list::StoredList;
use crate::shims;
use crate::text::bytes;
use crate::workbench::Workbench;
use leptos::html::Input;
use leptos::prelude::*;
use protocol::StorageKind;
use web_sys::DragEvent;

/// Drop target, the other ways in, the sample, the stored repositories.
#[component]
pub fn Welcome() -> impl IntoView {
    let bench = Workbench::get();
    view! {
        <main class="welcome" id="main">
            <div class="welcome-column">
                <header class="welcome-head">
                    <h1>"Ask a repository how it works"</h1>
                    <p>"Drop a folder. It is stored, parsed and indexed in this tab; answers cite the lines they rest on."</p>
                </header>
                {dynamic(move || match bench.arrival.with(Option::is_some) {
                    true => view! { <ImportProgress/> }.into_any(),
                    false => view! { <WaysIn/> }.into_any(),
                })}
                <StoredList/>
                <p class="privacy">
                    "Everything stays in this browser. Nothing leaves it but the calls to a model you set up yourself; \
                     the offline model makes none."
                </p>
                {dynamic(move || storage_note(bench).map(|note| view! { <p class="note" data-testid="storage-note">{note}</p> }))}
            </div>
        </main>
    }
}

#[component]
fn WaysIn() -> impl IntoView {
    let bench = Workbench::get();
    let is_over = RwSignal::new(false);
    let over = move |event: DragEvent| {
        event.prevent_default();
        is_over.set(true);
    };
    view! {
        <section
            class="drop"
            class:over=move || is_over.get()
            data-testid="drop-target"
            aria-label="Bring a repository in"
            on:dragenter=over
            on:dragover=over
            on:dragleave=move |_| is_over.set(false)
            on:drop=move |event: DragEvent| {
                event.prevent_default();
                event.stop_propagation();
                is_over.set(false);
                if let Some(transfer) = event.data_transfer() {
                    bench.take_drop(&transfer);
                }
            }
        >
            <p class="drop-title">"Drop a repository folder here"</p>
            <p class="drop-hint">"or a .zip or .tar.gz of it"</p>
            <div class="ways">
                <FolderButton/>
                <ArchiveButton/>
                <SampleButton/>
            </div>
        </section>
    }
}

#[component]
fn FolderButton() -> impl IntoView {
    let bench = Workbench::get();
    let input = NodeRef::<Input>::new();
    let choose = move |_| match (shims::can_pick_folder(), input.get_untracked()) {
        (true, _) => bench.import_picked(),
        (false, Some(input)) => input.click(),
        (false, None) => {}
    };
    view! {
        <button class="button primary" on:click=choose>"Choose a folder"</button>
        <input
            class="visually-hidden"
            type="file"
            multiple
            prop:webkitdirectory=true
            tabindex="-1"
            aria-label="Folder to import"
            data-testid="import-input"
            node_ref=input
            on:change=move |_| input.get_untracked().iter().for_each(|input| bench.import_chosen(input))
        />
    }
}

#[component]
fn ArchiveButton() -> impl IntoView {
    let bench = Workbench::get();
    let input = NodeRef::<Input>::new();
    view! {
        <button class="button" on:click=move |_| input.get_untracked().iter().for_each(|input| input.click())>
            "Choose an archive"
        </button>
        <input
            class="visually-hidden"
            type="file"
            accept=".zip,.tar,.gz,.tgz,application/zip,application/gzip,application/x-tar"
            tabindex="-1"
            aria-label="Archive to import"
            data-testid="archive-input"
            node_ref=input
            on:change=move |_| input.get_untracked().iter().for_each(|input| bench.import_chosen(input))
        />
    }
}

#[component]
fn SampleButton() -> impl IntoView {
    let bench = Workbench::get();
    let sample = move || bench.welcome.with(|welcome| welcome.as_ref().and_then(|welcome| welcome.sample_bytes));
    dynamic(move || {
        sample().map(|size| {
            view! {
                <button class="button" data-testid="sample-button" on:click=move |_| bench.import_sample()>
                    "Try Quarry's own source " <span class="quiet">{bytes(size)}</span>
                </button>
            }
        })
    })
}

/// The note where nothing can be stored.
pub fn storage_note(bench: Workbench) -> Option<String> {
    let why = bench.welcome.with(|welcome| match welcome.as_ref().map(|welcome| &welcome.storage) {
        Some(StorageKind::Memory { why }) => Some(why.clone()),
        _ => None,
    })?;
    Some(format!("This browser gives no storage here, so repositories last as long as this tab: {why}"))
}
