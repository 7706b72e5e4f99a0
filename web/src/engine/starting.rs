//! Loading the worker: from which address, for how long, and why it failed.

use crate::strings;
use js_sys::Reflect;
use leptos::prelude::*;
use web_sys::Event;

/// How long a worker may take to report that it is ready, in milliseconds.
pub const LIMIT_MS: u32 = 30_000;

/// After how many milliseconds of loading the page shows a notice.
pub const SLOW_MS: u32 = 3_000;

/// The message of a worker's error event. Only a script that threw has one: a script that is missing, or that a policy
/// forbids, gives an event without.
pub fn error_words(event: &Event) -> String {
    let message = Reflect::get(event, &"message".into()).ok().and_then(|message| message.as_string());
    let message = message.filter(|message| !message.is_empty());
    message.unwrap_or_else(|| strings::engine_no_script(script()))
}

/// The worker's address, relative to the page, with the build's version: worker files keep their names.
pub fn url() -> String {
    versioned(script())
}

/// The address of Python's frame, in the same way.
pub fn frame_url() -> String {
    versioned("runner/python/frame.html")
}

fn versioned(path: &str) -> String {
    format!("{path}?v={}", build())
}

/// The name of this build, as `cargo xtask build` wrote it into the page; a build without one (as in development) is loaded
/// without one.
pub fn build() -> String {
    let meta = document().query_selector("meta[name=quarry-build]").ok().flatten();
    meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_default()
}

fn script() -> &'static str {
    "engine/engine-worker.js"
}
