//! `GET /v1/runs/{run}`, `DELETE` of it, `POST .../resume` and `POST .../cancel`

use crate::access::Scope;
use crate::api::runs::Resume;
use crate::body::parsed;
use crate::failure::Failure;
use crate::http::Operation;
use crate::names;
use crate::request_context::RequestContext;
use crate::run::{Asker, RunCall, What, hand_over};
use worker::Response;

/// Passes the request on to the run's Durable Object, which knows the owner.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let run = cx.variables.get("run");
    names::check_run(run)?;
    cx.caller.require(Scope::Ask, None, cx.config.anonymous_ask)?;
    let (what, stream) = match cx.route.operation {
        Operation::ReadRun => (What::Read { after: last_event(cx)? }, cx.accepts("text/event-stream")),
        Operation::ResumeRun => {
            let body = cx.bytes().await?;
            let resume: Resume = match body.is_empty() {
                true => Resume::default(),
                false => parsed(&body)?,
            };
            (What::Resume { answer: resume.answer()? }, !cx.accepts("application/json"))
        }
        Operation::CancelRun => (What::Cancel, false),
        _ => (What::Delete, false),
    };
    hand_over(&cx.env, run, &RunCall { asker: Asker::of(&cx.caller), stream, what }).await
}

/// The last event that a client has, as `EventSource` and similar clients send it.
fn last_event(cx: &RequestContext) -> Result<Option<u32>, Failure> {
    let Some(text) = cx.header("last-event-id").filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    let id = text.trim().parse().map_err(|_| Failure::bad("`Last-Event-ID` has to be the `id` of an event."))?;
    Ok(Some(id))
}
