//! The current place in the code, with back and forward.

use super::crumb_list::{Crumb, CrumbList};
use super::dynamic::dynamic;
use super::place_menu::PlaceMenu;
use crate::workbench::{OpenFile, Workbench};
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
        <nav class="crumbs" aria-label="Place in the code">
            <button class="button small icon" aria-label="Back" title="Back  [" on:click=move |_| bench.back()
                disabled=move || bench.places.with(|it| !it.can_go_back())>"\u{2190}"</button>
            <button class="button small icon" aria-label="Forward" title="Forward  ]" on:click=move |_| bench.forward()
                disabled=move || bench.places.with(|it| !it.can_go_forward())>"\u{2192}"</button>
            <CrumbList crumbs/>
            <PlaceMenu/>
            {dynamic(move || bench.file.with(Option::is_some).then(|| view! {
                <button class="button small" data-testid="ask-lines" title="About the selected lines, or else about what is shown"
                    on:mousedown=move |event| event.prevent_default() on:click=move |_| bench.ask_about_lines()>"Ask"</button>
            }))}
            <span class="quiet crumb-note only-desktop">{dynamic(move || bench.file.with(|file| file.as_ref().map(|file| note(file))))}</span>
        </nav>
    }
}

/// The symbols whose lines hold `line`, outermost first.
fn enclosing(outline: &[OutlineItem], line: u32) -> Vec<OutlineItem> {
    outline.iter().filter(|item| (item.start_line..=item.end_line).contains(&line)).cloned().collect()
}

fn note(file: &OpenFile) -> String {
    let lines = crate::text::count(u32::try_from(file.lines.len()).unwrap_or(u32::MAX));
    match &file.view.decoded_from {
        Some(encoding) => format!("{}, {lines} lines, from {encoding}", file.view.language),
        None => format!("{}, {lines} lines", file.view.language),
    }
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
