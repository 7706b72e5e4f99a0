//! What a type or method extends or overrides, and what extends, implements or overrides it.

use crate::strings;
use crate::text::length;
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
            {list(strings::relatives_list_above(), supertypes)}
            {list(strings::relatives_list_below(), implementations)}
        </div>
        {(!is_all).then(|| view! { <p class="quiet">{strings::common_not_all_read()}</p> })}
    }
}

fn list(title: &'static str, relatives: Vec<Relative>) -> impl IntoView {
    let bench = Workbench::get();
    let (all, is_cut) = (relatives.len(), relatives.len() > MOST);
    let counted = match length(&relatives) {
        0 => strings::common_none_known().to_owned(),
        all => strings::common_count_symbols(all),
    };
    let rows = relatives.into_iter().filter(|it| !bench.hides(&it.path)).take(MOST).map(|it| row(bench, it));
    view! {
        <section>
            <h4 class="section-title">{title} " " <span class="quiet">{counted}</span></h4>
            <ul data-list="">{rows.collect_view()}</ul>
            {is_cut.then(|| view! { <p class="quiet">{strings::common_showing(MOST, all)}</p> })}
        </section>
    }
}

fn row(bench: Workbench, relative: Relative) -> impl IntoView {
    let Relative { name, symbol, sure, path, line, distance } = relative;
    let word = match (symbol.is_some(), sure) {
        (false, _) => strings::relatives_list_not_here(),
        (true, Sureness::SameName) => strings::relatives_list_same_name(),
        (true, _) => strings::relatives_list_resolved(),
    };
    let words = match distance {
        0 | 1 => word.to_owned(),
        levels => format!("{word}, {}", strings::relatives_list_levels(levels)),
    };
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
            <span class="edge-sure">{words}</span>
            <button class="place" title=path on:click=move |_| bench.open(&at, line, line)>{place}</button>
        </li>
    }
}
