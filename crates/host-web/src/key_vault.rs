//! Keys of model providers: for the session in memory, or encrypted at rest where the person asks for it.
//!
//! At rest a key is AES-GCM ciphertext in IndexedDB under a WebCrypto key that cannot be exported. Whoever controls
//! this origin's scripts can still use it; a copy of the profile folder alone reads nothing from another machine's
//! browser without that key store.

use crate::JsFailure;
use std::cell::RefCell;
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/js/indexed-db.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = rememberKey)]
    async fn remember(origin: &str, secret: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = recallKey)]
    async fn recall(origin: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = forgetKey)]
    async fn forget(origin: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = keyOrigins)]
    async fn origins() -> Result<JsValue, JsValue>;
}

/// Keys by origin.
#[derive(Default)]
pub struct KeyVault {
    session: RefCell<BTreeMap<String, String>>,
}

impl KeyVault {
    /// What the names of tokens for servers of tools begin with, in place of an origin.
    pub const TOOLS: &str = "tools of ";
    /// What the names of keys for searches of the Web begin with, before an origin.
    pub const SEARCH: &str = "search at ";
    /// What the names of tokens for git hosts begin with, before the origin of the host's API.
    pub const GIT_HOST: &str = "git host ";

    /// Holds a key for this session, and encrypted at rest where `keep`; without, one at rest is deleted.
    pub async fn set(&self, origin: &str, key: &str, keep: bool) -> Result<(), JsFailure> {
        self.session.borrow_mut().insert(origin.to_owned(), key.to_owned());
        if keep {
            remember(origin, key).await?
        } else {
            forget(origin).await?
        };
        Ok(())
    }

    /// The key for an origin, if there is one. What cannot be decrypted any more counts as none.
    pub async fn get(&self, origin: &str) -> Option<String> {
        if let Some(key) = self.session.borrow().get(origin) {
            return Some(key.clone());
        }
        let key = recall(origin).await.ok()?.as_string()?;
        self.session.borrow_mut().insert(origin.to_owned(), key.clone());
        Some(key)
    }

    /// Deletes the key for an origin, everywhere.
    pub async fn forget(&self, origin: &str) -> Result<(), JsFailure> {
        self.session.borrow_mut().remove(origin);
        forget(origin).await?;
        Ok(())
    }

    /// The origins of models there are keys for, and whether each is kept at rest.
    pub async fn known(&self) -> Vec<(String, bool)> {
        let mut known: BTreeMap<String, bool> =
            self.session.borrow().keys().map(|origin| (origin.clone(), false)).collect();
        // Without IndexedDB (some private windows) there are the session's keys.
        if let Ok(list) = origins().await {
            for origin in js_sys::Array::from(&list).iter().filter_map(|origin| origin.as_string()) {
                known.insert(origin, true);
            }
        }
        let is_of_model =
            |name: &str| ![Self::TOOLS, Self::SEARCH, Self::GIT_HOST].iter().any(|other| name.starts_with(other));
        known.into_iter().filter(|(name, _)| is_of_model(name)).collect()
    }
}
