//! `PUT /v1/repos/{id}/chunks/{chunk}`

use crate::api::repos::Stored;
use crate::failure::Failure;
use crate::http::json_answer;
use crate::names::chunk_hash;
use crate::request_context::RequestContext;
use source::ContentHash;
use worker::Response;

/// Stores a chunk file under the hash of its bytes. A chunk that is stored already is not stored again.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let (id, name) = (cx.variables.get("id"), cx.variables.get("chunk"));
    cx.admin_of(id)?;
    let hash = chunk_hash(name)?;
    let catalog = cx.catalog()?;
    let bytes = cx.bytes().await?;
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
