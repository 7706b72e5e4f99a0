//! `DELETE /v1/repos/{id}`

use crate::api::repos::Deleted;
use crate::failure::Failure;
use crate::http::json_answer;
use crate::isolate::Isolate;
use crate::memory;
use crate::request_context::RequestContext;
use worker::Response;

/// Deletes an index, or the chunk files of a push that was never published.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let id = cx.variables.get("id");
    cx.admin_of(id)?;
    let there = cx.catalog()?.delete(id).await?;
    memory::forget(&cx.env, id).await?;
    Isolate::current().forget(id);
    match there {
        true => json_answer(200, &Deleted { deleted: id.to_owned() }),
        false => Err(Failure::not_found(format!("There is no repository `{id}` here."))),
    }
}
