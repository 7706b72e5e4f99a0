//! The symbols that a clicked name may refer to, where the code does not prove one.

use crate::strings;
use crate::text::{length, local_name};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Candidate, Meaning};
use std::sync::Arc;

#[component]
pub fn MeaningPanel(meaning: Arc<Meaning>) -> impl IntoView {
    let bench = Workbench::get();
    let Meaning { name, candidates, more, local, unresolved } = (*meaning).clone();
    let count = length(&candidates).saturating_add(more);
    let heading = match (count, local) {
        (0, Some(local)) => strings::meaning_panel_local(local_name(local)),
        (0, None) => strings::meaning_panel_not_here().to_owned(),
        (count, _) => strings::meaning_panel_may_be(count),
    };
    let label = strings::meaning_panel_label(&name);
    view! {
        <section class="symbol" data-testid="meaning" aria-label=label>
            <header class="symbol-head">
                <h3><bdi>{name}</bdi><span class="quiet">" "{heading}</span></h3>
                <button class="button small icon" aria-label=strings::meaning_panel_close() on:click=move |_| bench.meaning.set(None)>
                    "\u{2715}"
                </button>
            </header>
            {unresolved.map(|why| view! { <p class="quiet">{strings::meaning_panel_unresolved(why)}</p> })}
            <ul data-list="">{candidates.into_iter().map(|candidate| view! { <Row candidate/> }).collect_view()}</ul>
            {(more > 0).then(|| view! { <p class="quiet">{strings::meaning_panel_more(more)}</p> })}
        </section>
    }
}

#[component]
fn Row(candidate: Candidate) -> impl IntoView {
    let bench = Workbench::get();
    let Candidate { symbol, why, certain } = candidate;
    let id = symbol.symbol;
    let place = format!("{}:{}", symbol.path, symbol.start_line);
    let name = symbol.qualified_name.clone();
    view! {
        <li class="edge" class:possible=!certain data-testid="candidate-row" data-symbol=symbol.qualified_name>
            <button class="edge-name" data-item="" on:click=move |_| bench.show_symbol(id, true)>
                <bdi>{name}</bdi>
            </button>
            <span class="edge-sure">{why}</span>
            <span class="quiet">{place}</span>
        </li>
    }
}
