//! A stored run in the list: open, export, delete.

use super::buttons::ConfirmButton;
use super::dynamic::dynamic;
use super::markdown_view::line_with_code;
use crate::run::{status, status_name};
use crate::strings;
use crate::text::{ago, bytes, duration};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{RunOrigin, RunStatus, RunSummary};
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn RunRow(run: RunSummary) -> impl IntoView {
    let bench = Workbench::get();
    let (id, name) = (run.id.clone(), run.id.clone());
    let (to_export, to_delete) = (run.id.clone(), run.id.clone());
    let is_shown = move || bench.runs.shown().is_some_and(|run| run.view.with(|view| view.run == id));
    let is_working = run.status == RunStatus::Running;
    let (word, steps, began) = (status(&run.status), strings::common_count_steps(run.steps), run.started_at);
    let status_name = status_name(&run.status);
    let mut notes = vec![steps];
    notes.extend(run.imported.then(|| strings::run_row_from_file().to_owned()));
    notes.extend(run.not_stored.then(|| strings::common_not_stored().to_owned()));
    let notes = notes.join(", ");
    let words = move || format!("{word}, {}, {notes}", ago(bench.runs.now.get() - began));
    let origin = run.forked_from.as_ref().map(|origin| came_from(bench, origin));
    let title = format!("{}; {}, {}", run.question, duration(run.ms), strings::common_stored_bytes(bytes(run.bytes)));
    let question = line_with_code(&run.question);
    let delete = move || spawn_local(bench.delete_run(to_delete.clone()));
    view! {
        <li class="run-row" data-testid="run-row" data-run=name data-status=status_name class:current=is_shown>
            <button class="run-open" data-item="" data-testid="run-open" title=title on:click=move |_| bench.open_run(run.clone())>
                <bdi class="run-question">{question}</bdi>
                <span class="run-words"><span class="run-status">{dynamic(words)}</span></span>
                {origin.map(|origin| view! { <span class="run-words" data-testid="run-origin">{origin}</span> })}
            </button>
            <span class="run-tools">
                <button class="button small" data-testid="run-export" aria-label=strings::run_row_export_label()
                    title=strings::run_row_export_title()
                    on:click=move |_| bench.export_run(to_export.clone())>
                    {strings::common_export()}
                </button>
                <ConfirmButton words=strings::common_delete() testid="run-delete" act=delete is_off=is_working/>
            </span>
        </li>
    }
}

/// Which run a fork comes from, and from which checkpoint.
pub fn came_from(bench: Workbench, origin: &RunOrigin) -> String {
    let question = bench
        .runs
        .stored
        .with_untracked(|runs| runs.iter().find(|run| run.id == origin.run).map(|run| run.question.clone()));
    match question {
        Some(question) => strings::run_row_came_from(question, origin.checkpoint),
        None => strings::run_row_came_from_gone(origin.checkpoint),
    }
}
