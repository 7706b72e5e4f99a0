//! The list of keyboard shortcuts.

use crate::strings;
use leptos::prelude::*;

#[component]
pub fn KeyList() -> impl IntoView {
    view! {
        <dl class="key-map">
            {keys().map(|(keys, what)| view! { <dt><kbd>{keys}</kbd></dt><dd>{what}</dd> })}
        </dl>
    }
}

/// Keys, and what they do.
fn keys() -> [(&'static str, &'static str); 19] {
    [
        ("Ctrl K, \u{2318} K", strings::common_search_all()),
        ("/", strings::common_ask()),
        ("Enter, Ctrl Enter", strings::keys_dialog_send()),
        ("Shift Enter", strings::keys_dialog_new_line()),
        ("@", strings::keys_dialog_mention()),
        ("\u{2191} \u{2193}", strings::keys_dialog_earlier()),
        ("Esc", strings::keys_dialog_stop()),
        ("Ctrl F, Ctrl G", strings::keys_dialog_find()),
        ("\u{2190} \u{2191} \u{2192} \u{2193}", strings::keys_dialog_names()),
        ("i", strings::keys_dialog_name()),
        ("F12", strings::keys_dialog_definition()),
        ("Shift F12", strings::keys_dialog_references()),
        ("[  ]", strings::keys_dialog_back()),
        ("g o,  g c,  g g,  g r", strings::keys_dialog_tabs()),
        ("j  k", strings::keys_dialog_list()),
        ("\u{2190} \u{2192}", strings::keys_dialog_folder()),
        ("Shift F10", strings::keys_dialog_folder_menu()),
        (strings::keys_dialog_diagram_keys(), strings::keys_dialog_diagram()),
        ("?", strings::keys_dialog_this()),
    ]
}
