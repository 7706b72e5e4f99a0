//! The list of keyboard shortcuts.

use leptos::prelude::*;

const KEYS: [(&str, &str); 19] = [
    ("Ctrl K, \u{2318} K", "Search symbols, files and text"),
    ("/", "Ask"),
    ("Enter, Ctrl Enter", "Send the question"),
    ("Shift Enter", "New line in the question"),
    ("@", "Name a file, folder or symbol in the question"),
    ("\u{2191} \u{2193}", "Earlier questions, in an empty box"),
    ("Esc", "Stop the run, or close what is open"),
    ("Ctrl F, Ctrl G", "In the code: find in the file, go to a line"),
    ("\u{2190} \u{2191} \u{2192} \u{2193}", "In the code: from name to name"),
    ("i", "In the code: what the name is"),
    ("F12", "Definition of the name"),
    ("Shift F12", "All references"),
    ("[  ]", "Back and forward in the code"),
    ("g o,  g c,  g g,  g r", "Overview, code, graph, run"),
    ("j  k", "Down and up in a list; checkpoint by checkpoint"),
    ("\u{2190} \u{2192}", "Close and open a folder"),
    ("Shift F10", "Menu of a folder"),
    ("+  \u{2212}  0  arrows", "Zoom, fit and move a diagram"),
    ("?", "This list"),
];

#[component]
pub fn KeyList() -> impl IntoView {
    view! {
        <dl class="key-map">
            {KEYS.map(|(keys, what)| view! { <dt><kbd>{keys}</kbd></dt><dd>{what}</dd> })}
        </dl>
    }
}
