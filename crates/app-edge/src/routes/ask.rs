//! `POST /v1/ask`

use crate::access::Scope;
use crate::api::runs::Ask;
use crate::failure::Failure;
use crate::request_context::RequestContext;
use crate::run::{Asker, RunCall, RunSpec, What, hand_over};
use worker::Response;

/// Starts a run in its own Durable Object, and passes its events on.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let ask: Ask = cx.json().await?;
    cx.repository(&ask.repo, Scope::Ask).await?;
    let spec = RunSpec::new(&cx.config, ask)?;
    let (name, stream) = (spec.run.clone(), !cx.accepts("application/json"));
    let call = RunCall { asker: Asker::of(&cx.caller), stream, what: What::Ask(Box::new(spec)) };
    hand_over(&cx.env, &name, &call).await
}
