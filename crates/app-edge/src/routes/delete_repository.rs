//! `DELETE /v1/repos/{id}`

use crate::api::repos::Deleted;
use crate::desk::{Desk, json_answer};
use crate::failure::Failure;
use crate::isolate::Isolate;
use worker::Response;

/// Deletes an index, or what is left of a push that was given up.
pub async fn answer(desk: &Desk) -> Result<Response, Failure> {
    let id = desk.variables.get("id");
    desk.admin_of(id)?;
    let there = desk.catalog()?.delete(id).await?;
    Isolate::current().forget(id);
    match there {
        true => json_answer(200, &Deleted { deleted: id.to_owned() }),
        false => Err(Failure::not_found(format!("There is no repository `{id}` here."))),
    }
}
