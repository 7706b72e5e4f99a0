//! `GET /v1/repos`

use crate::access::Scope;
use crate::api::repos::Repositories;
use crate::failure::Failure;
use crate::http::json_answer;
use crate::request_context::RequestContext;
use worker::Response;

/// Lists the repositories that the caller may read.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let mut repos = cx.catalog()?.list().await?;
    repos.retain(|repo| cx.caller.may(Scope::Read, Some(&repo.id), repo.public));
    json_answer(200, &Repositories { repos })
}
