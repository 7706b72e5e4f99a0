//! `GET /v1/search`

use super::count;
use crate::access::Scope;
use crate::api::code::Hits;
use crate::failure::Failure;
use crate::http::json_answer;
use crate::request_context::RequestContext;
use codebase::{Bounded, Codebase};
use worker::Response;

/// Search results, best first.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let repository = cx.repository(cx.required("repo")?, Scope::Read).await?;
    let (query, most) = (cx.required("q")?, count(cx)?);
    let reader = cx.reader(&repository).await?;
    let search = |codebase: &Codebase| codebase.search_or_match(query, most, &[]);
    let Bounded { answer, cut } = reader.ask_bounded(search).await?;
    let hits = answer.map_err(|error| Failure::bad(format!("{error}.")))?.iter().map(code_view::hit).collect();
    json_answer(200, &Hits { hits, cut: cut.map(|cut| cut.to_string()) })
}
