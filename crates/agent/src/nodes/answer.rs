//! The answer of an agent, streamed with its citations verified: for the nodes of every agent that writes one.

use super::ask_model::{Piece, ask};
use crate::CitationFilter;
use crate::RunContext;
use crate::citations::Passed;
use crate::report::{emit, record};
use model::{ChatRequest, ModelClient, ModelError, ModelErrorKind};
use protocol::{Citation, EMPTY_ANSWER, Event, Evidence, Grounds, caveat};

/// The text, its citations, and how many were taken out.
pub(super) type Written = (String, Vec<Citation>, u32);

/// Asks for an answer, once more if it is empty.
///
/// # Errors
/// Those of the model; and that the answer is empty a second time.
pub(super) async fn write_answer(
    model: &dyn ModelClient,
    request: &ChatRequest<'_>,
    evidence: &[&Evidence],
    holding: &[bool],
    cx: &RunContext<'_>,
) -> Result<Written, ModelError> {
    let answer = stream_answer(model, request, evidence, holding, cx).await?;
    if !is_empty(&answer) {
        return Ok(answer);
    }
    let why = "The model gave an empty answer.".to_owned();
    record(cx, Event::Retrying { node: cx.node().to_owned(), why, attempt: 2, wait_ms: 0 });
    emit(cx, Event::AnswerRestarted);
    let answer = stream_answer(model, request, evidence, holding, cx).await?;
    if is_empty(&answer) { Err(empty_twice()) } else { Ok(answer) }
}

/// Asks once, and streams what passes.
///
/// # Errors
/// Those of the model.
pub(super) async fn stream_answer(
    model: &dyn ModelClient,
    request: &ChatRequest<'_>,
    evidence: &[&Evidence],
    holding: &[bool],
    cx: &RunContext<'_>,
) -> Result<Written, ModelError> {
    let mut filter = CitationFilter::new(evidence, holding);
    let mut streamed = false;
    let response = ask(model, request, cx, &mut |piece| match piece {
        Piece::Text(text) => {
            streamed = true;
            emit_passed(cx, filter.push(text));
        }
        Piece::Restart => {
            filter = CitationFilter::new(evidence, holding);
            emit(cx, Event::AnswerRestarted);
        }
    })
    .await?;
    if !streamed {
        emit_passed(cx, filter.push(&response.message.content));
    }
    emit_passed(cx, filter.end());
    Ok(filter.into_answer())
}

/// Adds a paragraph that the agent itself writes, which cites nothing: names and code of the repository in it may look as if.
pub(super) fn add_paragraph(markdown: &mut String, paragraph: &str, cx: &RunContext<'_>) {
    let gap = if markdown.is_empty() { "" } else { "\n\n" };
    let mut filter = CitationFilter::new(&[], &[]);
    let passed = [filter.push(paragraph), filter.end()].map(|passed| passed.text).concat();
    let text = format!("{gap}{passed}");
    markdown.truncate(markdown.trim_end().len());
    markdown.push_str(&text);
    emit(cx, Event::AnswerText { text });
}

pub(super) fn is_empty((markdown, citations, _): &Written) -> bool {
    caveat(markdown, citations, Grounds::default()) == Some(EMPTY_ANSWER)
}

fn empty_twice() -> ModelError {
    ModelError {
        kind: ModelErrorKind::BrokenAnswer,
        message: "The model gave an empty answer twice".to_owned(),
        advice: Some("Ask again, in other words if need be, or choose another model.".to_owned()),
    }
}

fn emit_passed(cx: &RunContext<'_>, passed: Passed) {
    for citation in passed.citations {
        emit(cx, Event::CitationAdded { citation });
    }
    if !passed.text.is_empty() {
        emit(cx, Event::AnswerText { text: passed.text });
    }
}
