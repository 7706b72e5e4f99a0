//! `GET /v1/repos`

use crate::access::{Scope, Verdict};
use crate::api::repos::Repositories;
use crate::desk::{Desk, json_answer};
use crate::failure::Failure;
use worker::Response;

/// Those that the caller may read.
pub async fn answer(desk: &Desk) -> Result<Response, Failure> {
    let mut repos = desk.catalog()?.list().await?;
    repos.retain(|repo| desk.caller.may(Scope::Read, Some(&repo.id), repo.public) == Verdict::Allowed);
    json_answer(200, &Repositories { repos })
}
