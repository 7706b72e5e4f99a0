//! `GET /v1/callers` and `GET /v1/callees`

use crate::access::Scope;
use crate::api::code::Calls;
use crate::failure::Failure;
use crate::http::json_answer;
use crate::request_context::RequestContext;
use codebase::{Bounded, Codebase, QuestionError, StorageError, SymbolCalls};
use worker::Response;

/// The largest number of calls of one symbol that are listed; the others are counted.
const MOST_CALLS: usize = 200;

type Question = fn(&Codebase, &str, usize) -> Result<SymbolCalls, QuestionError>;

/// The calls of every symbol of that name. `noun` is the word for the other end, in messages.
pub async fn answer(cx: &RequestContext, question: Question, noun: &str) -> Result<Response, Failure> {
    let repository = cx.repository(cx.required("repo")?, Scope::Read).await?;
    let symbol = cx.required("symbol")?;
    let reader = cx.reader(&repository).await?;
    let Bounded { answer, cut } = reader.ask_bounded(|codebase| question(codebase, symbol, MOST_CALLS)).await?;
    let calls = match (answer, cut) {
        // A symbol may be missing because not all of the index was read.
        (Err(_), Some(cut)) => return Err(StorageError::TooMuch(cut).into()),
        (answer, _) => answer.map_err(|error| Failure::not_found(format!("{error}.")))?,
    };
    json_answer(200, &Calls(calls.of.iter().map(|of| code_view::calls_as_json(of, noun, cut)).collect()))
}
