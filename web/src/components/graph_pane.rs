//! The pane for the call graph around a symbol.

use super::diagram::Diagram;
use super::dynamic::dynamic;
use super::graph_questions::{GraphFilters, GraphQuestions};
use super::notices::Problem;
use crate::graph_text::Drawing;
use crate::history::History;
use crate::strings;
use crate::text::length;
use crate::workbench::{Tab, Workbench};
use leptos::prelude::*;
use protocol::{Direction, Neighbourhood};
use std::sync::Arc;

const DIRECTIONS: [(Direction, strings::Message); 3] = [
    (Direction::Both, strings::graph_pane_both),
    (Direction::Callers, strings::common_callers),
    (Direction::Callees, strings::graph_pane_callees),
];

/// The diagram with one symbol in the middle; a click on another puts that in the middle.
#[component]
pub fn GraphPane() -> impl IntoView {
    let bench = Workbench::get();
    let graph = bench.graph;
    let is_arriving = Memo::new(move |_| bench.arriving().is_some());
    // Opened without a symbol: one is chosen.
    Effect::new(move |_| {
        let is_open = bench.tab.get() == Tab::Graph && bench.overview.with(Option::is_some);
        if is_open && graph.history.with(|history| history.current().is_none()) {
            bench.begin_walk();
        }
    });
    // Empty while no graph is shown.
    let drawing = Memo::new(move |_| bench.graph_drawing());
    let source = Signal::derive(move || drawing.with(|it| it.as_ref().map_or_else(String::new, Drawing::mermaid)));
    let title = move || {
        let filtered = drawing.with(|it| it.as_ref().map_or(0, |it| it.left_out));
        graph.shown.with(|it| it.as_ref().map_or_else(String::new, |it| title_of(it, filtered)))
    };
    let walk = Callback::new(move |name: String| {
        let index = name.strip_prefix('n').and_then(|index| index.parse::<usize>().ok());
        let at = drawing.with_untracked(|it| it.as_ref().zip(index).and_then(|(it, at)| Some(it.boxes.get(at)?.1)));
        let node = graph.shown.with_untracked(|it| it.as_ref().zip(at).and_then(|(it, at)| it.nodes.get(at).cloned()));
        if let Some(node) = node {
            bench.walk_to(node.symbol.symbol);
        }
    });
    view! {
        <GraphTools/>
        <GraphFilters/>
        {dynamic(move || graph.problem.get().map(|message| view! { <Problem message/> }))}
        {dynamic(move || graph.shown.with(Option::is_none).then(|| view! {
            <p class="pane-empty quiet">
                {dynamic(move || match is_arriving.get() {
                    true => strings::graph_pane_arriving(),
                    false => strings::graph_pane_empty(),
                })}
            </p>
        }))}
        <p class="graph-title" aria-live="polite">{dynamic(title)}</p>
        <Diagram
            source
            testid="neighbourhood-svg"
            label=Signal::derive(move || strings::graph_pane_label(title()))
            file_name="neighbourhood.svg"
            on_node=walk
            marks=Signal::stored("n0=running".to_owned())
            is_shown=Signal::derive(move || bench.tab.get() == Tab::Graph)
        />
        <GraphQuestions/>
        {dynamic(move || graph.shown.get().map(|shown| view! { <Beside shown/> }))}
    }
}

/// `filtered`: symbols that the filters leave out.
fn title_of(shown: &Neighbourhood, filtered: usize) -> String {
    let Some(middle) = shown.nodes.first() else { return String::new() };
    let left_out = shown.omitted.len() as u64 + u64::from(shown.more);
    let symbols = strings::common_count_symbols(length(&shown.nodes));
    let calls = strings::common_count_calls(length(&shown.edges));
    let mut parts = vec![format!("{}: {symbols}, {calls}", middle.symbol.name)];
    parts.extend((left_out > 0).then(|| strings::graph_pane_not_drawn(left_out)));
    parts.extend((filtered > 0).then(|| strings::graph_pane_filtered(filtered)));
    parts.join("; ")
}

#[component]
fn GraphTools() -> impl IntoView {
    let bench = Workbench::get();
    let graph = bench.graph;
    let go = move |moved: Option<bool>| {
        if moved == Some(true) {
            bench.load_neighbourhood();
        }
    };
    let set_depth = move |event| {
        graph.depth.set(event_target_value(&event).parse().unwrap_or(1));
        bench.load_neighbourhood();
    };
    view! {
        <div class="graph-tools">
            <button class="button small icon" aria-label=strings::graph_pane_back() disabled=move || graph.history.with(|it| !it.can_go_back())
                on:click=move |_| go(graph.history.try_update(History::back))>"\u{2190}"</button>
            <button class="button small icon" aria-label=strings::graph_pane_forward() disabled=move || graph.history.with(|it| !it.can_go_forward())
                on:click=move |_| go(graph.history.try_update(History::forward))>"\u{2192}"</button>
            <label>{strings::graph_pane_depth()}" "
                <select on:change=set_depth prop:value=move || graph.depth.get().to_string()>
                    <option value="1">"1"</option>
                    <option value="2">"2"</option>
                    <option value="3">"3"</option>
                </select>
            </label>
            <div class="choice" role="group" aria-label=strings::graph_pane_direction()>
                {DIRECTIONS.map(|(direction, name)| view! {
                    <button class="button small" aria-pressed=move || (graph.direction.get() == direction).to_string()
                        on:click=move |_| { graph.direction.set(direction); bench.load_neighbourhood(); }>
                        {name()}
                    </button>
                })}
            </div>
            <span class="legend quiet">
                <span class="legend-line" aria-hidden="true"></span> {strings::common_proven()}" "
                <span class="legend-line dashed" aria-hidden="true"></span> {strings::common_possible()}
            </span>
        </div>
    }
}

/// Below the diagram: the code of the middle symbol, and the symbols that are not drawn.
#[component]
fn Beside(shown: Arc<Neighbourhood>) -> impl IntoView {
    let bench = Workbench::get();
    let middle = shown.nodes.first().map(|node| node.symbol.symbol);
    let more = shown.more;
    let omitted = shown.omitted.clone();
    view! {
        <div class="graph-beside">
            {middle.map(|symbol| view! {
                <button class="button small" on:click=move |_| bench.show_symbol(symbol, true)>{strings::graph_pane_open_code()}</button>
            })}
            {(!omitted.is_empty()).then(|| view! {
                <details class="unresolved">
                    <summary class="section-title">{strings::graph_pane_left_out(omitted.len() as u64 + u64::from(more))}</summary>
                    <ul data-list="">
                        {omitted.into_iter().map(|it| {
                            let symbol = it.symbol;
                            view! {
                                <li class="edge">
                                    <button class="edge-name" data-item="" on:click=move |_| bench.walk_to(symbol)>
                                        <bdi>{it.qualified_name}</bdi>
                                    </button>
                                </li>
                            }
                        }).collect_view()}
                        {(more > 0).then(|| view! { <li class="quiet">{strings::common_and_more(more)}</li> })}
                    </ul>
                </details>
            })}
        </div>
    }
}
