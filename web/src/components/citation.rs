//! A citation as a numbered chip. Hover or focus previews its lines; a click opens and highlights them.

use super::dynamic::dynamic;
use crate::strings;
use crate::workbench::{Preview, RecordedLines, RunHandle, Workbench};
use leptos::html::Button;
use leptos::prelude::*;
use protocol::SpanCheck;

/// The chip of `[[number]]`; nothing if no citation has this number.
#[component]
pub fn Chip(number: u32, run: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    let chip = NodeRef::<Button>::new();
    let citation = Memo::new(move |_| run.view.with(|view| view.citation(number).cloned()));
    let is_lit = move || {
        citation.with(|citation| match (citation, bench.lit()) {
            (Some(it), Some(lit)) if it.check == SpanCheck::Verified && it.commit.is_none() => {
                (&it.path, it.start_line, it.end_line) == (&lit.path, lit.start, lit.end)
            }
            _ => false,
        })
    };
    let show = move || {
        let (Some(citation), Some(chip)) = (citation.get_untracked(), chip.get_untracked()) else { return };
        let evidence = run.view.with_untracked(|view| view.evidence_of(&citation));
        let rect = chip.get_bounding_client_rect();
        bench.preview.set(Some(Preview { at: (rect.left(), rect.bottom()), citation, evidence }));
    };
    // A chip that a closing dialog uncovers is entered by no movement.
    let is_entered = StoredValue::new(false);
    let moved_over = move || {
        if !is_entered.get_value() {
            is_entered.set_value(true);
            show();
        }
    };
    let hide = move || bench.preview.set(None);
    let open = move |_| {
        if let Some(citation) = citation.get_untracked() {
            hide();
            if let Some(commit) = citation.commit {
                return bench.open_commit(commit.hash);
            }
            let text = run.view.with_untracked(|view| view.evidence_of(&citation)).map(|it| it.excerpt.clone());
            let (start, end, check) = (citation.start_line, citation.end_line, citation.check);
            bench.open_recorded(RecordedLines { path: citation.path, start, end, text, check });
        }
    };
    dynamic(move || {
        citation.get().map(|citation| {
            let is_stale = citation.check != SpanCheck::Verified;
            let place = match &citation.commit {
                Some(commit) => commit.to_string(),
                None => strings::citation_place(&citation.path, citation.start_line, citation.end_line),
            };
            let label = match citation.check {
                SpanCheck::Verified => strings::citation_label(number, place),
                SpanCheck::Stale => strings::citation_stale(number, place),
                SpanCheck::Unchecked => strings::citation_unchecked(number, place),
            };
            view! {
                <button
                    class="chip"
                    class:lit=is_lit
                    class:stale=is_stale
                    data-testid="citation"
                    data-path=citation.path.clone()
                    data-start=citation.start_line
                    data-end=citation.end_line
                    data-commit=citation.commit.as_ref().map(|commit| commit.hash.clone())
                    aria-label=label
                    node_ref=chip
                    on:click=open
                    on:mousemove=move |_| moved_over()
                    on:mouseleave=move |_| {
                        is_entered.set_value(false);
                        hide();
                    }
                    on:focus=move |_| show()
                    on:blur=move |_| hide()
                >
                    {number}
                </button>
            }
        })
    })
}
