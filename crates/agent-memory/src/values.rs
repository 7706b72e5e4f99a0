//! The values of one scope, and their stored form.

use crate::{Entry, MemoryError, Scope};
use limits::agent::{MEMORY_FILE_BYTES, MEMORY_KEY_BYTES, MEMORY_KEYS, MEMORY_VALUE_BYTES};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the stored form.
const VERSION: u32 = 1;

/// The values of one scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Values {
    scope: Scope,
    values: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    version: u32,
    values: BTreeMap<String, String>,
}

impl Values {
    /// No values.
    pub fn new(scope: Scope) -> Self {
        Self { scope, values: BTreeMap::new() }
    }

    /// Reads the stored form. `place` names it in the error.
    ///
    /// # Errors
    /// [`MemoryError::Damaged`].
    pub fn parse(scope: Scope, bytes: &[u8], place: &str) -> Result<Self, MemoryError> {
        let damaged = |why: String| MemoryError::Damaged { scope, place: place.to_owned(), why };
        if bytes.len() > MEMORY_FILE_BYTES {
            return Err(damaged(format!("it has {} bytes, and at most {MEMORY_FILE_BYTES} are read", bytes.len())));
        }
        let stored: Stored = serde_json::from_slice(bytes).map_err(|error| damaged(error.to_string()))?;
        if stored.version != VERSION {
            return Err(damaged(format!("it has version {}, and this Quarry reads {VERSION}", stored.version)));
        }
        if stored.values.len() > MEMORY_KEYS {
            return Err(damaged(format!("it has {} keys, and at most {MEMORY_KEYS} are read", stored.values.len())));
        }
        for (key, value) in &stored.values {
            check(key, value.len()).map_err(|error| damaged(error.to_string()))?;
        }
        Ok(Self { scope, values: stored.values })
    }

    /// The stored form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let stored = Stored { version: VERSION, values: self.values.clone() };
        serde_json::to_vec_pretty(&stored).expect("plain data with text keys is always JSON")
    }

    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// Every key, sorted.
    pub fn list(&self) -> Vec<Entry> {
        self.values.iter().map(|(key, value)| Entry { key: key.clone(), bytes: value.len() }).collect()
    }

    /// Stores a value.
    ///
    /// # Errors
    /// A bound; nothing is changed then.
    pub fn put(&mut self, key: &str, value: &str) -> Result<(), MemoryError> {
        check(key, value.len())?;
        if !self.values.contains_key(key) && self.values.len() >= MEMORY_KEYS {
            return Err(MemoryError::TooManyKeys(self.scope));
        }
        self.values.insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    /// Adds a text to a value.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn append(&mut self, key: &str, text: &str) -> Result<(), MemoryError> {
        let value = self.get(key).unwrap_or("").to_owned() + text;
        self.put(key, &value)
    }

    /// Deletes a value; false where there is none.
    pub fn delete(&mut self, key: &str) -> bool {
        self.values.remove(key).is_some()
    }

    /// Deletes all; how many there were.
    pub fn clear(&mut self) -> usize {
        std::mem::take(&mut self.values).len()
    }
}

/// Whether a value of so many bytes can be stored under a key.
fn check(key: &str, bytes: usize) -> Result<(), MemoryError> {
    if key.trim().is_empty() || key.len() > MEMORY_KEY_BYTES || key.chars().any(char::is_control) {
        return Err(MemoryError::Key);
    }
    if bytes > MEMORY_VALUE_BYTES {
        return Err(MemoryError::TooLarge { key: key.to_owned(), bytes });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Values {
        let mut values = Values::new(Scope::Repository);
        (0..MEMORY_KEYS).for_each(|n| values.put(&format!("key {n}"), "x").unwrap());
        values
    }

    #[test]
    fn values_survive_their_stored_form() {
        let mut values = Values::new(Scope::Person);
        values.put("style", "Doc comments:\n\talways “so” 😀").unwrap();
        values.append("style", ".").unwrap();
        values.append("empty", "").unwrap();
        let read = Values::parse(Scope::Person, &values.to_bytes(), "person.json").unwrap();
        assert_eq!(read, values);
        assert_eq!((read.get("style"), read.get("empty")), (Some("Doc comments:\n\talways “so” 😀."), Some("")));
        assert_eq!(read.get("other"), None, "absent is not empty");
    }

    #[test]
    fn bounds_hold_and_change_nothing() {
        let mut values = full();
        let before = values.clone();
        let error = values.put("one more", "x").unwrap_err();
        assert_eq!(error.to_string(), "the repository has 200 keys already, as many as are stored; delete one first");
        let long = "é".repeat(MEMORY_VALUE_BYTES / 2);
        let error = values.append("key 7", &long).unwrap_err();
        assert_eq!(error.to_string(), "the value of `key 7` would have 20481 bytes, and at most 20480 are stored");
        for key in ["", " ", "a\nb", &"k".repeat(MEMORY_KEY_BYTES + 1)] {
            assert_eq!(values.put(key, "x"), Err(MemoryError::Key), "{key:?}");
        }
        assert_eq!(values, before);
        values.put("key 7", &long).expect("as large as allowed, and no new key");
    }

    #[test]
    fn what_is_not_written_by_this_is_damaged() {
        for text in [
            "",
            "{\"version\":1,\"values\":{\"a\":",
            "{\"version\":2,\"values\":{}}",
            "{\"version\":1,\"values\":{\"a\":1}}",
            "{\"version\":1,\"values\":{\"\":\"x\"}}",
            "[]",
        ] {
            let error = Values::parse(Scope::Person, text.as_bytes(), "person.json").unwrap_err();
            assert!(error.to_string().contains("person.json is damaged ("), "{text}: {error}");
        }
    }

    #[test]
    fn deleting_says_what_was_there() {
        let mut values = full();
        assert!(values.delete("key 0") && !values.delete("key 0"));
        assert_eq!((values.clear(), values.clear()), (MEMORY_KEYS - 1, 0));
    }
}
