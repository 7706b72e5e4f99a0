//! `GET /v1/search`

use super::count;
use crate::access::Scope;
use crate::api::code::{Hit, Hits};
use crate::desk::{Desk, json_answer};
use crate::failure::Failure;
use agent::browse;
use codebase::{Bounded, Codebase};
use worker::Response;

/// Ranked hits.
pub async fn answer(desk: &Desk) -> Result<Response, Failure> {
    let repository = desk.repository(desk.required("repo")?, Scope::Read).await?;
    let (query, most) = (desk.required("q")?, count(desk)?);
    let reader = desk.reader(&repository).await?;
    let search = |codebase: &Codebase| codebase.search(query, most).iter().map(browse::hit).collect::<Vec<_>>();
    let Bounded { answer, cut } = reader.ask_bounded(search).await?;
    let hits = answer.into_iter().map(|hit| Hit {
        path: hit.path,
        start_line: hit.start_line,
        end_line: hit.end_line,
        symbol: hit.symbol,
        kind: hit.kind,
        score: hit.score,
        snippet: hit.snippet,
    });
    json_answer(200, &Hits { hits: hits.collect(), cut: cut.map(|cut| cut.to_string()) })
}
