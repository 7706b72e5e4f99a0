//! Rows of the Run tab, in the engine's words: nodes, tool calls, decisions, retries. In words for people: `work.rs`.

use super::command_row;
use super::evidence_list::EvidenceList;
use crate::run::{Row, RowKind, RowState};
use crate::text::{ago, duration};
use leptos::prelude::*;
use protocol::Decision;
use std::sync::Arc;

/// One step; it expands to show its input and output.
#[component]
pub fn StepRow(row: Arc<Row>) -> impl IntoView {
    let time = row.ms.map_or_else(|| row.state.name().to_owned(), duration);
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
            let tokens =
                tokens.map_or_else(String::new, |(input, output)| format!("{input} tokens in, {output} out; "));
            let wrote = if wrote.is_empty() { String::new() } else { format!("wrote {}", wrote.join(", ")) };
            (format!("superstep {step}"), format!("{tokens}{wrote}"), block("Model text", text))
        }
        RowKind::Tool { name, arguments, summary, output, evidence, .. } => {
            let inside = view! {
                {block("Arguments", arguments)}
                {block("Output, as the model received it", output)}
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
            let name = if *decision == Decision::Finish { "enough evidence" } else { "look further" };
            (name.to_owned(), reason.clone(), block("Reason", reason))
        }
        RowKind::Approval { words, note } => ("approval".to_owned(), words.clone(), block("Note to the model", note)),
        RowKind::Command(command) => {
            ("program".to_owned(), command_row::summary(command), command_row::details(command))
        }
        RowKind::Note { words, note } => {
            let line = note.lines().next().unwrap_or_default().to_owned();
            (words.clone(), line, block("Details", note))
        }
        RowKind::Cached { what, stored_at } => {
            let when = stored_at.map_or_else(
                || "from earlier in this run".to_owned(),
                |at| format!("stored {}", ago(js_sys::Date::now() - at)),
            );
            ("cached".to_owned(), format!("{what}, {when}"), ().into_any())
        }
        RowKind::Resumed => {
            ("resumed".to_owned(), "the run was resumed from its last checkpoint".to_owned(), ().into_any())
        }
        RowKind::Retry { why } => ("trying again".to_owned(), why.clone(), block("Why", why)),
    }
}

fn block(title: &'static str, text: &str) -> AnyView {
    if text.is_empty() {
        return ().into_any();
    }
    view! { <p class="step-title quiet">{title}</p><pre class="step-text" tabindex="0">{text.to_owned()}</pre> }
        .into_any()
}
