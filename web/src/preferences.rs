//! The few choices kept in the browser: theme, model, pane sizes. Never a key.
//!
//! localStorage may be refused or full; then a choice lasts as long as the page.

use serde::{Serialize, de::DeserializeOwned};
use web_sys::Storage;

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// The choice called `name`, if it was kept and can be read.
pub fn load<T: DeserializeOwned>(name: &str) -> Option<T> {
    let text = storage()?.get_item(&format!("quarry.{name}")).ok().flatten()?;
    serde_json::from_str(&text).ok()
}

/// Keeps a choice.
pub fn save<T: Serialize>(name: &str, value: &T) {
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(value)) {
        let _ = storage.set_item(&format!("quarry.{name}"), &text);
    }
}
