//! A worker on its way: where it is loaded from, how long that may take, and why it failed.

use js_sys::Reflect;
use leptos::prelude::*;
use web_sys::Event;

/// How long a worker may take to say that it is ready, in milliseconds.
pub const LIMIT_MS: u32 = 30_000;

/// After how many milliseconds the page shows that it still loads.
pub const SLOW_MS: u32 = 3_000;

/// Why it failed where it took too long.
pub const TOO_LATE: &str = "it did not start within 30 seconds";

/// The message of an error event of a worker. Only a script that threw gives a message: one that is missing, or that a
/// policy forbids, gives an event without.
pub fn error_words(event: &Event) -> String {
    let message = Reflect::get(event, &"message".into()).ok().and_then(|message| message.as_string());
    let message = message.filter(|message| !message.is_empty());
    message.unwrap_or_else(|| format!("its script {} could not be loaded", script()))
}

/// The worker's address, relative to the page, with the build's version: worker files keep their names.
pub fn url() -> String {
    let meta = document().query_selector("meta[name=quarry-build]").ok().flatten();
    let version = meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_default();
    format!("{}?v={version}", script())
}

fn script() -> &'static str {
    "engine/engine-worker.js"
}
