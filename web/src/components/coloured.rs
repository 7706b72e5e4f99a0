//! Code in colours: shown at once as it is, and coloured once the engine has answered.

use super::code_view::piece;
use super::dynamic::{dynamic, set_if_alive};
use crate::shims;
use crate::text::{LineIndex, pieces};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Command, HighlightRun, Reply};
use wasm_bindgen_futures::spawn_local;

/// Wait before colours are asked for, in milliseconds: code that still grows is drawn anew within it.
const SETTLED_MS: u32 = 120;

/// A text in the language that a block of code or the extension of a file names; empty for none.
#[component]
pub fn Coloured(language: String, text: String) -> impl IntoView {
    let bench = Workbench::get();
    let runs = RwSignal::new(Vec::<HighlightRun>::new());
    let asked = text.clone();
    if !language.is_empty() && !text.is_empty() {
        spawn_local(async move {
            shims::sleep(SETTLED_MS).await;
            if runs.try_get_untracked().is_none() {
                return;
            }
            // Without an answer it is shown without colours.
            if let Ok(Reply::Highlighted { runs: found }) =
                bench.engine.call(Command::Highlight { language, text: asked }).await
                && !found.is_empty()
            {
                set_if_alive(runs, found);
            }
        });
    }
    let coloured = dynamic(move || runs.with(|runs| draw(&text, runs)));
    view! { <code class="coloured">{coloured}</code> }
}

fn draw(text: &str, runs: &[HighlightRun]) -> Vec<AnyView> {
    if runs.is_empty() {
        return vec![text.to_owned().into_any()];
    }
    let lines = LineIndex::new(text);
    let mut out = Vec::new();
    for index in 0..lines.len() {
        let range = lines.range(text, index);
        let (shown, rest) = pieces(text, runs, range.clone());
        out.extend(shown.iter().map(piece));
        // Copied and read out whole: what colours leave out of a very long line follows without them.
        let end = text.floor_char_boundary(range.end - rest);
        out.push(format!("{}\n", &text[end..range.end]).into_any());
    }
    out
}
