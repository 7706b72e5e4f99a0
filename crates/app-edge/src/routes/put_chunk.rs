//! `PUT /v1/repos/{id}/chunks/{chunk}`

use crate::api::repos::Stored;
use crate::desk::{Desk, json_answer};
use crate::failure::Failure;
use crate::names::chunk_hash;
use source::ContentHash;
use worker::Response;

/// Stores a file under the hash of its bytes. Pushed twice it is stored once.
pub async fn answer(desk: &Desk) -> Result<Response, Failure> {
    let (id, name) = (desk.variables.get("id"), desk.variables.get("chunk"));
    desk.admin_of(id)?;
    let hash = chunk_hash(name)?;
    let catalog = desk.catalog()?;
    let bytes = desk.bytes().await?;
    let found = ContentHash::of(&bytes);
    if found != hash {
        return Err(Failure::bad(format!(
            "The bytes have the hash {found}, the name says {hash}: push the file again."
        )));
    }
    let stored = Stored { stored: name.to_owned() };
    if catalog.has_chunk(id, name).await? {
        return json_answer(200, &stored);
    }
    catalog.put_chunk(id, name, bytes).await?;
    json_answer(201, &stored)
}
