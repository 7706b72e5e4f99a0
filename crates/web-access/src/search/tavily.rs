//! Tavily: `POST /search` with the key as a bearer token.

use super::{Found, listed};
use model::HttpRequest;
use serde_json::{Value, json};

pub(super) const ENDPOINT: &str = "https://api.tavily.com/search";

pub(super) fn request(endpoint: &str, query: &str, most: usize, key: Option<&str>) -> HttpRequest {
    let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    headers.extend(key.map(|key| ("authorization".to_owned(), format!("Bearer {key}"))));
    let body = json!({ "query": query, "max_results": most }).to_string().into_bytes();
    HttpRequest { method: "POST", url: endpoint.to_owned(), headers, body }
}

pub(super) fn results(answer: &Value) -> Option<Vec<Found>> {
    listed(answer.get("results"), ["title", "url", "content"])
}
