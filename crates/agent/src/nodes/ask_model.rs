//! The model call of a node, and the events that it reports.

use crate::RunContext;
use crate::report::{emit, record};
use limits::model::REASONING_BYTES;
use model::{ChatDelta, ChatRequest, ChatResponse, ModelClient, ModelError};
use protocol::Event;

/// Calls the model, and reports retries and usage. `on_text` gets the streamed text; after [`Piece::Restart`] the text
/// so far is to be discarded.
pub async fn ask(
    model: &dyn ModelClient,
    request: &ChatRequest<'_>,
    cx: &RunContext<'_>,
    on_text: &mut dyn FnMut(Piece<'_>),
) -> Result<ChatResponse, ModelError> {
    let (node, began) = (cx.node().to_owned(), cx.now());
    let mut charge = None;
    let mut thought = String::new();
    let mut on_delta = |delta: ChatDelta| match delta {
        ChatDelta::Text(text) => on_text(Piece::Text(&text)),
        ChatDelta::Reasoning(text) => {
            if thought.len() < REASONING_BYTES {
                let end = text.floor_char_boundary(text.len().min(REASONING_BYTES - thought.len()));
                thought.push_str(&text[..end]);
                emit(cx, Event::ReasoningText { node: node.clone(), text: text[..end].to_owned() });
            }
        }
        ChatDelta::Retrying { why, attempt, wait_ms } => {
            on_text(Piece::Restart);
            thought.clear();
            emit(cx, Event::Retrying { node: node.clone(), why, attempt, wait_ms });
        }
        ChatDelta::Fallback(fallback) => {
            on_text(Piece::Restart);
            thought.clear();
            record(cx, Event::Fallback { node: node.clone(), why: fallback.to_string() });
        }
        ChatDelta::Charged(charged) => charge = Some(charged),
    };
    let response = model.chat(request, &mut on_delta).await?;
    let ms = cx.now().zip(began).map_or(0.0, |(end, began)| end - began);
    let model = Some(model.info());
    if !thought.is_empty() {
        record(cx, Event::Reasoned { node: cx.node().to_owned(), text: thought });
    }
    record(cx, Event::ModelUsed { node: cx.node().to_owned(), model, usage: response.usage, ms, charge });
    Ok(response)
}

/// A piece of streamed text.
pub enum Piece<'p> {
    /// More text.
    Text(&'p str),
    /// The call starts again: all text so far is to be discarded.
    Restart,
}

/// Reports streamed text as [`Event::ModelText`].
pub fn stream_text<'c>(cx: &'c RunContext<'_>) -> impl FnMut(Piece<'_>) + 'c {
    move |piece| {
        if let Piece::Text(text) = piece {
            emit(cx, Event::ModelText { node: cx.node().to_owned(), text: text.to_owned() });
        }
    }
}
