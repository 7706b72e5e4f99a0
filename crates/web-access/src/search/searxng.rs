//! SearXNG: `GET ENDPOINT/search?format=json`.

use super::{Found, encoded, listed};
use model::HttpRequest;
use serde_json::Value;

/// An instance that asks for a key gets it as a bearer token.
pub(super) fn request(endpoint: &str, query: &str, key: Option<&str>) -> HttpRequest {
    let endpoint = endpoint.trim_end_matches('/').trim_end_matches("/search");
    let url = format!("{endpoint}/search?q={}&format=json", encoded(query));
    let headers = key.map(|key| ("authorization".to_owned(), format!("Bearer {key}"))).into_iter().collect();
    HttpRequest { method: "GET", url, headers, body: Vec::new() }
}

pub(super) fn results(answer: &Value) -> Option<Vec<Found>> {
    listed(answer.get("results"), ["title", "url", "content"])
}
