//! The panel for a symbol: definition, callers and callees with confidence, unresolved calls.

use super::dynamic::dynamic;
use super::relatives_list::RelativesList;
use crate::strings;
use crate::text::{file_name, length, shown_name, whole};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{CallEdge, SymbolPage, SymbolSummary};
use std::sync::Arc;

/// Most rows drawn of one list.
const MOST: usize = 200;

#[component]
pub fn SymbolPanel(page: Arc<SymbolPage>) -> impl IntoView {
    let bench = Workbench::get();
    let SymbolSummary { symbol, qualified_name, kind, path, start_line, end_line, .. } = page.symbol.clone();
    let place = format!("{path}:{start_line}-{end_line}");
    let here = path.clone();
    let label = strings::symbol_panel_label(&qualified_name);
    // In English, which the offline model reads.
    let question = format!("What does `{qualified_name}` do?");
    view! {
        <section class="symbol" data-testid="symbol-page" aria-label=label>
            <header class="symbol-head">
                <h3><span class="quiet">{kind}</span> " " <bdi>{qualified_name}</bdi></h3>
                <button class="button small" data-testid="ask-symbol" on:click=move |_| bench.propose_question(question.clone())>{strings::common_ask()}</button>
                <button class="button small" data-testid="find-references" title="Shift F12"
                    on:click=move |_| bench.show_references(symbol)>{strings::symbol_panel_references()}</button>
                <button class="button small" data-testid="find-relatives" on:click=move |_| bench.show_relatives(symbol)>{strings::symbol_panel_implementations()}</button>
                <button class="button small" on:click=move |_| bench.walk_to(symbol)>{strings::common_graph()}</button>
                <button class="button small icon" aria-label=strings::symbol_panel_close() on:click=move |_| bench.symbol.set(None)>
                    "\u{2715}"
                </button>
            </header>
            <pre class="symbol-signature">{page.signature.clone()}</pre>
            {page.doc.clone().map(|doc| view! { <p class="symbol-doc">{doc}</p> })}
            <button class="place" on:click=move |_| bench.open(&path, start_line, end_line)><bdi>{place}</bdi></button>
            {dynamic(move || {
                let relatives = bench.reading.relatives.get().filter(|(of, _)| *of == symbol);
                relatives.map(|(_, relatives)| view! { <RelativesList relatives/> })
            })}
            <div class="symbol-edges">
                <Edges title=strings::common_callers() testid="caller-row" here=here.clone() edges=page.callers.clone()/>
                <Edges title=strings::symbol_panel_calls() testid="callee-row" here edges=page.callees.clone()/>
            </div>
            <Unresolved page=Arc::clone(&page)/>
            <Namesakes symbols=page.namesakes.clone()/>
        </section>
    }
}

#[component]
fn Edges(title: &'static str, testid: &'static str, here: String, edges: Vec<CallEdge>) -> impl IntoView {
    let bench = Workbench::get();
    dynamic(move || {
        let shown = edges.iter().filter(|edge| !bench.hides(&edge.path)).cloned().collect();
        edge_list(title, testid, &here, shown, length(&edges))
    })
}

/// `here`: the file of the symbol. `known`: how many there are with those that are hidden.
fn edge_list(
    title: &'static str,
    testid: &'static str,
    here: &str,
    edges: Vec<CallEdge>,
    known: u32,
) -> impl IntoView + use<> {
    let hidden = known - length(&edges);
    let all = length(&edges);
    let proven = edges.iter().map(|edge| u32::from(edge.proven)).sum::<u32>();
    let possible = all - proven;
    let counts = match (proven, possible) {
        (0, 0) => strings::common_none_known().to_owned(),
        (proven, 0) => strings::symbol_panel_at_proven(proven),
        (0, possible) => strings::symbol_panel_at_possible(possible),
        _ => strings::symbol_panel_at(all, proven, possible),
    };
    view! {
        <section>
            <h4 class="section-title">{title} " " <span class="quiet">{counts}</span></h4>
            <ul data-list="">
                {edges.into_iter().take(MOST).map(|edge| {
                    // The name needs the room: of a place in the same file the line says enough.
                    let is_here = edge.path == here;
                    view! { <EdgeRow edge testid is_here/> }
                }).collect_view()}
            </ul>
            {(hidden > 0).then(|| view! { <p class="quiet">{strings::symbol_panel_hidden(hidden)}</p> })}
            {(all as usize > MOST).then(|| view! { <p class="quiet">{strings::common_showing(MOST, all)}</p> })}
        </section>
    }
}

#[component]
fn EdgeRow(edge: CallEdge, testid: &'static str, is_here: bool) -> impl IntoView {
    let bench = Workbench::get();
    let CallEdge { other, path, line, rule, confidence, proven } = edge;
    let word = if proven { strings::common_proven() } else { strings::common_possible() };
    let why = strings::symbol_panel_why(word, rule, whole(f64::from(confidence) * 100.0));
    let site = if is_here { strings::symbol_panel_line(line) } else { format!("{}:{line}", file_name(&path)) };
    let symbol = other.symbol;
    view! {
        <li class="edge" class:possible=!proven data-testid=testid data-symbol=other.qualified_name.clone()>
            <button class="edge-name" data-item="" title=other.qualified_name.clone()
                on:click=move |_| bench.show_symbol(symbol, true)>
                <bdi>{shown_name(other.name)}</bdi>
            </button>
            <span class="edge-sure" title=why>{word}</span>
            <button class="place" title=path.clone() on:click=move |_| bench.open(&path, line, line)>{site}</button>
        </li>
    }
}

#[component]
fn Unresolved(page: Arc<SymbolPage>) -> impl IntoView {
    let bench = Workbench::get();
    let path = page.symbol.path.clone();
    let rows = page.unresolved.clone();
    (!rows.is_empty()).then(|| {
        view! {
            <details class="unresolved">
                <summary class="section-title">{strings::symbol_panel_unresolved(length(&rows))}</summary>
                <ul>
                    {rows.into_iter().take(MOST).map(|(line, callee, why)| {
                        let path = path.clone();
                        view! {
                            <li class="edge">
                                <code>{callee}</code>
                                <span class="quiet">{why}</span>
                                <button class="place" on:click=move |_| bench.open(&path, line, line)>{strings::symbol_panel_line(line)}</button>
                            </li>
                        }
                    }).collect_view()}
                </ul>
            </details>
        }
    })
}

#[component]
fn Namesakes(symbols: Vec<SymbolSummary>) -> impl IntoView {
    let bench = Workbench::get();
    (!symbols.is_empty()).then(|| {
        view! {
            <details class="unresolved">
                <summary class="section-title">{strings::symbol_panel_namesakes(symbols.len())}</summary>
                <ul>
                    {symbols.into_iter().take(MOST).map(|it| {
                        let symbol = it.symbol;
                        view! {
                            <li class="edge">
                                <button class="edge-name" on:click=move |_| bench.show_symbol(symbol, true)>
                                    <bdi>{it.qualified_name}</bdi>
                                </button>
                                <span class="quiet">{it.kind}</span>
                            </li>
                        }
                    }).collect_view()}
                </ul>
            </details>
        }
    })
}
