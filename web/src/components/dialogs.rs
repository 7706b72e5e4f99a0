//! All dialogs of the page; each is empty while it is closed.

use super::modal::Modal;
use crate::workbench::Dialog;
use leptos::prelude::*;

#[component]
pub fn Dialogs() -> impl IntoView {
    view! {
        <Modal which=Dialog::Palette title="Search" class="palette" has_head=false/>
        <Modal which=Dialog::Model title="Model" class="narrow"/>
        <Modal which=Dialog::Skipped title="What was skipped" class="wide"/>
        <Modal which=Dialog::Keys title="Keyboard shortcuts" class="narrow"/>
        <Modal which=Dialog::Fork title="Fork the run" class="fork"/>
        <Modal which=Dialog::Lines title="What the run cites" class="wide"/>
        <Modal which=Dialog::Commit title="Commit" class="wide"/>
        <Modal which=Dialog::Links title="Links to code" class="narrow"/>
        <Modal which=Dialog::Storage title="What is stored" class="wide"/>
        <Modal which=Dialog::Memory title="What agents remember" class="wide"/>
        <Modal which=Dialog::Tools title="Tools and the Web" class="wide"/>
    }
}
