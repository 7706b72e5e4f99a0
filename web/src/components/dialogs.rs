//! All dialogs of the page; each is empty while it is closed.

use super::commit_dialog::ShownCommit;
use super::dynamic::dynamic;
use super::fork_dialog::ForkForm;
use super::keys_dialog::KeyList;
use super::lines_dialog::ComparedLines;
use super::links_dialog::LinkSettings;
use super::memory_dialog::Remembered;
use super::modal::Modal;
use super::model_dialog::ModelSettings;
use super::palette::Search;
use super::search_form::SearchForm;
use super::skipped_dialog::SkippedFiles;
use super::storage_dialog::StoredSizes;
use super::tools_dialog::ToolServers;
use crate::strings;
use crate::workbench::{Dialog, Workbench};
use leptos::prelude::*;

#[component]
pub fn Dialogs() -> impl IntoView {
    let bench = Workbench::get();
    view! {
        <Modal which=Dialog::Palette title=strings::common_search() class="palette" has_head=false><Search/></Modal>
        <Modal which=Dialog::Model title=strings::common_model() class="narrow"><ModelSettings/></Modal>
        <Modal which=Dialog::Skipped title=strings::dialogs_skipped() class="wide"><SkippedFiles/></Modal>
        <Modal which=Dialog::Keys title=strings::common_shortcuts() class="narrow"><KeyList/></Modal>
        <Modal which=Dialog::Fork title=strings::dialogs_fork() class="fork">
            {dynamic(move || bench.runs.fork.get().map(|from| view! { <ForkForm from/> }))}
        </Modal>
        <Modal which=Dialog::Lines title=strings::dialogs_lines() class="wide">
            {dynamic(move || bench.lines.was.get().map(|was| view! { <ComparedLines was/> }))}
        </Modal>
        <Modal which=Dialog::Commit title=strings::dialogs_commit() class="wide"><ShownCommit/></Modal>
        <Modal which=Dialog::Links title=strings::dialogs_links() class="narrow"><LinkSettings/></Modal>
        <Modal which=Dialog::Storage title=strings::common_stored() class="wide"><StoredSizes/></Modal>
        <Modal which=Dialog::Memory title=strings::common_agents_remember() class="wide"><Remembered/></Modal>
        <Modal which=Dialog::Tools title=strings::common_tools() class="wide"><ToolServers/><SearchForm/></Modal>
    }
}
