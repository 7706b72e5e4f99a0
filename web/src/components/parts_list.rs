//! The map of parts as a list: each part with what it says of itself and what it uses.

use crate::strings;
use crate::text::length;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{MapEdge, MapPart, PartsMap};
use std::sync::Arc;

/// Parts that are named of those that a part uses.
const USES: usize = 6;

#[component]
pub fn PartsList(map: Arc<PartsMap>) -> impl IntoView {
    let bench = Workbench::get();
    let more = map.more;
    let rows = map.parts.iter().enumerate().map(|(at, part)| {
        let (said, uses) = (part.said.clone(), uses(&map, at));
        let (name, size, part) = (part.name.clone(), size_of(part), part.clone());
        view! {
            <li class="parts-row">
                <button class="link" data-item="" data-testid="parts-item" on:click=move |_| enter(bench, &part)><bdi>{name}</bdi></button>
                " "<span class="quiet">{size}</span>
                {(!said.is_empty()).then(|| view! { <p><bdi>{said}</bdi></p> })}
                {uses.map(|uses| view! { <p class="quiet"><bdi>{uses}</bdi></p> })}
            </li>
        }
    });
    let rows = rows.collect_view();
    view! {
        <details class="parts-list">
            <summary data-testid="parts-list-open">{strings::parts_list_open(length(&map.parts))}</summary>
            <ul data-list="">
                {rows}
                {(more > 0).then(|| view! { <li class="quiet">{strings::parts_list_more(more)}</li> })}
            </ul>
        </details>
    }
}

/// "uses core (12 calls, 3 files import it), web (1 call)"; `None` where it uses no other part.
fn uses(map: &PartsMap, part: usize) -> Option<String> {
    let own: Vec<&MapEdge> = map.edges.iter().filter(|edge| edge.from as usize == part).collect();
    let named = own.iter().take(USES).map(|edge| {
        let name = map.parts.get(edge.to as usize).map_or("", |part| part.name.as_str());
        format!("{name} ({})", amount(edge))
    });
    let named: Vec<String> = named.collect();
    let more = own.len().saturating_sub(USES);
    let parts = named.join(", ");
    (!named.is_empty()).then(|| match more {
        0 => strings::parts_list_uses(parts),
        more => strings::parts_list_uses_more(parts, more),
    })
}

fn amount(edge: &MapEdge) -> String {
    let calls = (edge.calls > 0).then(|| strings::common_count_calls(edge.calls));
    let files = (edge.files > 0).then(|| strings::parts_list_importing(edge.files));
    calls.into_iter().chain(files).collect::<Vec<_>>().join(", ")
}

/// Opens a file, or goes into a folder.
pub fn enter(bench: Workbench, part: &MapPart) {
    if part.is_folder { bench.go_into(part.path.clone()) } else { bench.open(&part.path, 0, 0) }
}

/// "3 files, 120 lines"
pub fn size_of(part: &MapPart) -> String {
    let lines = strings::common_count_lines(part.lines);
    if part.is_folder { format!("{}, {lines}", strings::common_count_files(part.files)) } else { lines }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::MapPart;

    #[test]
    fn what_a_part_uses_is_counted() {
        let part = |name: &str| MapPart {
            path: name.into(),
            name: name.into(),
            is_folder: true,
            files: 1,
            lines: 1,
            head: String::new(),
            said: String::new(),
        };
        let edges = vec![
            MapEdge { from: 0, to: 1, calls: 12, files: 3 },
            MapEdge { from: 0, to: 2, calls: 1, files: 0 },
            MapEdge { from: 2, to: 1, calls: 0, files: 1 },
        ];
        let map = PartsMap { parts: ["app", "core", "web"].map(part).into(), edges, ..PartsMap::default() };
        assert_eq!(uses(&map, 0).as_deref(), Some("uses core (12 calls, 3 files import it), web (1 call)"));
        assert_eq!(uses(&map, 2).as_deref(), Some("uses core (1 file imports it)"));
        assert_eq!(uses(&map, 1), None);
    }
}
