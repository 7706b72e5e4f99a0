//! What the browser threw, as a Rust error.

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
