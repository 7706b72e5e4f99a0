//! The handlers of the routes, one in each file.

mod ask;
mod calls;
mod delete_repository;
mod draw_agent;
mod find_missing;
mod find_symbols;
mod health;
mod list_repositories;
mod mcp;
mod memory;
mod put_chunk;
mod put_manifest;
mod runs;
mod search;

use crate::failure::Failure;
use crate::http::{Operation, json_answer, openapi};
use crate::request_context::RequestContext;
use codebase::Codebase;
use worker::Response;

/// Calls the handler of the route of the request.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    match cx.route.operation {
        Operation::Health => health::answer(),
        Operation::OpenApi => json_answer(200, &openapi::document(&cx.origin)),
        Operation::ListRepositories => list_repositories::answer(cx).await,
        Operation::PutChunk => put_chunk::answer(cx).await,
        Operation::FindMissing => find_missing::answer(cx).await,
        Operation::PutManifest => put_manifest::answer(cx).await,
        Operation::DeleteRepository => delete_repository::answer(cx).await,
        Operation::ListMemory | Operation::PutMemory | Operation::DeleteMemory => memory::answer(cx).await,
        Operation::Search => search::answer(cx).await,
        Operation::FindSymbols => find_symbols::answer(cx).await,
        Operation::Callers => calls::answer(cx, Codebase::callers_up_to, "caller").await,
        Operation::Callees => calls::answer(cx, Codebase::callees_up_to, "callee").await,
        Operation::DrawAgent => draw_agent::answer(cx),
        Operation::Ask => ask::answer(cx).await,
        Operation::ReadRun | Operation::ResumeRun | Operation::CancelRun | Operation::DeleteRun => {
            runs::answer(cx).await
        }
        Operation::Mcp => mcp::answer(cx).await,
    }
}

/// How many results are wanted.
fn count(cx: &RequestContext) -> Result<usize, Failure> {
    let Some(text) = cx.parameter("n") else { return Ok(10) };
    let most = limits::edge::HITS;
    let count = text.parse().ok().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| Failure::bad(format!("`n` has to be a number from 1 to {most}.")))
}
