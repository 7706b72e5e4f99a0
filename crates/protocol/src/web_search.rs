//! Searches of the Web as the page sets them up.

use serde::{Deserialize, Serialize};

/// Who answers searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchProvider {
    /// A SearXNG instance with its JSON format switched on.
    Searxng,
    /// Brave Search.
    Brave,
    /// Tavily.
    Tavily,
}

/// Who answers searches, as the person has set it up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchSetting {
    /// The provider.
    pub provider: SearchProvider,
    /// Where it answers.
    pub url: String,
    /// Whether there is a key for it.
    pub has_key: bool,
}
