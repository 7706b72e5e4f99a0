//! A typed answer of the model, with an event where it took more than reading it.

use crate::RunContext;
use crate::nodes::ask_model::{ask, stream_text};
use crate::report::record;
use crate::structured::{Schema, Structured};
use model::{ChatRequest, ModelClient, ModelError};
use protocol::Event;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// Asks for a value, once more if the answer cannot be used.
pub(super) async fn ask_for<T: JsonSchema + DeserializeOwned>(
    schema: &Schema<'_, T>,
    model: &dyn ModelClient,
    request: ChatRequest<'_>,
    cx: &RunContext<'_>,
) -> Result<Structured<T>, ModelError> {
    let answer = schema.ask(request, async |request| ask(model, request, cx, &mut stream_text(cx)).await).await?;
    note(&answer, cx);
    Ok(answer)
}

/// Reports what it took to read an answer.
pub(super) fn note<T>(answer: &Structured<T>, cx: &RunContext<'_>) {
    if let Some(why) = answer.note() {
        record(cx, Event::Fallback { node: cx.node().to_owned(), why });
    }
}
