//! The list of keyboard shortcuts.

use leptos::prelude::*;

const KEYS: [(&str, &str); 13] = [
    ("Ctrl K, \u{2318} K", "Search symbols, files and text"),
    ("/", "Ask"),
    ("Enter, Ctrl Enter", "Send the question"),
    ("Shift Enter", "New line in the question"),
    ("@", "Name a file, folder or symbol in the question"),
    ("\u{2191} \u{2193}", "Earlier questions, in an empty box"),
    ("Esc", "Stop the run, or close what is open"),
    ("[  ]", "Back and forward in the code"),
    ("g o,  g c,  g g,  g r", "Overview, code, graph, run"),
    ("j  k", "Down and up in a list; checkpoint by checkpoint"),
    ("\u{2190} \u{2192}", "Close and open a folder"),
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
