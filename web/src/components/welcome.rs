//! The first screen: importing or opening a repository.

use super::dynamic::dynamic;
use super::host_form::HostForm;
use super::import_progress::ImportProgress;
use super::stored_list::StoredList;
use crate::shims;
use crate::strings;
use crate::text::bytes;
use crate::workbench::Workbench;
use leptos::html::Input;
use leptos::prelude::*;
use protocol::StorageKind;
use web_sys::DragEvent;

#[component]
pub fn Welcome() -> impl IntoView {
    let bench = Workbench::get();
    view! {
        <main class="welcome" id="main">
            <div class="welcome-column">
                <header class="welcome-head">
                    <h1>{strings::welcome_title()}</h1>
                    <p>{strings::welcome_intro()}</p>
                </header>
                {dynamic(move || match bench.arrival.with(Option::is_some) {
                    true => view! { <ImportProgress/> }.into_any(),
                    false => view! { <Import/><HostForm/> }.into_any(),
                })}
                <StoredList/>
                <p class="privacy">
                    {strings::welcome_privacy()}
                </p>
                {dynamic(move || storage_note(bench).map(|note| view! { <p class="note" data-testid="storage-note">{note}</p> }))}
            </div>
        </main>
    }
}

#[component]
fn Import() -> impl IntoView {
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
            aria-label=strings::welcome_import()
            on:pointerenter=move |_| bench.prepare()
            on:focusin=move |_| bench.prepare()
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
            <p class="drop-title">{strings::welcome_drop()}</p>
            <p class="drop-hint">{strings::welcome_drop_archive()}</p>
            <div class="ways">
                <FileButton words=strings::welcome_folder() label=strings::welcome_folder_label() testid="import-input"/>
                <FileButton words=strings::welcome_archive() label=strings::welcome_archive_label() testid="archive-input"
                    accept=".zip,.tar,.gz,.tgz,application/zip,application/gzip,application/x-tar"/>
                <SampleButton/>
            </div>
        </section>
    }
}

/// A button that opens a hidden file input; without `accept` for a folder, with the browser's folder picker where it has one.
#[component]
fn FileButton(
    words: &'static str,
    label: &'static str,
    testid: &'static str,
    #[prop(optional)] accept: Option<&'static str>,
) -> impl IntoView {
    let bench = Workbench::get();
    let input = NodeRef::<Input>::new();
    let is_folder = accept.is_none();
    let choose = move |_| match input.get_untracked() {
        _ if is_folder && shims::can_pick_folder() => bench.import_picked(),
        Some(input) => input.click(),
        None => {}
    };
    view! {
        <button class="button" class:primary=is_folder on:click=choose>{words}</button>
        <input
            class="visually-hidden"
            type="file"
            accept=accept
            multiple=is_folder
            prop:webkitdirectory=is_folder
            tabindex="-1"
            aria-label=label
            data-testid=testid
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
                    {strings::welcome_sample()}" "<span class="quiet">{bytes(size)}</span>
                </button>
            }
        })
    })
}

/// The note for a browser in which nothing can be stored.
fn storage_note(bench: Workbench) -> Option<String> {
    let why = bench.welcome.with(|welcome| match welcome.as_ref().map(|welcome| &welcome.storage) {
        Some(StorageKind::Memory { why }) => Some(why.clone()),
        _ => None,
    })?;
    Some(strings::welcome_no_storage(why))
}
