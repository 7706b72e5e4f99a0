//! Exceptions of the browser as Rust errors; errors and panics as text for people.

use wasm_bindgen::{JsCast, JsValue};

/// An exception of the browser.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {message}")]
pub struct JsFailure {
    /// `QuotaExceededError`, `NotFoundError`, `SecurityError`, ...
    pub name: String,
    /// Its message.
    pub message: String,
}

impl JsFailure {
    /// True where a file or folder is not there.
    pub fn is_not_found(&self) -> bool {
        self.name == "NotFoundError"
    }

    /// True where the browser does not allow it here, and trying again would change nothing.
    pub fn is_refusal(&self) -> bool {
        matches!(self.name.as_str(), "SecurityError" | "NotAllowedError" | "TypeError")
    }

    /// True where there is no room left.
    pub fn is_quota(&self) -> bool {
        self.name == "QuotaExceededError"
    }
}

impl From<JsValue> for JsFailure {
    fn from(value: JsValue) -> Self {
        if let Some(error) = value.dyn_ref::<js_sys::Error>() {
            return Self { name: error.name().into(), message: error.message().into() };
        }
        let message = value.as_string().unwrap_or_else(|| format!("{value:?}"));
        Self { name: "Error".to_owned(), message }
    }
}

/// A panic's message and location, on one line.
pub fn panic_text(panic: &std::panic::PanicHookInfo) -> String {
    let location = panic.location().map_or_else(String::new, |at| format!(" ({}:{})", at.file(), at.line()));
    format!("{}{location}", panic.payload_as_str().unwrap_or("a panic without a message").replace('\n', " "))
}

/// The text of an error as a sentence: with a capital letter and a full stop.
pub fn sentence(error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    first.into_iter().flatten().chain(letters).chain(end.chars()).collect()
}
