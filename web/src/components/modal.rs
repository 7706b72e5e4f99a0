//! A modal dialog. The element `<dialog>` traps the focus, closes on Esc and restores the focus.

use super::dynamic::dynamic;
use super::later_content::LaterContent;
use crate::strings;
use crate::workbench::{Dialog, LaterView, Workbench};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::MouseEvent;

/// The dialog `which`, open while it is the page's open dialog. Its content is built again at each opening.
#[component]
pub fn Modal(
    which: Dialog,
    title: &'static str,
    class: &'static str,
    /// Whether the title and a button to close are shown at the top.
    #[prop(default = true)]
    has_head: bool,
) -> impl IntoView {
    let bench = Workbench::get();
    let dialog = NodeRef::<html::Dialog>::new();
    // The focus comes back to what had it, which is no wish to see a preview.
    let uncovered = move || bench.preview.set(None);
    let is_open = Memo::new(move |_| bench.dialog.get() == Some(which));
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (is_open.get(), dialog.open()) {
            (true, false) => drop(dialog.show_modal()),
            (false, true) => {
                dialog.close();
                uncovered();
            }
            _ => {}
        }
    });
    let closed = move || {
        uncovered();
        if bench.dialog.get_untracked() == Some(which) {
            bench.dialog.set(None);
        }
    };
    // A click on the backdrop is a click on the dialog itself.
    let on_click = move |event: MouseEvent| {
        let target = event.target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
        if target.is_some_and(|target| target.tag_name() == "DIALOG") {
            closed();
        }
    };
    view! {
        <dialog class=format!("modal {class}") aria-label=title node_ref=dialog on:close=move |_| closed() on:click=on_click>
            {dynamic(move || is_open.get().then(|| view! {
                <div class="modal-body">
                    {has_head.then(|| view! {
                        <header class="modal-head">
                            <h2>{title}</h2>
                            <button class="button small icon" aria-label=strings::common_close() on:click=move |_| bench.dialog.set(None)>"\u{2715}"</button>
                        </header>
                    })}
                    <LaterContent view=LaterView::Dialog(which)/>
                </div>
            }))}
        </dialog>
    }
}
