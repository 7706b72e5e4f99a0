//! `GET /v1/callers` and `GET /v1/callees`

use crate::access::Scope;
use crate::api::code::Calls;
use crate::desk::{Desk, json_answer};
use crate::failure::Failure;
use agent::browse;
use codebase::{Codebase, QuestionError, SymbolCalls};
use worker::Response;

type Question = fn(&Codebase, &str) -> Result<SymbolCalls, QuestionError>;

/// The calls of every symbol of that name. `noun` names the other end.
pub async fn answer(desk: &Desk, question: Question, noun: &str) -> Result<Response, Failure> {
    let repository = desk.repository(desk.required("repo")?, Scope::Read).await?;
    let symbol = desk.required("symbol")?;
    let reader = desk.reader(&repository).await?;
    let calls = reader.ask(|codebase| question(codebase, symbol)).await?;
    let calls = calls.map_err(|error| Failure::not_found(format!("{error}.")))?;
    json_answer(200, &Calls(calls.of.iter().map(|of| browse::calls_as_json(of, noun)).collect()))
}
