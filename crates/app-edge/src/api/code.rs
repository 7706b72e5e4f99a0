//! Responses about code. Their shapes are those of the command line's `--json`.

use schemars::JsonSchema;
use serde::Serialize;

/// `GET /v1/search`.
#[derive(Serialize, JsonSchema)]
pub struct Hits {
    /// Best first.
    pub hits: Vec<Hit>,
    /// Set if the question needed more of the index than one request may read: how much was read. There may be more
    /// results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
}

/// A search result.
#[derive(Serialize, JsonSchema)]
pub struct Hit {
    /// The file.
    pub path: String,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// Qualified name of the symbol, if it is one.
    pub symbol: Option<String>,
    /// `function`, `class`, `text`, ...
    pub kind: String,
    /// Higher is better; comparable within one search.
    pub score: f32,
    /// The lines that match best.
    pub snippet: String,
}

/// `GET /v1/symbols`.
#[derive(Serialize, JsonSchema)]
pub struct Symbols {
    /// Best first.
    pub symbols: Vec<FoundSymbol>,
    /// As for [`Hits`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
}

/// A symbol or file found by a few letters.
#[derive(Serialize, JsonSchema)]
pub struct FoundSymbol {
    /// `symbol` or `file`.
    pub kind: String,
    /// Its own name.
    pub title: String,
    /// Kind, qualified name and location, for display.
    pub detail: String,
    /// The file.
    pub path: String,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// Its number in this snapshot's call graph, if it is a symbol.
    pub symbol: Option<u32>,
}

/// `GET /v1/callers` and `/v1/callees`: one entry for each symbol of that name, with at most 200 calls. `omitted`
/// counts the others; `cut` is set if the question needed more of the index than one request may read.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Calls(pub Vec<serde_json::Value>);
