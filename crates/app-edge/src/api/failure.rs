//! The body of a refusal.

use schemars::JsonSchema;
use serde::Serialize;

/// The body of every refusal.
#[derive(Serialize, JsonSchema)]
pub struct Refused {
    /// Why.
    pub error: Refusal,
}

/// Why a call is refused.
#[derive(Serialize, JsonSchema)]
pub struct Refusal {
    /// The kind: unauthorized, forbidden, not_found, too_large, rate_limited, bad_request, conflict, unavailable or
    /// internal.
    pub kind: String,
    /// A sentence on what to do.
    pub message: String,
    /// Files that have to be pushed first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<String>>,
}
