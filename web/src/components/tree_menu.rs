//! The menu of a folder in the file tree.

use crate::strings;
use crate::workbench::Workbench;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{FocusEvent, HtmlElement, KeyboardEvent, MouseEvent};

/// The folder whose menu is open, and where it is in the window.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeMenuAt {
    pub path: String,
    left: f64,
    top: f64,
}

/// The id of a folder's row.
pub fn row_id(path: &str) -> String {
    format!("tree-{path}")
}

/// Height and width that the menu is kept within the window by.
const HEIGHT: f64 = 96.0;
const WIDTH: f64 = 220.0;

impl TreeMenuAt {
    /// Below the row that the event came to: by a mouse, a long touch, or the menu key.
    pub fn of(path: &str, event: &MouseEvent) -> Option<Self> {
        let row = event.current_target()?.dyn_into::<HtmlElement>().ok()?.get_bounding_client_rect();
        let window = window();
        let size =
            |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|value| value.as_f64()).unwrap_or(f64::MAX);
        let left = (row.left() + 24.0).min(size(window.inner_width()) - WIDTH).max(0.0);
        let top = row.bottom().min(size(window.inner_height()) - HEIGHT).max(0.0);
        Some(Self { path: path.to_owned(), left, top })
    }
}

#[component]
pub fn TreeMenu(at: TreeMenuAt, open: RwSignal<Option<TreeMenuAt>>) -> impl IntoView {
    let bench = Workbench::get();
    let element = NodeRef::<Div>::new();
    Effect::new(move |_| {
        if let Some(first) = element.get().and_then(|menu| menu.first_element_child()) {
            first.unchecked_into::<HtmlElement>().focus().ok();
        }
    });
    let TreeMenuAt { path, left, top } = at;
    let (to_ask, to_copy, row) = (path.clone(), path.clone(), path.clone());
    let on_key = move |event: KeyboardEvent| {
        if matches!(event.key().as_str(), "Escape" | "Tab") {
            // Elsewhere Esc stops a run.
            event.stop_propagation();
            event.prevent_default();
            open.set(None);
            crate::keys::focus(&row_id(&row));
        }
    };
    let on_blur = move |event: FocusEvent| {
        // It comes once more when the menu is taken away: its signals are gone by then.
        let node = |target: Option<web_sys::EventTarget>| target.and_then(|it| it.dyn_into::<web_sys::Node>().ok());
        let (menu, to) = (node(event.current_target()), node(event.related_target()));
        if !menu.is_some_and(|menu| menu.contains(to.as_ref())) {
            open.set(None);
        }
    };
    view! {
        <div class="tree-menu" role="menu" data-list="" aria-label=strings::tree_menu_label(&path) data-testid="tree-menu" node_ref=element
            style:left=format!("{left}px") style:top=format!("{top}px") on:keydown=on_key on:focusout=on_blur>
            <button class="button small" role="menuitem" data-item="" tabindex="-1" data-testid="tree-ask-folder" on:click=move |_| {
                open.set(None);
                bench.ask_in(&to_ask);
            }>{strings::tree_menu_ask()}</button>
            <button class="button small" role="menuitem" data-item="" tabindex="-1" data-testid="tree-copy-path" on:click=move |_| {
                open.set(None);
                bench.copy(to_copy.clone(), strings::common_path());
            }>{strings::tree_menu_copy()}</button>
        </div>
    }
}
