//! Keys for reading code: find, go to a line, definition, references.

use crate::shims;
use crate::workbench::{Tab, Workbench};
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// The id of the pane in which Ctrl F and Ctrl G mean the open file.
const PANE: &str = "tab-code-panel";

/// Handles a key; false where it has no meaning.
pub fn press(bench: Workbench, event: &KeyboardEvent, is_over: bool) -> bool {
    let has_modifier = event.ctrl_key() || event.meta_key();
    if is_over || !untrack(|| bench.has_repository()) {
        return false;
    }
    match (event.key().as_str(), has_modifier) {
        ("F12", false) => about_here(bench, event.shift_key()),
        ("f" | "F", true) if in_code(bench) => {
            bench.open_find();
            true
        }
        ("g" | "G", true) if in_code(bench) => {
            bench.open_palette(":");
            true
        }
        ("Escape", false) => close_one(bench),
        _ => false,
    }
}

fn in_code(bench: Workbench) -> bool {
    bench.tab.get_untracked() == Tab::Code && bench.file.with_untracked(Option::is_some) && shims::has_focus_in(PANE)
}

/// The definition or references of the current identifier, else of the symbol on screen.
fn about_here(bench: Workbench, references: bool) -> bool {
    let symbol = bench.symbol.with_untracked(|page| page.as_ref().map(|page| page.symbol.symbol));
    match (bench.named_here(), symbol, references) {
        (Some(place), _, true) => bench.find_references(place),
        (Some(place), _, false) => bench.go_to_definition(place),
        (None, Some(symbol), true) => bench.show_references(symbol),
        (None, Some(symbol), false) => bench.show_symbol(symbol, true),
        (None, None, _) => return false,
    }
    true
}

/// Closes the card, or what the focus is in; false where there is none.
fn close_one(bench: Workbench) -> bool {
    if bench.reading.card.with_untracked(Option::is_some) {
        bench.reading.card.set(None);
        return true;
    }
    if bench.reading.references.with_untracked(Option::is_some) && shims::has_focus_in("references") {
        bench.reading.references.set(None);
        return true;
    }
    false
}
