//! The Durable Object itself: calls and alarms in, answers out.

// The macro writes methods that nobody calls by hand.
#![allow(missing_docs)]

use super::call::{RunCall, What};
use super::report::report;
use super::runner::Runner;
use super::stream;
use crate::api::repos::Deleted;
use crate::desk::json_answer;
use crate::failure::Failure;
use std::rc::Rc;
use worker::{DurableObject, Env, Request, Response, ResponseBuilder, State, durable_object};

/// A run. The object's name is the run's.
#[durable_object(alarm)]
pub struct RunObject {
    runner: Rc<Runner>,
}

impl DurableObject for RunObject {
    fn new(state: State, env: Env) -> Self {
        Self { runner: Rc::new(Runner::new(state, env)) }
    }

    async fn fetch(&self, mut request: Request) -> worker::Result<Response> {
        let call: RunCall = serde_json::from_slice(&request.bytes().await?)?;
        match answer(&self.runner, call).await {
            Ok(response) => Ok(response),
            Err(failure) => failure.response(),
        }
    }

    async fn alarm(&self) -> worker::Result<Response> {
        // An alarm that fails is rung again by the platform.
        self.runner.alarm().await.map_err(|failure| worker::Error::RustError(failure.message))?;
        Response::empty()
    }
}

async fn answer(runner: &Rc<Runner>, call: RunCall) -> Result<Response, Failure> {
    match call.what {
        What::Ask(commission) => {
            let tied = commission.cancel_on_disconnect;
            let name = commission.run.clone();
            runner.begin(*commission, call.asker.name().map(str::to_owned)).await?;
            followed(runner, &name, call.stream, None, tied).await
        }
        What::Read { after } => {
            let record = runner.record_for(&call.asker)?;
            runner.check_rights(&call.asker, &record).await?;
            runner.wake_up().await?;
            match call.stream {
                true => followed(runner, &record.commission.run, true, after, false).await,
                false => json_answer(200, &report(runner, &runner.record_for(&call.asker)?)?),
            }
        }
        What::Resume { approval } => {
            let record = runner.record_for(&call.asker)?;
            runner.check_rights(&call.asker, &record).await?;
            let after = runner.journal()?.last()?.map(|last| last.id);
            runner.go_on(&record, approval).await?;
            let tied = record.commission.cancel_on_disconnect;
            followed(runner, &record.commission.run, call.stream, after, tied).await
        }
        What::Cancel => {
            runner.record_for(&call.asker)?;
            runner.cancel().await?;
            json_answer(200, &report(runner, &runner.record_for(&call.asker)?)?)
        }
        What::Delete => {
            let deleted = runner.record_for(&call.asker)?.commission.run;
            runner.delete().await?;
            json_answer(200, &Deleted { deleted })
        }
    }
}

/// The run's events as they come, or the run once it stands still.
async fn followed(
    runner: &Rc<Runner>,
    name: &str,
    as_events: bool,
    after: Option<u32>,
    tied: bool,
) -> Result<Response, Failure> {
    let response = if as_events {
        let listener = runner.listen()?;
        let events = stream::events(Rc::clone(runner), listener, after, tied);
        let response = ResponseBuilder::new().from_stream(events)?;
        response.headers().set("content-type", "text/event-stream; charset=utf-8")?;
        // Nothing on the way may gather events.
        response.headers().set("cache-control", "no-cache, no-transform")?;
        response
    } else {
        runner.still().await?;
        let gone = || Failure::not_found("The run was deleted.");
        json_answer(200, &report(runner, &runner.record()?.ok_or_else(gone)?)?)?
    };
    response.headers().set("quarry-run", name)?;
    Ok(response)
}
