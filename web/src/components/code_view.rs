//! A file's lines. Only the visible ones are in the document, so that 20,000 lines scroll as fast as 20.

use super::scroll_box::ScrollBox;
use crate::shims;
use crate::text::{Piece, identifier_at, pieces, pixels};
use crate::workbench::{OpenFile, Workbench};
use leptos::html::Div;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::prelude::*;
use web_sys::{Element, MouseEvent};

/// Pixels from one line to the next: `--code-line` in `styles/tokens.css`.
const LINE: f64 = 20.0;

/// The classes of [`HighlightRun`](protocol::HighlightRun), in order.
pub const CLASSES: [&str; 10] =
    ["comment", "string", "number", "keyword", "function", "type", "constant", "property", "operator", "attribute"];

/// The lines of `file`, scrolled to the highlighted ones.
#[component]
pub fn CodeView(file: Arc<OpenFile>) -> impl IntoView {
    let bench = Workbench::get();
    let scroll = ScrollBox::new();
    let count = file.lines.len();
    let lit = Memo::new({
        let path = file.view.path.clone();
        move |_| bench.lit().filter(|place| place.path == path).map(|place| (place.start, place.end))
    });
    let range = Memo::new(move |_| scroll.visible_rows(LINE, count));
    reveal(scroll.element, lit, bench);

    let shown = Arc::clone(&file);
    let rows = move || {
        let file = Arc::clone(&shown);
        range.get().map(move |index| line(&file, index, lit)).collect_view()
    };
    view! {
        <div
            class="code"
            data-testid="code-view"
            data-path=file.view.path.clone()
            tabindex="0"
            role="region"
            aria-label=format!("{}, {count} lines", file.view.path)
            node_ref=scroll.element
            on:scroll=move |_| scroll.scrolled()
            on:click=move |event| look_up(&event, bench, &file)
        >
            <div class="code-canvas" style:height=pixels(count as f64 * LINE)>
                <div class="code-lines" style:transform=move || format!("translateY({})", pixels(range.get().start as f64 * LINE))>
                    {rows}
                </div>
            </div>
        </div>
    }
}

fn line(file: &OpenFile, index: usize, lit: Memo<Option<(u32, u32)>>) -> impl IntoView + use<> {
    let number = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
    let text = &file.view.text;
    let (pieces, rest) = pieces(text, &file.view.highlight, file.lines.range(text, index));
    let pieces: Vec<_> = pieces.iter().map(piece).collect();
    let is_lit = move || lit.with(|lit| lit.is_some_and(|(start, end)| (start..=end).contains(&number)));
    view! {
        <div class="line" class:lit=is_lit data-testid="code-line" data-line=number>
            <span class="number" aria-hidden="true">{number}</span>
            <code>{pieces}</code>
            {(rest > 0).then(|| view! { <span class="quiet">{format!(" \u{2026} {rest} more bytes on this line")}</span> })}
        </div>
    }
}

pub fn piece(piece: &Piece) -> AnyView {
    let text = piece.text.to_owned();
    match piece.class.and_then(|class| CLASSES.get(usize::from(class))) {
        Some(class) => view! { <span class=*class>{text}</span> }.into_any(),
        None => text.into_any(),
    }
}

/// Scrolls to the highlighted lines, unless they are visible already.
fn reveal(scroll: NodeRef<Div>, lit: Memo<Option<(u32, u32)>>, bench: Workbench) {
    Effect::new(move |_| {
        let (Some(element), Some((start, end))) = (scroll.get(), lit.get()) else { return };
        if bench.tab.get() != crate::workbench::Tab::Code {
            return;
        }
        request_animation_frame(move || {
            let (top, box_height) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
            let (first, last) = (f64::from(start.max(1) - 1) * LINE, f64::from(end.max(1)) * LINE);
            if first < top || last.min(first + box_height) > top + box_height {
                #[allow(clippy::cast_possible_truncation, reason = "pixels")]
                element.set_scroll_top((first - box_height / 4.0).max(0.0) as i32);
            }
        });
    });
}

/// Looks up the name under the pointer, unless text is being selected. Outside of a line there is nothing to look up.
fn look_up(event: &MouseEvent, bench: Workbench, file: &OpenFile) {
    if shims::has_selection() {
        return;
    }
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let row = target.and_then(|target| target.closest("[data-line]").ok().flatten());
    let Some(row) = row else { return };
    let Some(number) = row.get_attribute("data-line").and_then(|number| number.parse::<usize>().ok()) else { return };
    let Some(code) = row.query_selector("code").ok().flatten() else { return };
    let Ok(offset) = u32::try_from(shims::text_offset_at(&code, event.client_x(), event.client_y())) else { return };
    let line = &file.view.text[file.lines.range(&file.view.text, number.saturating_sub(1))];
    let Some(place) = identifier_at(line, offset) else { return };
    let (Ok(number), Ok(column)) = (u32::try_from(number), u32::try_from(place.start)) else { return };
    bench.show_meaning(file.view.path.clone(), number, column, line[place].to_owned());
}
