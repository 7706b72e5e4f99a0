//! The symbols of the open file.

use super::dynamic::dynamic;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;

/// Most rows drawn; in a file with more, search is the better way.
const MOST: usize = 400;

#[component]
pub fn Outline() -> impl IntoView {
    let bench = Workbench::get();
    let typed = RwSignal::new(String::new());
    let rows = move || {
        let file = bench.file.get()?;
        let wanted = typed.get().to_lowercase();
        let is_wanted = |name: &str| wanted.split_whitespace().all(|word| name.to_lowercase().contains(word));
        let items: Vec<_> = file.view.outline.iter().filter(|item| is_wanted(&item.name)).collect();
        let more = items.len().saturating_sub(MOST);
        let is_empty = items.is_empty();
        let rows = items.into_iter().take(MOST).map(|item| {
            let (symbol, name, kind) = (item.symbol, item.name.clone(), item.kind.clone());
            let (line, end, path) = (item.start_line, item.end_line, file.view.path.clone());
            let go = move |_| match bench.is_arriving() {
                // Its page shows calls.
                true => bench.jump(&path, line, end),
                false => bench.show_symbol(symbol, true),
            };
            view! {
                <li>
                    <button class="outline-row" data-item="" style:padding-left=format!("{}px", 8 + item.depth.min(8) * 12)
                        title=strings::outline_row(&kind, line) on:click=go>
                        <span class="kind" data-kind=kind.clone() aria-hidden="true">{kind.chars().next().unwrap_or('?')}</span>
                        <bdi>{name}</bdi>
                    </button>
                </li>
            }
        });
        Some(view! {
            <ul data-list="">
                {rows.collect_view()}
                {(more > 0).then(|| view! { <li class="quiet">{strings::common_and_more(more)}</li> })}
                {is_empty.then(|| view! { <li class="quiet">{strings::outline_none()}</li> })}
            </ul>
        })
    };
    let has_outline =
        Memo::new(move |_| bench.file.with(|it| it.as_ref().is_some_and(|it| !it.view.outline.is_empty())));
    dynamic(move || {
        has_outline.get().then(|| {
            view! {
                <section class="outline" aria-label=strings::outline_title()>
                    <h2 class="section-title">{strings::outline_title()}</h2>
                    <input type="text" class="outline-filter" data-testid="outline-filter" placeholder=strings::outline_filter()
                        aria-label=strings::outline_filter_label()
                        maxlength="200" autocomplete="off" spellcheck="false" prop:value=move || typed.get()
                        on:input=move |event| typed.set(event_target_value(&event))/>
                    {dynamic(rows)}
                </section>
            }
        })
    })
}
