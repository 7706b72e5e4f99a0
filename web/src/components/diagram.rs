//! A Mermaid flowchart: drawn by the shim, panned and zoomed there; nodes are lit without drawing anew.

use super::dynamic::dynamic;
use crate::shims;
use crate::workbench::Workbench;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// A flowchart with its tools.
#[component]
pub fn Diagram(
    /// Mermaid text; empty draws nothing.
    #[prop(into)]
    source: Signal<String>,
    /// For the SVG's `data-testid`.
    testid: &'static str,
    /// What it shows, for screen readers.
    #[prop(into)]
    label: Signal<String>,
    /// Name for the downloaded file.
    file_name: &'static str,
    /// Called with the name of a node that was clicked.
    #[prop(optional)]
    on_node: Option<Callback<String>>,
    /// How nodes are marked: `planner=visited tool_node=running`.
    #[prop(optional, into)]
    marks: Option<Signal<String>>,
    /// False while nobody sees it: a picture cannot be measured then.
    #[prop(into)]
    is_shown: Signal<bool>,
) -> impl IntoView {
    let bench = Workbench::get();
    let host = NodeRef::<Div>::new();
    let problem = RwSignal::new(None::<String>);
    let walk = on_node.map(|on_node| {
        Closure::<dyn FnMut(String)>::new(move |name| {
            on_node.try_run(name);
        })
        .into_js_value()
    });
    let walk = StoredValue::new_local(walk.unwrap_or(JsValue::NULL));
    Effect::new(move |drawn: Option<Option<(String, u32)>>| {
        let wanted = (source.get(), bench.colours.get());
        let before = drawn.flatten();
        let (true, Some(element)) = (is_shown.get() && !wanted.0.is_empty(), host.get()) else { return before };
        if before.as_ref() == Some(&wanted) {
            return before;
        }
        let drawing = shims::draw(&element, &wanted.0, testid, &walk.get_value());
        spawn_local(async move {
            problem.set(JsFuture::from(drawing).await.err().map(|error| shims::error_text(&error)));
        });
        Some(wanted)
    });
    Effect::new(move |_| {
        if let (Some(marks), Some(element)) = (marks, host.get()) {
            shims::light(&element, &marks.get());
        }
    });
    let with_host = move |act: fn(&web_sys::Element)| host.get_untracked().iter().for_each(|host| act(host));
    let word = RwSignal::new("Copy text");
    let copy = move |_| {
        let done = shims::copy_text(&source.get_untracked());
        spawn_local(async move {
            let is_done = JsFuture::from(done).await.is_ok_and(|done| done.as_bool() == Some(true));
            word.set(if is_done { "Copied" } else { "Not allowed" });
        });
    };
    let save = move |_| {
        let svg = host.get_untracked().map(|host| shims::svg_text(&host)).unwrap_or_default();
        shims::download(file_name, "image/svg+xml", &svg);
    };
    view! {
        <div class="diagram" class:empty=move || source.with(String::is_empty)>
            <div class="diagram-host" data-diagram="" role="group" tabindex="0" aria-label=move || label.get() node_ref=host></div>
            {dynamic(move || problem.get().map(|why| view! {
                <p class="note">{format!("The diagram could not be drawn: {why} Its text can be copied.")}</p>
            }))}
            <div class="diagram-tools">
                <button class="button small icon" aria-label="Zoom in" on:click=move |_| with_host(|it| shims::zoom(it, 1.25))>"+"</button>
                <button class="button small icon" aria-label="Zoom out" on:click=move |_| with_host(|it| shims::zoom(it, 0.8))>"\u{2212}"</button>
                <button class="button small" on:click=move |_| with_host(shims::fit)>"Fit"</button>
                <button class="button small" on:click=copy>{dynamic(move || word.get())}</button>
                <button class="button small" on:click=save>"Download SVG"</button>
            </div>
        </div>
    }
}
