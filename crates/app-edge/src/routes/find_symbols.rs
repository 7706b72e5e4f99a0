//! `GET /v1/symbols`

use super::count;
use crate::access::Scope;
use crate::api::code::{FoundSymbol, Symbols};
use crate::failure::Failure;
use crate::http::json_answer;
use crate::request_context::RequestContext;
use codebase::Bounded;
use protocol::FoundKind;
use worker::Response;

/// Finds symbols and files by a part of their name.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let repository = cx.repository(cx.required("repo")?, Scope::Read).await?;
    let (typed, most) = (cx.required("q")?, count(cx)?);
    let reader = cx.reader(&repository).await?;
    let Bounded { answer, cut } = reader.ask_bounded(|codebase| codebase.find(typed, most)).await?;
    let symbols = answer.into_iter().map(|item| code_view::found(item.found)).map(|item| FoundSymbol {
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
