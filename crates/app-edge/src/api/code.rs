//! Responses about code. Their shapes are those of the command line's `--json`.

use protocol::{FoundItem, SearchHit};
use schemars::JsonSchema;
use serde::Serialize;

/// `GET /v1/search`.
#[derive(Serialize, JsonSchema)]
pub struct Hits {
    /// Best first.
    pub hits: Vec<SearchHit>,
    /// Set if the question needed more of the index than one request may read: how much was read. There may be more
    /// results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
}

/// `GET /v1/symbols`.
#[derive(Serialize, JsonSchema)]
pub struct Symbols {
    /// Best first.
    pub symbols: Vec<FoundItem>,
    /// As for [`Hits`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
}

/// `GET /v1/callers` and `/v1/callees`: one entry for each symbol of that name, with at most 200 calls. `omitted`
/// counts the others; `cut` is set if the question needed more of the index than one request may read.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Calls(pub Vec<serde_json::Value>);
