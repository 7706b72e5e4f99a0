//! The Durable Object: answers requests and alarms.

use super::call::{RunCall, What};
use super::context::RunContext;
use super::report::report;
use super::runner::Runner;
use super::stream;
use crate::api::repos::Deleted;
use crate::failure::Failure;
use crate::http::{event_stream, json_answer};
use std::rc::Rc;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// The Durable Object of a run; its name is the run's id.
#[durable_object(alarm)]
pub struct RunObject {
    runner: Rc<Runner>,
}

impl DurableObject for RunObject {
    fn new(state: State, env: Env) -> Self {
        Self { runner: Rc::new(Runner::new(RunContext::new(state, env))) }
    }

    async fn fetch(&self, mut request: Request) -> worker::Result<Response> {
        let call: RunCall = serde_json::from_slice(&request.bytes().await?)?;
        match answer(&self.runner, call).await {
            Ok(response) => Ok(response),
            Err(failure) => failure.response(),
        }
    }

    async fn alarm(&self) -> worker::Result<Response> {
        // The platform repeats an alarm that fails.
        self.runner.alarm().await.map_err(|failure| worker::Error::RustError(failure.message))?;
        Response::empty()
    }
}

async fn answer(runner: &Rc<Runner>, call: RunCall) -> Result<Response, Failure> {
    match call.what {
        What::Ask(spec) => {
            let tied = spec.cancel_on_disconnect;
            let name = spec.run.clone();
            runner.start(*spec, call.asker.name().map(str::to_owned)).await?;
            followed(runner, &name, call.stream, None, tied).await
        }
        What::Read { after } => {
            let record = runner.run.record_for(&call.asker)?;
            runner.run.check_rights(&call.asker, &record).await?;
            runner.resume_evicted().await?;
            match call.stream {
                true => followed(runner, &record.spec.run, true, after, false).await,
                false => json_answer(200, &report(&runner.run, &runner.run.record_for(&call.asker)?)?),
            }
        }
        What::Resume { answer } => {
            let record = runner.run.record_for(&call.asker)?;
            runner.run.check_rights(&call.asker, &record).await?;
            let after = runner.run.events()?.last()?.map(|last| last.id);
            runner.resume(&record, answer).await?;
            let tied = record.spec.cancel_on_disconnect;
            followed(runner, &record.spec.run, call.stream, after, tied).await
        }
        What::Cancel => {
            runner.run.record_for(&call.asker)?;
            runner.cancel().await?;
            json_answer(200, &report(&runner.run, &runner.run.record_for(&call.asker)?)?)
        }
        What::Delete => {
            let deleted = runner.run.record_for(&call.asker)?.spec.run;
            runner.delete().await?;
            json_answer(200, &Deleted { deleted })
        }
    }
}

/// The run's events as they come, or the run once it has stopped.
async fn followed(
    runner: &Rc<Runner>,
    name: &str,
    as_events: bool,
    after: Option<u32>,
    tied: bool,
) -> Result<Response, Failure> {
    let response = if as_events {
        let guard = runner.open_stream()?;
        event_stream(stream::events(Rc::clone(runner), guard, after, tied))?
    } else {
        runner.until_idle().await?;
        let gone = || Failure::not_found("The run was deleted.");
        json_answer(200, &report(&runner.run, &runner.run.record()?.ok_or_else(gone)?)?)?
    };
    response.headers().set("quarry-run", name)?;
    Ok(response)
}
