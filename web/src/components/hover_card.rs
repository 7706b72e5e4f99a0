//! What an identifier is: its signature, its documentation, where it is defined and by which rule.

use super::dynamic::dynamic;
use crate::strings;
use crate::text::pixels;
use crate::workbench::{Card, Workbench};
use leptos::prelude::*;

/// The maximum size in `styles/reading.css`, in pixels.
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 240.0;
/// Most letters shown of a documentation.
const LONGEST: usize = 400;

/// A card near the identifier; it never takes the pointer or the focus.
#[component]
pub fn HoverCard() -> impl IntoView {
    let bench = Workbench::get();
    dynamic(move || bench.reading.card.get().map(card))
}

fn card(card: Card) -> impl IntoView {
    let Card { place, at: (left, bottom), symbol, signature, doc, why, others } = card;
    // A window without a size, which no browser has, would be as large as any.
    let size = |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|it| it.as_f64()).unwrap_or(1e4);
    let left = left.min(size(window().inner_width()) - WIDTH - 8.0).max(8.0);
    let height = size(window().inner_height());
    let is_below = bottom + HEIGHT < height;
    let top = if is_below { pixels(bottom + 6.0) } else { "auto".to_owned() };
    let from_bottom = if is_below { "auto".to_owned() } else { pixels(height - bottom + 26.0) };
    let name = symbol.as_ref().map_or_else(|| place.name.clone(), |it| format!("{} {}", it.kind, it.qualified_name));
    let defined = symbol.map(|it| format!("{}:{}", it.path, it.start_line));
    let doc: Option<String> = doc.map(|doc| doc.chars().take(LONGEST).collect());
    view! {
        <div class="preview hover-card" role="tooltip" data-testid="hover-card" style:left=pixels(left) style:top=top style:bottom=from_bottom>
            <p class="hover-name"><bdi>{name}</bdi></p>
            {(!signature.is_empty()).then(|| view! { <pre class="symbol-signature">{signature}</pre> })}
            {doc.map(|doc| view! { <p class="symbol-doc">{doc}</p> })}
            {defined.map(|place| view! { <p class="hover-place"><bdi>{place}</bdi></p> })}
            <p class="quiet">{why}</p>
            {(others > 0).then(|| view! { <p class="quiet">{strings::hover_card_others(others)}</p> })}
            <p class="quiet">{strings::hover_card_keys()}</p>
        </div>
    }
}
