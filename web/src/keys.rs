//! Keyboard shortcuts of the whole page.

use crate::workbench::{Dialog, Pane, Tab, Workbench};
use crate::{reading_keys, shims};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// Handles the page's keyboard events for as long as the calling component lives.
pub fn listen(bench: Workbench) {
    // True after `g`, until the next key.
    let is_going = RwSignal::new(false);
    let handle = window_event_listener(ev::keydown, move |event: KeyboardEvent| {
        let going = is_going.get_untracked();
        is_going.set(false);
        // Who types has done with looking; a chip that a key moves the focus to shows its lines after this.
        if bench.preview.with_untracked(Option::is_some) {
            bench.preview.set(None);
        }
        if press(bench, &event, going, is_going) {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

pub fn focus(id: &str) {
    let element = document().get_element_by_id(id).and_then(|element| element.dyn_into::<HtmlElement>().ok());
    // An element that cannot take the focus leaves it where it is.
    element.iter().for_each(|element| drop(element.focus()));
}

/// Handles a key; false where it has no meaning.
fn press(bench: Workbench, event: &KeyboardEvent, going: bool, is_going: RwSignal<bool>) -> bool {
    let key = event.key();
    let has_modifier = event.ctrl_key() || event.meta_key();
    // Asked of the document: a dialog that Esc has just closed is still open in the state.
    let is_over = document().query_selector("dialog[open]").ok().flatten().is_some();
    if reading_keys::press(bench, event, is_over) {
        return true;
    }
    match (key.as_str(), has_modifier) {
        ("k" | "K", true) if untrack(|| bench.has_repository()) => {
            bench.dialog.update(|dialog| *dialog = (*dialog != Some(Dialog::Palette)).then_some(Dialog::Palette));
            return true;
        }
        // A dialog closes itself on Esc.
        ("Escape", false) if !is_over => {
            bench.stop_asking();
            return true;
        }
        _ => {}
    }
    if has_modifier || event.alt_key() || is_over || is_typing() {
        return false;
    }
    match (key.as_str(), going) {
        ("o", true) => bench.show_tab(Tab::Overview),
        ("c", true) => bench.show_tab(Tab::Code),
        ("g", true) => bench.show_tab(Tab::Graph),
        ("r", true) => bench.show_tab(Tab::Run),
        ("g", false) => is_going.set(true),
        ("/", _) => {
            bench.pane.set(Pane::Ask);
            focus("ask-input");
        }
        ("?", _) => bench.dialog.set(Some(Dialog::Keys)),
        ("[", _) => bench.back(),
        ("]", _) => bench.forward(),
        ("j" | "ArrowDown", _) => return shims::move_focus(1),
        ("k" | "ArrowUp", _) => return shims::move_focus(-1),
        _ => return false,
    }
    true
}

fn is_typing() -> bool {
    let tag = document().active_element().map(|element| element.tag_name());
    matches!(tag.as_deref(), Some("INPUT" | "TEXTAREA" | "SELECT"))
}
