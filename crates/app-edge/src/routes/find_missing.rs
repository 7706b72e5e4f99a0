//! `POST /v1/repos/{id}/missing`

use crate::api::repos::{AreThere, Missing};
use crate::desk::{Desk, json_answer};
use crate::failure::Failure;
use crate::http::table::MOST_NAMES;
use crate::names::chunk_hash;
use worker::Response;

/// Which of the names are not there.
pub async fn answer(desk: &Desk) -> Result<Response, Failure> {
    let id = desk.variables.get("id");
    desk.admin_of(id)?;
    let AreThere { chunks } = desk.json().await?;
    if chunks.len() > MOST_NAMES {
        return Err(Failure::bad(format!("At most {MOST_NAMES} names can be asked about at once.")));
    }
    chunks.iter().try_for_each(|name| chunk_hash(name).map(drop))?;
    let missing = desk.catalog()?.missing(id, &chunks).await?;
    json_answer(200, &Missing { missing })
}
