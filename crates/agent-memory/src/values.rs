//! The values of one scope, and their stored form.

use crate::{Entry, MemoryError, MemoryFile, Origin, Scope, Source};
use limits::agent::{MEMORY_FILE_BYTES, MEMORY_KEY_BYTES, MEMORY_KEYS, MEMORY_VALUE_BYTES};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the stored form. Version 1, which does not say where a value came from, is read too.
const VERSION: u32 = 2;

/// The values of one scope.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Values(BTreeMap<String, Value>);

/// A value as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Value {
    value: String,
    /// `None` for a value that version 1 held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<Source>,
    /// Milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stored_at: Option<f64>,
}

#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored<V> {
    version: u32,
    values: BTreeMap<String, V>,
}

impl Values {
    /// No values.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the stored form. `place` names it in the error.
    ///
    /// # Errors
    /// [`MemoryError::Damaged`].
    pub fn parse(scope: Scope<'_>, bytes: &[u8], place: &str) -> Result<Self, MemoryError> {
        let what = MemoryFile::Values(scope).to_string();
        Self::read(bytes).map_err(|why| MemoryError::Damaged { what, place: place.to_owned(), why })
    }

    fn read(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() > MEMORY_FILE_BYTES {
            return Err(format!("it has {} bytes, and at most {MEMORY_FILE_BYTES} are read", bytes.len()));
        }
        let json = |error: serde_json::Error| error.to_string();
        let values = match serde_json::from_slice::<Versioned>(bytes).map_err(json)?.version {
            1 => {
                let texts = serde_json::from_slice::<Stored<String>>(bytes).map_err(json)?.values;
                let value = |value: String| Value { value, source: None, stored_at: None };
                texts.into_iter().map(|(key, text)| (key, value(text))).collect()
            }
            VERSION => serde_json::from_slice::<Stored<Value>>(bytes).map_err(json)?.values,
            other => return Err(format!("it has version {other}, and this Quarry reads 1 to {VERSION}")),
        };
        if values.len() > MEMORY_KEYS {
            return Err(format!("it has {} keys, and at most {MEMORY_KEYS} are read", values.len()));
        }
        let checked = values.iter().try_for_each(|(key, value)| check(key, value.value.len()));
        checked.map_err(|error| error.to_string())?;
        Ok(Self(values))
    }

    /// The stored form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let stored = Stored { version: VERSION, values: self.0.clone() };
        serde_json::to_vec_pretty(&stored).expect("plain data with text keys is always JSON")
    }

    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<Entry> {
        self.0.get(key).map(|value| entry(key, value))
    }

    /// Every value, sorted by key.
    pub fn list(&self) -> Vec<Entry> {
        self.0.iter().map(|(key, value)| entry(key, value)).collect()
    }

    /// Stores a value.
    ///
    /// # Errors
    /// A bound; nothing is changed then.
    pub fn put(&mut self, scope: Scope<'_>, key: &str, value: &str, origin: &Origin) -> Result<(), MemoryError> {
        check(key, value.len())?;
        if !self.0.contains_key(key) && self.0.len() >= MEMORY_KEYS {
            return Err(MemoryError::TooManyKeys(scope.name()));
        }
        let Origin { source, stored_at } = origin.clone();
        self.0.insert(key.to_owned(), Value { value: value.to_owned(), source: Some(source), stored_at });
        Ok(())
    }

    /// Adds a text to a value.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn append(&mut self, scope: Scope<'_>, key: &str, text: &str, origin: &Origin) -> Result<(), MemoryError> {
        let value = self.0.get(key).map_or("", |before| &before.value).to_owned() + text;
        self.put(scope, key, &value, origin)
    }

    /// Deletes a value; false where there is none.
    pub fn delete(&mut self, key: &str) -> bool {
        self.0.remove(key).is_some()
    }

    /// Deletes all; how many there were.
    pub fn clear(&mut self) -> usize {
        std::mem::take(&mut self.0).len()
    }
}

fn entry(key: &str, value: &Value) -> Entry {
    let Value { value, source, stored_at } = value.clone();
    Entry { key: key.to_owned(), value, origin: source.map(|source| Origin { source, stored_at }) }
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
        let mut values = Values::new();
        (0..MEMORY_KEYS).for_each(|n| put(&mut values, &format!("key {n}"), "x").unwrap());
        values
    }

    fn put(values: &mut Values, key: &str, value: &str) -> Result<(), MemoryError> {
        values.put(Scope::Repository, key, value, &Origin::person(0.0))
    }

    fn append(values: &mut Values, key: &str, text: &str, at: f64) -> Result<(), MemoryError> {
        let (run, agent, by) = ("r1".to_owned(), "plan-review".to_owned(), "memory_append".to_owned());
        let origin = Origin { source: Source::Run { run, agent, by }, stored_at: Some(at) };
        values.append(Scope::Repository, key, text, &origin)
    }

    #[test]
    fn values_survive_their_stored_form() {
        let mut values = Values::new();
        put(&mut values, "style", "Doc comments:\n\talways “so” 😀").unwrap();
        append(&mut values, "style", ".", 1.75e12).unwrap();
        append(&mut values, "empty", "", 2.0).unwrap();
        let read = Values::parse(Scope::Person, &values.to_bytes(), "person.json").unwrap();
        assert_eq!(read, values);
        let style = read.get("style").unwrap();
        assert_eq!(style.value, "Doc comments:\n\talways “so” 😀.");
        assert_eq!(style.origin.unwrap().stored_at, Some(1.75e12), "who wrote last");
        assert_eq!(read.get("empty").unwrap().value, "");
        assert_eq!(read.get("other"), None, "absent is not empty");
    }

    #[test]
    fn bounds_hold_and_change_nothing() {
        let mut values = full();
        let before = values.clone();
        let error = put(&mut values, "one more", "x").unwrap_err();
        assert_eq!(error.to_string(), "the repository has 200 keys already, as many as are stored; delete one first");
        let long = "é".repeat(MEMORY_VALUE_BYTES / 2);
        let error = append(&mut values, "key 7", &long, 0.0).unwrap_err();
        assert_eq!(error.to_string(), "the value of `key 7` would have 20481 bytes, and at most 20480 are stored");
        for key in ["", " ", "a\nb", &"k".repeat(MEMORY_KEY_BYTES + 1)] {
            assert_eq!(put(&mut values, key, "x"), Err(MemoryError::Key), "{key:?}");
        }
        assert_eq!(values, before);
        put(&mut values, "key 7", &long).expect("as large as allowed, and no new key");
    }

    #[test]
    fn what_is_not_written_by_this_is_damaged() {
        for text in [
            "",
            "{\"version\":1,\"values\":{\"a\":",
            "{\"version\":3,\"values\":{}}",
            "{\"version\":2,\"values\":{\"a\":\"x\"}}",
            "{\"version\":2,\"values\":{\"a\":{\"value\":\"x\",\"source\":{\"type\":\"page\"}}}}",
            "{\"version\":1,\"values\":{\"a\":1}}",
            "{\"version\":1,\"values\":{\"\":\"x\"}}",
            "[]",
        ] {
            let error = Values::parse(Scope::Person, text.as_bytes(), "person.json").unwrap_err();
            assert!(error.to_string().contains("person.json is damaged ("), "{text}: {error}");
        }
    }

    #[test]
    fn version_1_is_read_and_says_that_the_origin_is_unknown() {
        let text = b"{\"version\":1,\"values\":{\"a\":\"x\",\"b\":\"y\"}}";
        let mut values = Values::parse(Scope::Person, text, "person.json").unwrap();
        put(&mut values, "b", "z").unwrap();
        let read = Values::parse(Scope::Person, &values.to_bytes(), "person.json").unwrap();
        let [a, b] = read.list().try_into().unwrap();
        assert_eq!((a.value.as_str(), a.origin), ("x", None));
        assert_eq!((b.value.as_str(), b.origin), ("z", Some(Origin::person(0.0))));
    }

    #[test]
    fn deleting_says_what_was_there() {
        let mut values = full();
        assert!(values.delete("key 0") && !values.delete("key 0"));
        assert_eq!((values.clear(), values.clear()), (MEMORY_KEYS - 1, 0));
    }
}
