//! One file a route.

mod ask;
mod calls;
mod delete_repository;
mod draw_agent;
mod find_missing;
mod find_symbols;
mod health;
mod list_repositories;
mod mcp;
mod openapi;
mod put_chunk;
mod put_manifest;
mod runs;
mod search;

use crate::desk::Desk;
use crate::failure::Failure;
use crate::http::Operation;
use codebase::Codebase;
use worker::Response;

/// Answers by the request's route.
pub async fn answer(desk: &Desk) -> Result<Response, Failure> {
    match desk.route.operation {
        Operation::Health => health::answer(),
        Operation::OpenApi => openapi::answer(desk),
        Operation::ListRepositories => list_repositories::answer(desk).await,
        Operation::PutChunk => put_chunk::answer(desk).await,
        Operation::FindMissing => find_missing::answer(desk).await,
        Operation::PutManifest => put_manifest::answer(desk).await,
        Operation::DeleteRepository => delete_repository::answer(desk).await,
        Operation::Search => search::answer(desk).await,
        Operation::FindSymbols => find_symbols::answer(desk).await,
        Operation::Callers => calls::answer(desk, Codebase::callers_up_to, "caller").await,
        Operation::Callees => calls::answer(desk, Codebase::callees_up_to, "callee").await,
        Operation::DrawAgent => draw_agent::answer(desk),
        Operation::Ask => ask::answer(desk).await,
        Operation::ReadRun | Operation::ResumeRun | Operation::CancelRun | Operation::DeleteRun => {
            runs::answer(desk).await
        }
        Operation::Mcp => mcp::answer(desk).await,
    }
}

/// How many results are wanted.
fn count(desk: &Desk) -> Result<usize, Failure> {
    let Some(text) = desk.asked("n") else { return Ok(10) };
    let most = limits::edge::HITS;
    let count = text.parse().ok().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| Failure::bad(format!("`n` has to be a number from 1 to {most}.")))
}
