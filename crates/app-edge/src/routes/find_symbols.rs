//! `GET /v1/symbols`

use super::count;
use crate::access::Scope;
use crate::api::code::Symbols;
use crate::failure::Failure;
use crate::http::json_answer;
use crate::request_context::RequestContext;
use codebase::Bounded;
use worker::Response;

/// Finds symbols and files by a part of their name.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let repository = cx.repository(cx.required("repo")?, Scope::Read).await?;
    let (typed, most) = (cx.required("q")?, count(cx)?);
    let reader = cx.reader(&repository).await?;
    let Bounded { answer, cut } = reader.ask_bounded(|codebase| codebase.find_or_match(typed, most)).await?;
    let found = answer.map_err(|error| Failure::bad(format!("{error}.")))?;
    let symbols = found.into_iter().map(|item| code_view::found(item.found)).collect();
    json_answer(200, &Symbols { symbols, cut: cut.map(|cut| cut.to_string()) })
}
