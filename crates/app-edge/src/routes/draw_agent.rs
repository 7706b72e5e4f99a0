//! `GET /v1/graph/{agent}`

use crate::failure::{Failure, FailureKind};
use crate::request_context::RequestContext;
use crate::run::unknown_agent;
use agent::AgentKind;
use worker::{Response, ResponseBuilder};

pub fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let name = cx.variables.get("agent");
    let kind = AgentKind::from_name(name).ok_or_else(|| Failure::not_found(unknown_agent(name)))?;
    let broken = |error| Failure::new(FailureKind::Internal, format!("The graph cannot be drawn: {error}."));
    let (media, drawn) = match cx.parameter("format").unwrap_or("mermaid") {
        "mermaid" => ("text/plain; charset=utf-8", kind.drawing().map_err(broken)?.mermaid),
        "ascii" => ("text/plain; charset=utf-8", kind.ascii().map_err(broken)?),
        "svg" => ("image/svg+xml", kind.svg().map_err(broken)?),
        _ => return Err(Failure::bad("`format` can be `mermaid`, `ascii` or `svg`.")),
    };
    let response = ResponseBuilder::new().ok(drawn)?;
    response.headers().set("content-type", media)?;
    // A drawing of its own when opened by itself: nothing in it may run.
    response.headers().set("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")?;
    Ok(response)
}
