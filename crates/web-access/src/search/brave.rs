//! Brave Search: `GET /res/v1/web/search` with the key in a header.

use super::{Found, encoded, listed};
use model::HttpRequest;
use serde_json::Value;

pub(super) const ENDPOINT: &str = "https://api.search.brave.com/res/v1/web/search";

pub(super) fn request(endpoint: &str, query: &str, most: usize, key: Option<&str>) -> HttpRequest {
    let url = format!("{endpoint}?q={}&count={most}", encoded(query));
    let mut headers = vec![("accept".to_owned(), "application/json".to_owned())];
    headers.extend(key.map(|key| ("x-subscription-token".to_owned(), key.to_owned())));
    HttpRequest { method: "GET", url, headers, body: Vec::new() }
}

/// A search that found nothing has no `web` at all.
pub(super) fn results(answer: &Value) -> Option<Vec<Found>> {
    match answer.get("web") {
        Some(web) => listed(web.get("results"), ["title", "url", "description"]),
        None => (answer.get("type")?.as_str()? == "search").then(Vec::new),
    }
}
