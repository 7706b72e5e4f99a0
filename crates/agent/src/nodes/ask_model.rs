//! One model call of a node, with its events.

use super::report::{emit, record};
use crate::AgentState;
use model::{ChatDelta, ChatRequest, ChatResponse, ModelClient, ModelError};
use protocol::Event;
use state_graph::NodeContext;

/// Calls the model, and reports retries and usage. `on_text` gets what it streams; after [`Piece::Restart`] the text so far
/// is void.
pub async fn ask(
    model: &dyn ModelClient,
    request: &ChatRequest<'_>,
    cx: &NodeContext<'_, AgentState>,
    on_text: &mut dyn FnMut(Piece<'_>),
) -> Result<ChatResponse, ModelError> {
    let (node, began) = (cx.node().to_owned(), cx.now());
    let mut on_delta = |delta: ChatDelta| match delta {
        ChatDelta::Text(text) => on_text(Piece::Text(&text)),
        ChatDelta::Retrying { why, attempt, wait_ms } => {
            on_text(Piece::Restart);
            emit(cx, Event::Retrying { node: node.clone(), why, attempt, wait_ms });
        }
    };
    let response = model.chat(request, &mut on_delta).await?;
    let ms = cx.now().zip(began).map_or(0.0, |(end, began)| end - began);
    let model = Some(model.info());
    record(cx, Event::ModelUsed { node: cx.node().to_owned(), model, usage: response.usage, ms });
    Ok(response)
}

/// What a stream brings.
pub enum Piece<'p> {
    /// The next text.
    Text(&'p str),
    /// All text so far is void; the answer begins anew.
    Restart,
}

/// Reports streamed text as [`Event::ModelText`].
pub fn stream_text<'c>(cx: &'c NodeContext<'_, AgentState>) -> impl FnMut(Piece<'_>) + 'c {
    move |piece| {
        if let Piece::Text(text) = piece {
            emit(cx, Event::ModelText { node: cx.node().to_owned(), text: text.to_owned() });
        }
    }
}
