//! `GET /v1/symbols`

use super::count;
use crate::access::Scope;
use crate::api::code::{FoundSymbol, Symbols};
use crate::desk::{Desk, json_answer};
use crate::failure::Failure;
use agent::browse;
use codebase::Bounded;
use protocol::FoundKind;
use worker::Response;

/// Symbols and files by a few letters.
pub async fn answer(desk: &Desk) -> Result<Response, Failure> {
    let repository = desk.repository(desk.required("repo")?, Scope::Read).await?;
    let (typed, most) = (desk.required("q")?, count(desk)?);
    let reader = desk.reader(&repository).await?;
    let Bounded { answer, cut } = reader.ask_bounded(|codebase| codebase.find(typed, most)).await?;
    let symbols = answer.into_iter().map(|item| browse::found(item.found)).map(|item| FoundSymbol {
        kind: match item.kind {
            FoundKind::Symbol => "symbol".to_owned(),
            FoundKind::File => "file".to_owned(),
            FoundKind::Text => "text".to_owned(),
        },
        title: item.title,
        detail: item.detail,
        path: item.path,
        start_line: item.start_line,
        end_line: item.end_line,
        symbol: item.symbol,
    });
    json_answer(200, &Symbols { symbols: symbols.collect(), cut: cut.map(|cut| cut.to_string()) })
}
