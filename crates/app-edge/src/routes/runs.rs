//! `GET /v1/runs/{run}`, `DELETE` of it, `POST .../resume` and `POST .../cancel`

use crate::access::Scope;
use crate::api::runs::Resume;
use crate::desk::{Desk, RUNS};
use crate::failure::{Failure, FailureKind};
use crate::http::Operation;
use crate::names;
use crate::run::{Asker, RunCall, What};
use worker::{Headers, Method, Request, RequestInit, Response};

/// Passes the call on to the run's object, which knows whose it is.
pub async fn answer(desk: &Desk) -> Result<Response, Failure> {
    let run = desk.variables.get("run");
    names::check_run(run)?;
    desk.judge(Scope::Ask, None, desk.config.anonymous_ask)?;
    let (what, stream) = match desk.route.operation {
        Operation::ReadRun => (What::Read { after: last_event(desk)? }, desk.accepts("text/event-stream")),
        Operation::ResumeRun => {
            let body = desk.bytes().await?;
            let resume: Resume = match body.is_empty() {
                true => Resume::default(),
                false => serde_json::from_slice(&body)
                    .map_err(|error| Failure::bad(format!("The body is not what is expected: {error}.")))?,
            };
            (What::Resume { approval: resume.approval }, !desk.accepts("application/json"))
        }
        Operation::CancelRun => (What::Cancel, false),
        _ => (What::Delete, false),
    };
    hand_over(desk, run, &RunCall { asker: Asker::of(&desk.caller), stream, what }).await
}

/// The last event that a client has, as `EventSource` and its like say it.
fn last_event(desk: &Desk) -> Result<Option<u32>, Failure> {
    let Some(text) = desk.header("last-event-id").filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    let id = text.trim().parse().map_err(|_| Failure::bad("`Last-Event-ID` has to be the `id` of an event."))?;
    Ok(Some(id))
}

/// Sends a call to a run's object and gives its answer.
pub async fn hand_over(desk: &Desk, run: &str, call: &RunCall) -> Result<Response, Failure> {
    let objects = desk.env.durable_object(RUNS).map_err(|error| {
        worker::console_error!("{error}");
        Failure::new(FailureKind::Unavailable, "The deployment has no Durable Objects bound as RUNS.")
    })?;
    let stub = objects.id_from_name(run)?.get_stub()?;
    let headers = Headers::new();
    headers.set("content-type", "application/json")?;
    let mut init = RequestInit::new();
    let body = serde_json::to_string(call).map_err(worker::Error::from)?;
    init.with_method(Method::Post).with_headers(headers).with_body(Some(body.into()));
    Ok(stub.fetch_with_request(Request::new_with_init("https://run.invalid/", &init)?).await?)
}
