//! Headers of a POST, and the check that they agree with its body.

use super::Post;
use crate::Version;
use crate::error::{ErrorCode, RpcError};
use crate::message::Request;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// What the client takes as an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Accepts {
    pub json: bool,
    pub events: bool,
}

impl Accepts {
    /// Reads `Accept` and checks `Content-Type`; otherwise an HTTP status and what is wrong.
    pub fn read(post: &Post<'_>) -> Result<Self, (u16, &'static str)> {
        let is_json = |kind: &str| media(kind).eq_ignore_ascii_case("application/json");
        if !post.content_type.is_some_and(is_json) {
            return Err((415, "the body must be sent as application/json"));
        }
        // Without the header everything goes; a plain answer is the simpler one then.
        let Some(accept) = post.accept else { return Ok(Self { json: true, events: false }) };
        let takes = |name: &str| accept.split(',').any(|kind| media(kind).eq_ignore_ascii_case(name));
        let json = ["application/json", "application/*", "*/*"].into_iter().any(takes);
        let events = takes("text/event-stream");
        if !json && !events {
            return Err((406, "the answer is application/json or text/event-stream; accept both"));
        }
        Ok(Self { json, events })
    }
}

/// A media type without its parameters.
fn media(kind: &str) -> &str {
    kind.split(';').next().expect("a split has a first part").trim()
}

/// Since 2026-07-28 headers repeat parts of the body, and a difference is refused: what is in between may have decided by
/// the headers.
pub(super) fn agree(request: &Request, version: Version, post: &Post<'_>) -> Result<Version, RpcError> {
    if !version.is_stateless() {
        return Ok(version);
    }
    same("MCP-Protocol-Version", post.protocol_version, version.name())?;
    same("Mcp-Method", post.method, &request.method)?;
    let name = match request.method.as_str() {
        "tools/call" | "prompts/get" => request.params.get("name"),
        "resources/read" => request.params.get("uri"),
        _ => None,
    };
    if let Some(name) = name.and_then(|name| name.as_str()) {
        let given = post.name.map(decoded).transpose()?;
        same("Mcp-Name", given.as_deref(), name)?;
    }
    Ok(version)
}

fn same(header: &str, given: Option<&str>, body: &str) -> Result<(), RpcError> {
    match given.map(str::trim) {
        Some(given) if given == body => Ok(()),
        Some(given) => Err(mismatch(format!("{header} is `{given}`, but the body says `{body}`"))),
        None => Err(mismatch(format!("the header {header} is missing"))),
    }
}

/// A value that a header cannot hold is written as `=?base64?...?=`.
fn decoded(value: &str) -> Result<String, RpcError> {
    let Some(inner) = value.trim().strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Ok(value.to_owned());
    };
    let bytes = STANDARD.decode(inner).ok();
    bytes
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or_else(|| mismatch("Mcp-Name is not base64 of text".to_owned()))
}

fn mismatch(why: String) -> RpcError {
    RpcError::new(ErrorCode::HeaderMismatch, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_be_encoded() {
        assert_eq!(decoded("read_file").unwrap(), "read_file");
        assert_eq!(decoded("=?base64?cmVhZF9maWxl?=").unwrap(), "read_file");
        assert_eq!(decoded("=?base64?*?=").unwrap_err().code, ErrorCode::HeaderMismatch);
    }

    #[test]
    fn both_kinds_of_answers_are_known_by_their_names() {
        let accepts = |accept| {
            let accepts = Accepts::read(&Post { content_type: Some("application/json"), accept, ..Post::default() });
            accepts.map(|accepts| (accepts.json, accepts.events)).map_err(|(status, _)| status)
        };
        assert_eq!(accepts(Some("application/json, text/event-stream;q=0.9")), Ok((true, true)));
        assert_eq!(accepts(Some("*/*")), Ok((true, false)));
        assert_eq!(accepts(Some("Text/Event-Stream")), Ok((false, true)));
        assert_eq!(accepts(None), Ok((true, false)));
        assert_eq!(accepts(Some("text/html")), Err(406));
        let kind =
            |content_type| Accepts::read(&Post { content_type, ..Post::default() }).map_err(|(status, _)| status);
        assert!(kind(Some("application/json; charset=utf-8")).is_ok());
        assert_eq!(kind(Some("text/plain")), Err(415));
        assert_eq!(kind(None), Err(415));
    }
}
