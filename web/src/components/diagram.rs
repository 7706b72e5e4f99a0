//! A Mermaid flowchart: drawn, panned and zoomed by `web/static/diagram.js`; nodes are marked without drawing it again.

use super::buttons::CopyButton;
use super::dynamic::dynamic;
use crate::shims;
use crate::strings;
use crate::workbench::Workbench;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// A flowchart with buttons to zoom, copy and download it.
#[component]
pub fn Diagram(
    /// Mermaid text; empty draws nothing.
    source: Signal<String>,
    /// For the SVG's `data-testid`.
    testid: &'static str,
    /// What it shows, for screen readers.
    label: Signal<String>,
    file_name: &'static str,
    /// Called with the name of a node that was clicked.
    #[prop(optional)]
    on_node: Option<Callback<String>>,
    /// The marks on nodes: `planner=visited tool_node=running`.
    marks: Signal<String>,
    /// False while it is hidden: it is not drawn then, because it cannot be measured.
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
        if let Some(element) = host.get() {
            shims::light(&element, &marks.get());
        }
    });
    let with_host = move |act: &dyn Fn(&web_sys::Element)| host.get_untracked().iter().for_each(|host| act(host));
    let save = move |_| with_host(&|host| shims::download(file_name, "image/svg+xml", &shims::svg_text(host)));
    view! {
        <div class="diagram" class:empty=move || source.with(String::is_empty)>
            <div class="diagram-host" data-diagram="" role="group" tabindex="0" aria-label=move || label.get() node_ref=host></div>
            {dynamic(move || problem.get().map(|why| view! {
                <p class="note">{strings::diagram_not_drawn(why)}</p>
            }))}
            <div class="diagram-tools">
                <button class="button small icon" aria-label=strings::diagram_zoom_in() on:click=move |_| with_host(&|it| shims::zoom(it, 1.25))>"+"</button>
                <button class="button small icon" aria-label=strings::diagram_zoom_out() on:click=move |_| with_host(&|it| shims::zoom(it, 0.8))>"\u{2212}"</button>
                <button class="button small" on:click=move |_| with_host(&shims::fit)>{strings::diagram_fit()}</button>
                <CopyButton words=strings::diagram_copy_text() text=move || source.get_untracked()/>
                <button class="button small" on:click=save>{strings::diagram_download_svg()}</button>
            </div>
        </div>
    }
}
