//! Who answers searches of the Web, as the person has set it up.
//!
//! The provider and its address are kept in a file of the browser's storage, its key in the key vault.

use crate::failure;
use crate::settings_file::SettingsFile;
use host_web::{FetchHttpClient, FileStore, KeyVault, TimeoutTimer};
use mcp_client::Address;
use model::{HttpError, Secret};
use protocol::{Failure, FailureKind, Reply, SearchProvider, SearchSetting};
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use web_access::{Provider, WebError, WebSearch};

const CORS: &str = "Check the address. In a browser it must also allow this page to read its answers (CORS): \
    Access-Control-Allow-Origin, and Access-Control-Allow-Headers where a key is sent.";

/// What is stored; the key is not.
#[derive(Clone, Serialize, Deserialize)]
struct Stored {
    provider: SearchProvider,
    url: String,
}

/// Who answers searches.
pub struct SearchSettings {
    file: SettingsFile,
    vault: Rc<KeyVault>,
}

impl SearchSettings {
    pub fn new(files: Rc<dyn FileStore>, vault: Rc<KeyVault>) -> Self {
        let file = SettingsFile { files, folder: ".web", name: "search.json", beside: "search.new.json" };
        Self { file, vault }
    }

    /// The search for a run; `None` where nobody is set up.
    pub async fn open(&self) -> Result<Option<Rc<WebSearch>>, Failure> {
        let Some(Stored { provider, url }) = self.read().await? else { return Ok(None) };
        let key = self.vault.get(&key_name(&url)).await.map(Secret::new);
        let (http, timer) = (Rc::new(FetchHttpClient), Rc::new(TimeoutTimer));
        Ok(Some(Rc::new(WebSearch::new(known(provider), url, key, http, timer))))
    }

    pub async fn shown(&self) -> Result<Reply, Failure> {
        let Some(Stored { provider, url }) = self.read().await? else { return Ok(Reply::WebSearch { search: None }) };
        let has_key = self.vault.get(&key_name(&url)).await.is_some();
        Ok(Reply::WebSearch { search: Some(SearchSetting { provider, url, has_key }) })
    }

    /// Sets the provider up. Nothing is sent to it yet.
    pub async fn set(&self, provider: SearchProvider, url: &str, key: &str, remember: bool) -> Result<Reply, Failure> {
        let url = match url.trim() {
            "" => known(provider).endpoint().ok_or_else(|| failure::bad_input("Give the address of the instance."))?,
            url => url,
        };
        let address = Address::http(url).map_err(|error| failure::bad_input(format!("The address: {error}.")))?;
        let url = address.to_string();
        let name = key_name(&url);
        if let Some(before) = self.read().await?.filter(|before| key_name(&before.url) != name) {
            // A key goes to the origin that it was given for.
            self.vault.forget(&key_name(&before.url)).await.map_err(failure::storage)?;
        }
        if !key.trim().is_empty() {
            self.vault.set(&name, key.trim(), remember).await.map_err(failure::storage)?;
        } else if known(provider).needs_key() && self.vault.get(&name).await.is_none() {
            return Err(failure::bad_input("This provider answers only with a key."));
        }
        self.file.write(&Some(Stored { provider, url })).await?;
        self.shown().await
    }

    pub async fn remove(&self) -> Result<Reply, Failure> {
        if let Some(Stored { url, .. }) = self.read().await? {
            self.vault.forget(&key_name(&url)).await.map_err(failure::storage)?;
        }
        self.file.write(&None::<Stored>).await?;
        self.shown().await
    }

    /// Searches once, for the person to see whether it answers.
    pub async fn try_out(&self, query: &str) -> Result<Reply, Failure> {
        let nobody = || failure::bad_input("Nobody is set up to answer searches.");
        let search = self.open().await?.ok_or_else(nobody)?;
        let found = search.search(query, limits::web::SEARCH_RESULTS).await.map_err(|error| {
            let advice = matches!(error, WebError::Http(HttpError::Unreachable { .. })).then_some(CORS);
            failure::failure(FailureKind::BadInput, format!("The search failed: {error}."), advice)
        })?;
        Ok(Reply::WebFound { titles: found.into_iter().map(|found| found.title).collect() })
    }

    async fn read(&self) -> Result<Option<Stored>, Failure> {
        // A file that holds nothing is a setting that was removed.
        Ok(self.file.read::<Option<Stored>>().await?.flatten())
    }
}

/// The name of a key in the key vault, by the origin that it is for; no origin of a model begins like this.
fn key_name(url: &str) -> String {
    let address = Address::Http(url.to_owned());
    // An address that is a URL has an origin.
    format!("{}{}", KeyVault::SEARCH, address.origin().unwrap_or(url))
}

fn known(provider: SearchProvider) -> Provider {
    match provider {
        SearchProvider::Searxng => Provider::Searxng,
        SearchProvider::Brave => Provider::Brave,
        SearchProvider::Tavily => Provider::Tavily,
    }
}
