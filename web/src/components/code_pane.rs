//! The pane for code: breadcrumbs, a file's lines, the selected symbol.

use super::breadcrumbs::Breadcrumbs;
use super::code_tools::CodeTools;
use super::code_view::CodeView;
use super::dynamic::dynamic;
use super::find_bar::FindBar;
use super::meaning_panel::MeaningPanel;
use super::notices::Problem;
use super::references_panel::ReferencesPanel;
use super::symbol_panel::SymbolPanel;
use crate::strings;
use crate::workbench::{OpenFile, Workbench};
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn CodePane() -> impl IntoView {
    let bench = Workbench::get();
    view! {
        <Breadcrumbs/>
        <CodeTools/>
        {dynamic(move || bench.reading.find.is_open.get().then(|| view! { <FindBar/> }))}
        {dynamic(move || match (bench.file.get(), bench.file_problem.get()) {
            (Some(file), _) => view! { <CodeView file/> }.into_any(),
            (None, Some(message)) => view! { <div class="pane-empty"><Problem message/></div> }.into_any(),
            (None, None) => view! {
                <p class="pane-empty quiet">
                    {strings::code_pane_empty()}
                </p>
            }.into_any(),
        })}
        {dynamic(move || bench.reading.beside.get().map(|file| view! { <Beside file/> }))}
        {dynamic(move || bench.reading.references.get().map(|references| view! { <ReferencesPanel references/> }))}
        {dynamic(move || bench.symbol.get().map(|page| view! { <SymbolPanel page/> }))}
        {dynamic(move || bench.meaning.get().map(|meaning| view! { <MeaningPanel meaning/> }))}
    }
}

/// A file that stays on screen while another is read.
#[component]
fn Beside(file: Arc<OpenFile>) -> impl IntoView {
    let bench = Workbench::get();
    let path = file.view.path.clone();
    let shown = path.clone();
    view! {
        <header class="beside-head">
            <button class="link" on:click=move |_| bench.open(&path, 0, 0)><bdi>{shown}</bdi></button>
            <button class="button small icon" aria-label=strings::code_pane_close_second() on:click=move |_| bench.toggle_beside()>"\u{2715}"</button>
        </header>
        <CodeView file is_beside=true/>
    }
}
