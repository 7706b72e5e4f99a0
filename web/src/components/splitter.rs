//! A bar between two panes that is dragged, or moved with the arrow keys. The size is stored in the browser.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};

/// Sets the width of the pane before it, or of the one after it.
#[component]
pub fn Splitter(
    /// Name of the size in the preferences and, with `--` before it, in the styles.
    name: &'static str,
    /// For screen readers.
    label: &'static str,
    width: RwSignal<i32>,
    /// The smallest and the largest width.
    limits: (i32, i32),
    /// True where the pane comes after the bar.
    is_after: bool,
) -> impl IntoView {
    let drag = RwSignal::new(None::<(i32, i32)>);
    let sign = if is_after { -1 } else { 1 };
    let set = move |pixels: i32| width.set(pixels.clamp(limits.0, limits.1));
    let down = move |event: PointerEvent| {
        event.prevent_default();
        if let Some(bar) = event.target().and_then(|bar| bar.dyn_into::<Element>().ok()) {
            // Where it is refused (the pointer was lifted already), dragging ends at the edge of the bar.
            drop(bar.set_pointer_capture(event.pointer_id()));
        }
        drag.set(Some((event.client_x(), width.get_untracked())));
    };
    let moved = move |event: PointerEvent| {
        if let Some((from, before)) = drag.get_untracked() {
            set(before + (event.client_x() - from) * sign);
        }
    };
    let done = move || {
        if drag.get_untracked().is_some() {
            drag.set(None);
            crate::preferences::save(name, &width.get_untracked().to_string());
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let by = match event.key().as_str() {
            "ArrowLeft" => -16,
            "ArrowRight" => 16,
            _ => return,
        };
        event.prevent_default();
        set(width.get_untracked() + by * sign);
        crate::preferences::save(name, &width.get_untracked().to_string());
    };
    view! {
        <div class="splitter" role="separator" aria-orientation="vertical" aria-label=label tabindex="0"
            aria-valuenow=move || width.get() aria-valuemin=limits.0 aria-valuemax=limits.1
            on:pointerdown=down on:pointermove=moved on:pointerup=move |_| done() on:pointercancel=move |_| done()
            on:keydown=on_key></div>
    }
}
