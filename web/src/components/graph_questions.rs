//! What is asked of the call graph beside its drawing: who is reached by a change, and how one symbol reaches another.

use super::dynamic::{dynamic, set_if_alive};
use crate::graph_text::Collapse;
use crate::shims;
use crate::strings;
use crate::text::{file_name, length};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{CallPath, Impact};
use std::sync::Arc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Most symbols listed as reached.
const MOST: usize = 300;
/// Longest name that is typed, in characters.
const LONGEST: usize = 500;

/// What of the graph is drawn, and in which form it is saved.
#[component]
pub fn GraphFilters() -> impl IntoView {
    let bench = Workbench::get();
    let filter = bench.reading.graph_filter;
    let collapse = move |event| {
        let chosen = match event_target_value(&event).as_str() {
            "files" => Collapse::Files,
            "folders" => Collapse::Folders,
            _ => Collapse::Symbols,
        };
        filter.update(|filter| filter.collapse = chosen);
    };
    let shown = move || match filter.with(|filter| filter.collapse) {
        Collapse::Symbols => "symbols",
        Collapse::Files => "files",
        Collapse::Folders => "folders",
    };
    let panel = || document().get_element_by_id("tab-graph-panel");
    let png = move |_| {
        let Some(host) = panel().and_then(|panel| panel.query_selector("[data-diagram]").ok().flatten()) else {
            return;
        };
        let drawing = shims::download_png(&host, "neighbourhood.png");
        spawn_local(async move {
            if let Err(error) = JsFuture::from(drawing).await {
                bench.reading.answers.problem.set(Some(strings::graph_questions_no_picture(shims::error_text(&error))));
            }
        });
    };
    let dot = move |_| {
        if let Some(drawing) = bench.graph_drawing() {
            shims::download("neighbourhood.dot", "text/vnd.graphviz", &drawing.dot());
        }
    };
    let is_full = RwSignal::new(false);
    let on_full = Closure::<dyn FnMut(bool)>::new(move |is_now| set_if_alive(is_full, is_now));
    shims::on_full_screen(&on_full.into_js_value());
    let full = move |_| {
        let Some(panel) = panel() else { return };
        let turning = shims::toggle_full_screen(&panel);
        spawn_local(async move {
            if let Err(error) = JsFuture::from(turning).await {
                bench
                    .reading
                    .answers
                    .problem
                    .set(Some(strings::graph_questions_no_full_screen(shims::error_text(&error))));
            }
        });
    };
    view! {
        <div class="graph-form" role="group" aria-label=strings::graph_questions_drawn()>
            <button class="button small" data-testid="graph-tests" aria-pressed=move || bench.reading.hide_tests.get().to_string()
                on:click=move |_| bench.toggle_tests()>{strings::common_hide_tests()}</button>
            <button class="button small" data-testid="graph-proven" aria-pressed=move || filter.with(|it| it.proven_only).to_string()
                on:click=move |_| filter.update(|it| it.proven_only = !it.proven_only)>{strings::graph_questions_proven_only()}</button>
            <label>{strings::graph_questions_collapse()}" "
                <select data-testid="graph-collapse" on:change=collapse prop:value=shown>
                    <option value="symbols">{strings::graph_questions_symbol()}</option>
                    <option value="files">{strings::graph_questions_file()}</option>
                    <option value="folders">{strings::graph_questions_folder()}</option>
                </select>
            </label>
            <button class="button small" data-testid="graph-png" on:click=png>"PNG"</button>
            <button class="button small" data-testid="graph-dot" on:click=dot>"DOT"</button>
            <button class="button small" aria-pressed=move || is_full.get().to_string() on:click=full>{strings::graph_questions_full_screen()}</button>
        </div>
    }
}

#[component]
pub fn GraphQuestions() -> impl IntoView {
    let bench = Workbench::get();
    let answers = bench.reading.answers;
    let name = RwSignal::new(String::new());
    let depth = RwSignal::new(3u32);
    view! {
        <form class="graph-form" aria-label=strings::graph_questions_label()
            on:submit=move |event| { event.prevent_default(); bench.ask_path(name.get_untracked()); }>
            <input type="text" data-testid="path-to" aria-label=strings::graph_questions_path_to()
                placeholder=strings::graph_questions_path_to()
                maxlength=LONGEST autocomplete="off" spellcheck="false" prop:value=move || name.get()
                on:input=move |event| name.set(event_target_value(&event))/>
            <button class="button small" type="submit">{strings::graph_questions_show_path()}</button>
            <label>{strings::graph_questions_within()}" "
                <select aria-label=strings::graph_questions_calls() prop:value=move || depth.get().to_string()
                    on:change=move |event| depth.set(event_target_value(&event).parse().unwrap_or(3))>
                    {(1..=9u32).map(|n| view! { <option value=n selected={n == 3}>{n}</option> }).collect_view()}
                </select>
                " "{strings::graph_questions_within_calls()}" "
            </label>
            <button class="button small" type="button" data-testid="impact" on:click=move |_| bench.ask_impact(depth.get_untracked())>{strings::graph_questions_impact_of()}</button>
        </form>
        {dynamic(move || answers.problem.get().map(|why| view! { <p class="note" role="status">{why}</p> }))}
        {dynamic(move || answers.path.get().map(|path| view! { <PathFound path/> }))}
        {dynamic(move || answers.impact.get().map(|impact| view! { <ImpactFound impact/> }))}
    }
}

#[component]
fn PathFound(path: Arc<CallPath>) -> impl IntoView {
    let bench = Workbench::get();
    let CallPath { from, steps, .. } = (*path).clone();
    let said = strings::graph_questions_path_found(length(&steps), from.qualified_name);
    let rows = steps.into_iter().map(|step| {
        let (symbol, at, line) = (step.other.symbol, step.path.clone(), step.line);
        let word = if step.proven { strings::common_proven() } else { strings::common_possible() };
        let place = format!("{}:{line}", file_name(&step.path));
        view! {
            <li class="edge" class:possible=!step.proven data-testid="path-step">
                <button class="edge-name" data-item="" on:click=move |_| bench.walk_to(symbol)><bdi>{step.other.qualified_name}</bdi></button>
                <span class="edge-sure" title=step.rule>{word}</span>
                <button class="place" title=step.path on:click=move |_| bench.open(&at, line, line)>{place}</button>
            </li>
        }
    });
    let rows = rows.collect_view();
    view! {
        <section class="graph-answer" aria-label=strings::common_path()>
            <h4 class="section-title">{said}</h4>
            <ol data-list="">{rows}</ol>
        </section>
    }
}

#[component]
fn ImpactFound(impact: Arc<Impact>) -> impl IntoView {
    let bench = Workbench::get();
    dynamic(move || {
        let Impact { reached, total, tests, is_all } = (*impact).clone();
        let symbols = strings::common_count_symbols(total);
        let said = match is_all {
            true => strings::graph_questions_reached(symbols, tests),
            false => strings::graph_questions_reached_some(symbols, tests),
        };
        let hide = bench.reading.hide_tests.get();
        let shown: Vec<_> = reached.into_iter().filter(|it| !(hide && it.is_test)).collect();
        let left = shown.len().saturating_sub(MOST);
        let rows = shown.into_iter().take(MOST).map(|it| {
            let symbol = it.symbol.symbol;
            let word = if it.proven { strings::common_proven() } else { strings::common_possible() };
            view! {
                <li class="edge" class:possible=!it.proven data-testid="reached">
                    <button class="edge-name" data-item="" on:click=move |_| bench.walk_to(symbol)><bdi>{it.symbol.qualified_name}</bdi></button>
                    <span class="edge-sure">{format!("{}, {word}", strings::common_count_calls(it.distance))}</span>
                </li>
            }
        });
        let rows = rows.collect_view();
        view! {
            <section class="graph-answer" aria-label=strings::graph_questions_impact()>
                <h4 class="section-title" data-testid="impact-said">{said}</h4>
                <ul data-list="">{rows}</ul>
                {(left > 0).then(|| view! { <p class="quiet">{strings::common_and_more(left)}</p> })}
            </section>
        }
    })
}
