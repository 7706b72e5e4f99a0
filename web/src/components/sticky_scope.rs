//! The heads of the definitions around the first visible line, above the code.

use super::dynamic::dynamic;
use crate::strings;
use crate::text::scopes_at;
use crate::workbench::{OpenFile, Workbench};
use leptos::prelude::*;
use std::sync::Arc;

/// Most heads shown: the innermost ones.
const MOST: usize = 4;
/// Longest head shown, in characters.
const LONGEST: usize = 200;

#[component]
pub fn StickyScope(
    file: Arc<OpenFile>,
    /// The first visible line, from 0.
    line: Signal<u32>,
    /// The width of the code's scroll bar, in pixels, which stays uncovered.
    bar: RwSignal<i32>,
) -> impl IntoView {
    let bench = Workbench::get();
    let headers = Memo::new({
        let file = Arc::clone(&file);
        move |_| {
            let scopes = scopes_at(&file.regions, line.get());
            scopes[scopes.len().saturating_sub(MOST)..].iter().map(|it| it.header).collect::<Vec<u32>>()
        }
    });
    dynamic(move || {
        let headers = headers.get();
        (!headers.is_empty()).then(|| {
            let rows = headers.into_iter().map(|header| {
                let text = &file.view.text[file.lines.range(&file.view.text, header as usize)];
                let text: String = text.chars().take(LONGEST).collect();
                view! {
                    <button class="sticky-line" data-testid="sticky-line" on:click=move |_| { bench.go_to_line(header + 1); }>
                        <span class="number" aria-hidden="true">{header + 1}</span>
                        <code>{text}</code>
                    </button>
                }
            });
            view! { <nav class="sticky-scope" style=("right", move || format!("{}px", bar.get())) aria-label=strings::sticky_scope_label()>{rows.collect_view()}</nav> }
        })
    })
}
