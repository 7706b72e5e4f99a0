//! How an answer came about: plan, steps and findings behind one line, which is open while the run works.

use super::command_row;
use super::dynamic::{dynamic, list};
use super::findings::Findings;
use super::markdown_view::line_with_code;
use super::plan::Plan;
use super::steps::state_words;
use crate::run::{Row, RowKind, RowState, RunState, RunView, Thought, Words, node_words, row_words};
use crate::shims;
use crate::strings;
use crate::text::duration;
use crate::workbench::RunHandle;
use leptos::prelude::*;
use std::sync::Arc;

/// The line above an answer, such as `3 steps, 5 places, 0.4 s`; it opens to show the plan, the steps and the findings. A run
/// without an answer stays open, because that is all there is of it.
#[component]
pub fn Work(run: RunHandle) -> impl IntoView {
    let line = Memo::new(move |_| run.view.with(RunView::work_line));
    let is_open = Memo::new(move |_| run.view.with(|view| view.state != RunState::Done && !view.is_recorded));
    let is_running = move || run.view.with(RunView::is_running);
    view! {
        <details class="work" data-testid="work" prop:open=move || is_open.get() class:running=is_running>
            <summary class="work-line" data-testid="work-line">{dynamic(move || line.get())}</summary>
            <div class="work-inside">
                <Plan run/>
                <Steps run/>
                <Findings run/>
                <Thoughts run/>
            </div>
        </details>
    }
}

/// What the run did so far, in words for people.
#[component]
fn Steps(run: RunHandle) -> impl IntoView {
    let rows = move || {
        run.view.with(|view| {
            let is_step = |row: &&Arc<Row>| !matches!(row.kind, RowKind::Node { .. });
            view.rows.iter().filter(is_step).cloned().collect::<Vec<_>>()
        })
    };
    let is_any = Memo::new(move |_| run.view.with(|view| view.step_count() > 0));
    view! {
        <section class="steps" aria-label=strings::work_steps() class:empty=move || !is_any.get()>
            <h3 class="section-title">{strings::work_steps()}</h3>
            <ol data-list="">{list(rows, shown_anew, |row| view! { <Step row/> })}</ol>
        </section>
    }
}

/// What models wrote while they thought, folded away; it is no part of the answer.
#[component]
fn Thoughts(run: RunHandle) -> impl IntoView {
    let is_any = Memo::new(move |_| run.view.with(|view| !view.thoughts.is_empty()));
    let thoughts = move || run.view.with(|view| view.thoughts.iter().cloned().enumerate().collect::<Vec<_>>());
    let draw = |(_, Thought { node, text, .. })| {
        view! {
            <li>
                <p class="step-title quiet">{node_words(&node)}</p>
                <pre class="step-text" tabindex="0">{text}</pre>
            </li>
        }
    };
    dynamic(move || {
        is_any.get().then(|| {
            view! {
                <details class="reasoning" data-testid="reasoning">
                    <summary class="section-title">{strings::work_reasoning()}</summary>
                    <ol>{list(thoughts, |(index, it)| (*index, it.text.len()), draw)}</ol>
                </details>
            }
        })
    })
}

/// A row is drawn anew where this differs: with its state, and for a program with each piece of its output.
fn shown_anew(row: &Arc<Row>) -> (u32, RowState, usize) {
    let output = if matches!(row.kind, RowKind::Command(_)) { Arc::as_ptr(row) as usize } else { 0 };
    (row.id, row.state, output)
}

/// One step; a program and what has more than a line to say expand.
#[component]
fn Step(row: Arc<Row>) -> impl IntoView {
    let time = row.ms.map_or_else(|| state_words(row.state).to_owned(), duration);
    let words = row_words(&row, shims::text_argument);
    let line = words.map(|Words { act, object, result }| {
        let object = (!object.is_empty()).then(|| view! { " " <b class="step-object">{line_with_code(&object)}</b> });
        let result = (!result.is_empty()).then(|| view! { <span class="quiet">{format!(": {result}")}</span> });
        view! { <bdi class="step-words">{act} {object} {result}</bdi> <span class="step-time quiet">{time}</span> }
    });
    let more = match &row.kind {
        RowKind::Command(command) => Some(command_row::details(command)),
        RowKind::Note { note, .. } if note.lines().nth(1).is_some() => {
            Some(view! { <pre class="step-text" tabindex="0">{note.clone()}</pre> }.into_any())
        }
        _ => None,
    };
    // What a program writes is looked at while it runs.
    let is_open = row.state == RowState::Running && matches!(row.kind, RowKind::Command(_));
    let inside = match more {
        Some(more) => {
            view! { <details prop:open=is_open><summary data-item="">{line}</summary>{more}</details> }.into_any()
        }
        None => view! { <p class="step-line">{line}</p> }.into_any(),
    };
    view! { <li class="step-row work-step" data-testid="step-row" data-state=row.state.name()>{inside}</li> }
}
