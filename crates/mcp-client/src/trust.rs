//! What a person trusts of a server.

use crate::{Definition, Listing};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a person trusts of one server at one address: tools by name, each with the definition that they have seen.
///
/// A tool that is trusted and says that it only reads is called unasked; every other call of a server is asked about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trust {
    /// The address that was trusted; at another one nothing is.
    address: String,
    tools: BTreeMap<String, String>,
}

impl Trust {
    /// Nothing yet, at this address.
    pub fn at(address: &str) -> Self {
        Self { address: address.to_owned(), tools: BTreeMap::new() }
    }

    /// The address that it holds for.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// How many tools are trusted.
    #[allow(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Trusts a tool as it is now.
    pub fn add(&mut self, tool: &Definition) {
        self.tools.insert(tool.name().to_owned(), tool.text().to_owned());
    }

    /// Trusts these tools of a list, all if none is named. Tools that the server no longer has are forgotten.
    ///
    /// # Errors
    /// The names that are not in the list; nothing is changed then.
    pub fn add_all(&mut self, listing: &Listing, names: &[String]) -> Result<(), Vec<String>> {
        let missing: Vec<String> = names.iter().filter(|name| listing.get(name).is_none()).cloned().collect();
        if !missing.is_empty() {
            return Err(missing);
        }
        self.tools.retain(|name, _| listing.get(name).is_some());
        let wanted = |tool: &&Definition| names.is_empty() || names.iter().any(|name| name == tool.name());
        listing.tools.iter().filter(wanted).for_each(|tool| self.add(tool));
        Ok(())
    }

    /// The definition that the person trusts of a tool; `None` where they trust none.
    pub fn of(&self, tool: &str) -> Option<&str> {
        self.tools.get(tool).map(String::as_str)
    }
}
