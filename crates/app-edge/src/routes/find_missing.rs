//! `POST /v1/repos/{id}/missing`

use crate::api::repos::{AreThere, Missing};
use crate::failure::Failure;
use crate::http::json_answer;
use crate::names::chunk_hash;
use crate::request_context::RequestContext;
use limits::edge::NAMES_IN_A_CALL;
use worker::Response;

/// Lists those of the names that are not stored.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let id = cx.variables.get("id");
    cx.admin_of(id)?;
    let AreThere { chunks } = cx.json().await?;
    if chunks.len() > NAMES_IN_A_CALL {
        return Err(Failure::bad(format!("At most {NAMES_IN_A_CALL} names can be asked about at once.")));
    }
    chunks.iter().try_for_each(|name| chunk_hash(name).map(drop))?;
    let missing = cx.catalog()?.missing(id, &chunks).await?;
    json_answer(200, &Missing { missing })
}
