//! The pane for a run: the agent's graph with marked nodes, the checkpoints, the timeline.

use super::checkpoints::Checkpoints;
use super::diagram::Diagram;
use super::dynamic::{dynamic, list, set_if_alive};
use super::steps::StepRow;
use crate::run::{RunView, marks};
use crate::strings;
use crate::text::{duration, length};
use crate::workbench::{Tab, Workbench};
use leptos::prelude::*;
use protocol::{Command, Reply};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn RunPane() -> impl IntoView {
    let bench = Workbench::get();
    let mermaid = RwSignal::new(String::new());
    let shown = Memo::new(move |_| bench.runs.shown());
    // A stored run that cannot be read has no agent.
    let agent = Memo::new(move |_| {
        let named = shown.get().map(|run| run.view.with(|view| view.agent.clone()));
        named.filter(|agent| !agent.is_empty()).unwrap_or_else(|| bench.agent.get())
    });
    // An import loads nothing that only runs need.
    let is_ready = Memo::new(move |_| bench.welcome.with(Option::is_some) && bench.overview.with(Option::is_some));
    Effect::new(move |_| {
        let agent = agent.get();
        if is_ready.get() {
            spawn_local(async move {
                if let Some(Reply::AgentGraph { mermaid: text, .. }) = bench.call(Command::AgentGraph { agent }).await {
                    set_if_alive(mermaid, text);
                }
            });
        }
    });
    let marked = Memo::new(move |_| {
        let at = bench.runs.at.id.get();
        // Without a run there is nothing to mark.
        shown.get().map(|run| run.view.with(|view| marked(view, at))).unwrap_or_default()
    });
    let rows = move || shown.get().map_or_else(Vec::new, |run| run.view.with(|view| view.rows.clone()));
    let summary_of =
        |view: &RunView| format!("{}, {}", strings::common_count_lines(length(&view.rows)), duration(view.ms));
    let summary = move || shown.get().map(|run| run.view.with(summary_of));
    view! {
        <Diagram
            source=Signal::derive(move || mermaid.get())
            testid="run-svg"
            label=Signal::derive(move || strings::run_pane_graph(marked.with(|(_, words)| words.clone())))
            file_name="agent.svg"
            marks=Signal::derive(move || marked.with(|(marks, _)| marks.clone()))
            is_shown=Signal::derive(move || bench.tab.get() == Tab::Run)
        />
        <section class="timeline" aria-label=strings::run_pane_timeline()>
            {dynamic(move || shown.get().map(|run| view! { <Checkpoints run/> }))}
            <h3 class="section-title">{strings::run_pane_timeline()}" "<span class="quiet">{dynamic(summary)}</span></h3>
            {dynamic(move || shown.get().is_none().then(|| view! { <p class="quiet">{strings::run_pane_none()}</p> }))}
            <ol data-list="">
                {list(rows, |row| (row.id, row.state, Arc::as_ptr(row) as usize), |row| view! { <StepRow row/> })}
            </ol>
        </section>
    }
}

/// The marks for the diagram, and the same as sentences.
fn marked(view: &RunView, at: Option<u64>) -> (String, String) {
    let (mut text, mut words) = (String::new(), String::new());
    for (node, mark) in marks(view, at) {
        text.push_str(&format!("{node}={mark} "));
        words.push_str(&format!("{node}: {}. ", mark_words(mark)));
    }
    (text, words)
}

fn mark_words(mark: &str) -> &str {
    match mark {
        "visited" => strings::common_done(),
        "running" => strings::common_running(),
        "next" => strings::run_pane_next(),
        "interrupted" => strings::common_interrupted(),
        "failed" => strings::common_failed(),
        other => other,
    }
}
