//! The current place in the code, with back and forward.

use super::crumb_list::{Crumb, CrumbList};
use super::dynamic::dynamic;
use super::place_menu::PlaceMenu;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::OutlineItem;

/// Back, forward, the path, and the symbols around the highlighted lines.
#[component]
pub fn Breadcrumbs() -> impl IntoView {
    let bench = Workbench::get();
    let crumbs = Signal::derive(move || {
        let Some(place) = bench.lit() else { return Vec::new() };
        let path = place.path.split('/').map(|part| Crumb { name: part.to_owned(), symbol: None });
        let around = bench
            .file
            .with(|file| file.as_ref().map_or_else(Vec::new, |file| enclosing(&file.view.outline, place.start)));
        path.chain(around.into_iter().map(|item| Crumb { name: item.name, symbol: Some(item.symbol) })).collect()
    });
    view! {
        <nav class="crumbs" aria-label=strings::breadcrumbs_label()>
            <button class="button small icon" aria-label=strings::breadcrumbs_back() title=format!("{}  [", strings::breadcrumbs_back()) on:click=move |_| bench.back()
                disabled=move || bench.places.with(|it| !it.can_go_back())>"\u{2190}"</button>
            <button class="button small icon" aria-label=strings::breadcrumbs_forward() title=format!("{}  ]", strings::breadcrumbs_forward()) on:click=move |_| bench.forward()
                disabled=move || bench.places.with(|it| !it.can_go_forward())>"\u{2192}"</button>
            <CrumbList crumbs/>
            <PlaceMenu/>
            {dynamic(move || bench.file.with(Option::is_some).then(|| view! {
                <button class="button small" data-testid="ask-lines" title=strings::breadcrumbs_ask_about()
                    on:mousedown=move |event| event.prevent_default() on:click=move |_| bench.ask_about_lines()>{strings::common_ask()}</button>
            }))}
        </nav>
    }
}

/// The symbols whose lines hold `line`, outermost first.
fn enclosing(outline: &[OutlineItem], line: u32) -> Vec<OutlineItem> {
    outline.iter().filter(|item| (item.start_line..=item.end_line).contains(&line)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_symbols_around_a_line_are_listed_outermost_first() {
        let item = |name: &str, start_line, end_line| OutlineItem {
            symbol: 0,
            name: name.into(),
            kind: "function".into(),
            depth: 0,
            start_line,
            end_line,
        };
        let outline = [item("Session", 1, 50), item("open", 5, 9), item("close", 10, 20)];
        let names: Vec<_> = enclosing(&outline, 10).into_iter().map(|item| item.name).collect();
        assert_eq!(names, ["Session", "close"]);
        assert!(enclosing(&outline, 0).is_empty());
    }
}
