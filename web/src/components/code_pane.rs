//! The pane for code: breadcrumbs, a file's lines, the selected symbol.

use super::breadcrumbs::Breadcrumbs;
use super::code_view::CodeView;
use super::dynamic::dynamic;
use super::meaning_panel::MeaningPanel;
use super::notices::Problem;
use super::symbol_panel::SymbolPanel;
use crate::workbench::Workbench;
use leptos::prelude::*;

#[component]
pub fn CodePane() -> impl IntoView {
    let bench = Workbench::get();
    view! {
        <Breadcrumbs/>
        {dynamic(move || match (bench.file.get(), bench.file_problem.get()) {
            (Some(file), _) => view! { <CodeView file/> }.into_any(),
            (None, Some(message)) => view! { <div class="pane-empty"><Problem message/></div> }.into_any(),
            (None, None) => view! {
                <p class="pane-empty quiet">
                    "Open a file on the left, a citation in an answer, or search with Ctrl K."
                </p>
            }.into_any(),
        })}
        {dynamic(move || bench.symbol.get().map(|page| view! { <SymbolPanel page/> }))}
        {dynamic(move || bench.meaning.get().map(|meaning| view! { <MeaningPanel meaning/> }))}
    }
}
