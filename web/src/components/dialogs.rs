//! All dialogs of the page; each is empty while it is closed.

use super::modal::Modal;
use crate::strings;
use crate::workbench::Dialog;
use leptos::prelude::*;

#[component]
pub fn Dialogs() -> impl IntoView {
    view! {
        <Modal which=Dialog::Palette title=strings::common_search() class="palette" has_head=false/>
        <Modal which=Dialog::Model title=strings::common_model() class="narrow"/>
        <Modal which=Dialog::Skipped title=strings::dialogs_skipped() class="wide"/>
        <Modal which=Dialog::Keys title=strings::common_shortcuts() class="narrow"/>
        <Modal which=Dialog::Fork title=strings::dialogs_fork() class="fork"/>
        <Modal which=Dialog::Lines title=strings::dialogs_lines() class="wide"/>
        <Modal which=Dialog::Commit title=strings::dialogs_commit() class="wide"/>
        <Modal which=Dialog::Links title=strings::dialogs_links() class="narrow"/>
        <Modal which=Dialog::Storage title=strings::common_stored() class="wide"/>
        <Modal which=Dialog::Memory title=strings::common_agents_remember() class="wide"/>
        <Modal which=Dialog::Tools title=strings::common_tools() class="wide"/>
    }
}
