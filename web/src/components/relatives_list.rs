//! What a type or method extends or overrides, and what extends, implements or overrides it.

use crate::text::{length, plural};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Relative, Relatives, Sureness};
use std::sync::Arc;

/// Most rows drawn of one list.
const MOST: usize = 200;

#[component]
pub fn RelativesList(relatives: Arc<Relatives>) -> impl IntoView {
    let Relatives { supertypes, implementations, is_all } = (*relatives).clone();
    view! {
        <div class="symbol-edges" data-testid="relatives">
            {list("Extends or overrides", supertypes)}
            {list("Extended, implemented or overridden by", implementations)}
        </div>
        {(!is_all).then(|| view! { <p class="quiet">"Not all files were read, so there may be more."</p> })}
    }
}

fn list(title: &'static str, relatives: Vec<Relative>) -> impl IntoView {
    let bench = Workbench::get();
    let (all, is_cut) = (relatives.len(), relatives.len() > MOST);
    let counted = if all == 0 { "none known".to_owned() } else { plural(length(&relatives), "symbol") };
    let rows = relatives.into_iter().filter(|it| !bench.hides(&it.path)).take(MOST).map(|it| row(bench, it));
    view! {
        <section>
            <h4 class="section-title">{title} " " <span class="quiet">{counted}</span></h4>
            <ul data-list="">{rows.collect_view()}</ul>
            {is_cut.then(|| view! { <p class="quiet">{format!("showing {MOST} of {all}")}</p> })}
        </section>
    }
}

fn row(bench: Workbench, relative: Relative) -> impl IntoView {
    let Relative { name, symbol, sure, path, line, distance } = relative;
    let word = match (symbol.is_some(), sure) {
        (false, _) => "not in this repository",
        (true, Sureness::SameName) => "same name only",
        (true, _) => "resolved",
    };
    let between = if distance > 1 { format!(", {distance} levels") } else { String::new() };
    let (at, place) = (path.clone(), format!("{}:{line}", crate::text::file_name(&path)));
    let (label, shown) = (name.clone(), name);
    let title = match symbol {
        Some(symbol) => view! {
            <button class="edge-name" data-item="" on:click=move |_| bench.show_symbol(symbol.symbol, true)><bdi>{shown}</bdi></button>
        }
        .into_any(),
        None => view! { <bdi>{shown}</bdi> }.into_any(),
    };
    view! {
        <li class="edge" class:possible=sure == Sureness::SameName data-testid="relative-row" data-symbol=label>
            {title}
            <span class="edge-sure">{format!("{word}{between}")}</span>
            <button class="place" title=path on:click=move |_| bench.open(&at, line, line)>{place}</button>
        </li>
    }
}
