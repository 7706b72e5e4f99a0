//! The symbols of the open file.

use super::dynamic::dynamic;
use crate::workbench::Workbench;
use leptos::prelude::*;

/// Most rows drawn; in a file with more, search is the better way.
const MOST: usize = 400;

#[component]
pub fn Outline() -> impl IntoView {
    let bench = Workbench::get();
    dynamic(move || {
        let file = bench.file.get().filter(|file| !file.view.outline.is_empty())?;
        let more = file.view.outline.len().saturating_sub(MOST);
        let rows = file.view.outline.iter().take(MOST).map(|item| {
            let (symbol, name, kind) = (item.symbol, item.name.clone(), item.kind.clone());
            let line = item.start_line;
            view! {
                <li>
                    <button class="outline-row" data-item="" style:padding-left=format!("{}px", 8 + item.depth.min(8) * 12)
                        title=format!("{kind}, line {line}") on:click=move |_| bench.show_symbol(symbol, true)>
                        <span class="kind" data-kind=kind.clone() aria-hidden="true">{kind.chars().next().unwrap_or('?')}</span>
                        <bdi>{name}</bdi>
                    </button>
                </li>
            }
        });
        Some(view! {
            <section class="outline" aria-label="Outline">
                <h2 class="section-title">"Outline"</h2>
                <ul data-list="">
                    {rows.collect_view()}
                    {(more > 0).then(|| view! { <li class="quiet">{format!("and {more} more")}</li> })}
                </ul>
            </section>
        })
    })
}
