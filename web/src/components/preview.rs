//! The preview of a citation's lines, while the pointer is on it.

use super::coloured::Coloured;
use super::dynamic::dynamic;
use super::lines_dialog::words;
use crate::strings;
use crate::text::{beginning, pixels, with_signature};
use crate::workbench::{Preview, Workbench};
use leptos::prelude::*;
use protocol::SpanCheck;

const MOST_LINES: usize = 14;
/// The maximum size in `styles/answer.css`, in pixels.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 320.0;

/// A tooltip near the chip; it never takes the pointer or the focus.
#[component]
pub fn CitationPreview() -> impl IntoView {
    let bench = Workbench::get();
    dynamic(move || bench.preview.get().map(card))
}

fn card(preview: Preview) -> impl IntoView {
    let Preview { at: (left, bottom), citation, evidence } = preview;
    // A window without a size, which no browser has, would be as large as any.
    let size = |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|it| it.as_f64()).unwrap_or(1e4);
    let left = left.min(size(window().inner_width()) - WIDTH - 8.0).max(8.0);
    let height = size(window().inner_height());
    // Below the chip, or above it where there is no room below.
    let is_below = bottom + HEIGHT < height;
    let top = if is_below { pixels(bottom + 6.0) } else { "auto".to_owned() };
    let from_bottom = if is_below { "auto".to_owned() } else { pixels(height - bottom + 26.0) };
    let place = match &citation.commit {
        Some(commit) => commit.to_string(),
        None => format!("{} {}-{}", citation.path, citation.start_line, citation.end_line),
    };
    let excerpt = evidence.map(|evidence| {
        let text = with_signature(&evidence.excerpt, evidence.signature.as_deref(), MOST_LINES);
        beginning(text.lines(), MOST_LINES)
    });
    // The extension of a file names its language.
    let language = citation.path.rsplit_once('.').map_or_else(String::new, |(_, extension)| extension.to_owned());
    view! {
        <div class="preview" role="tooltip" style:left=pixels(left) style:top=top style:bottom=from_bottom>
            <p class="preview-place"><bdi>{place}</bdi></p>
            {(citation.check != SpanCheck::Verified).then(|| view! { <p class="note">{words(citation.check)}</p> })}
            {citation.symbol.map(|symbol| view! { <p class="quiet">{symbol}</p> })}
            {excerpt.map(|(text, more)| view! {
                <pre><Coloured language text/></pre>
                {(more > 0).then(|| view! { <p class="quiet">{strings::text_more_lines(more)}</p> })}
            })}
        </div>
    }
}
