//! Rows of the Run tab, in the engine's words: nodes, tool calls, decisions, retries. In words for people: `work.rs`.

use super::command_row;
use super::evidence_list::EvidenceList;
use crate::run::{Row, RowKind, RowState};
use crate::strings;
use crate::text::{ago, duration};
use leptos::prelude::*;
use protocol::Decision;
use std::sync::Arc;

/// One step; it expands to show its input and output.
#[component]
pub fn StepRow(row: Arc<Row>) -> impl IntoView {
    let time = row.ms.map_or_else(|| state_words(row.state).to_owned(), duration);
    let state = row.state.name();
    let (name, words, inside) = described(&row);
    // What a program writes is looked at while it runs.
    let is_open = row.state == RowState::Running && matches!(row.kind, RowKind::Command(_));
    view! {
        <li class="step-row" data-testid="step-row" data-state=state>
            <details prop:open=is_open>
                <summary data-item="">
                    <span class="step-node quiet">{row.node.clone()}</span>
                    <span class="step-name">{name}</span>
                    <bdi class="step-words">{words}</bdi>
                    <span class="step-time quiet">{time}</span>
                </summary>
                {inside}
            </details>
        </li>
    }
}

/// A row's name, its one-line summary, and its details.
fn described(row: &Row) -> (String, String, AnyView) {
    match &row.kind {
        RowKind::Node { step, wrote, tokens, text } => {
            let tokens = tokens
                .map_or_else(String::new, |(input, output)| format!("{}; ", strings::steps_tokens(input, output)));
            let wrote = if wrote.is_empty() { String::new() } else { strings::steps_wrote(wrote.join(", ")) };
            (strings::steps_superstep(step), format!("{tokens}{wrote}"), block(strings::steps_model_text(), text))
        }
        RowKind::Tool { name, arguments, summary, output, evidence, .. } => {
            let inside = view! {
                {block(strings::steps_arguments(), arguments)}
                {block(strings::steps_output(), output)}
                <EvidenceList evidence=evidence.clone()/>
            };
            let arrow = if summary.is_empty() { "" } else { " \u{2192} " };
            (
                name.clone(),
                format!("{}{arrow}{summary}", crate::shims::argument_line(arguments, ", ")),
                inside.into_any(),
            )
        }
        RowKind::Decision { decision, reason } => {
            let name = match decision {
                Decision::Finish => strings::steps_enough(),
                Decision::Continue => strings::steps_look_further(),
            };
            (name.to_owned(), reason.clone(), block(strings::steps_reason(), reason))
        }
        RowKind::Approval { words, note } => {
            (strings::steps_approval().to_owned(), words.clone(), block(strings::steps_note(), note))
        }
        RowKind::Command(command) => {
            (strings::steps_program().to_owned(), command_row::summary(command), command_row::details(command))
        }
        RowKind::Note { words, note } => {
            let line = note.lines().next().unwrap_or_default().to_owned();
            (words.clone(), line, block(strings::steps_details(), note))
        }
        RowKind::Cached { what, stored_at } => {
            let when = stored_at.map_or_else(
                || strings::steps_from_this_run().to_owned(),
                |at| strings::steps_stored(ago(js_sys::Date::now() - at)),
            );
            (strings::steps_cached().to_owned(), format!("{what}, {when}"), ().into_any())
        }
        RowKind::Resumed => {
            (strings::steps_resumed().to_owned(), strings::steps_resumed_from().to_owned(), ().into_any())
        }
        RowKind::Retry { why } => (strings::steps_retry().to_owned(), why.clone(), block(strings::steps_why(), why)),
    }
}

fn block(title: &'static str, text: &str) -> AnyView {
    if text.is_empty() {
        return ().into_any();
    }
    view! { <p class="step-title quiet">{title}</p><pre class="step-text" tabindex="0">{text.to_owned()}</pre> }
        .into_any()
}

/// The state of a row, where it has no time yet.
pub fn state_words(state: RowState) -> &'static str {
    match state {
        RowState::Running => strings::common_running(),
        RowState::Done => strings::common_done(),
        RowState::Failed => strings::common_failed(),
        RowState::Stopped => strings::common_stopped(),
    }
}
