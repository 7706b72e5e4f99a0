//! What each dialog shows.

use super::commit_dialog::ShownCommit;
use super::dynamic::dynamic;
use super::fork_dialog::ForkForm;
use super::keys_dialog::KeyList;
use super::lines_dialog::ComparedLines;
use super::links_dialog::LinkSettings;
use super::memory_dialog::Remembered;
use super::model_dialog::ModelSettings;
use super::palette::Search;
use super::search_form::SearchForm;
use super::skipped_dialog::SkippedFiles;
use super::storage_dialog::StoredSizes;
use super::tools_dialog::ToolServers;
use crate::workbench::{Dialog, Workbench};
use leptos::prelude::*;

#[component]
pub fn DialogContent(dialog: Dialog) -> impl IntoView {
    let bench = Workbench::get();
    match dialog {
        Dialog::Palette => view! { <Search/> }.into_any(),
        Dialog::Model => view! { <ModelSettings/> }.into_any(),
        Dialog::Skipped => view! { <SkippedFiles/> }.into_any(),
        Dialog::Keys => view! { <KeyList/> }.into_any(),
        Dialog::Fork => dynamic(move || bench.runs.fork.get().map(|from| view! { <ForkForm from/> })),
        Dialog::Lines => dynamic(move || bench.lines.was.get().map(|was| view! { <ComparedLines was/> })),
        Dialog::Commit => view! { <ShownCommit/> }.into_any(),
        Dialog::Links => view! { <LinkSettings/> }.into_any(),
        Dialog::Storage => view! { <StoredSizes/> }.into_any(),
        Dialog::Memory => view! { <Remembered/> }.into_any(),
        Dialog::Tools => view! { <ToolServers/><SearchForm/> }.into_any(),
    }
}
