//! Reads the names of an update's fields; used by the code of `#[derive(State)]`.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};

/// Reads a field's name and gives its place in the list; the list's length for a name that is not in it.
#[derive(Clone, Copy)]
pub struct FieldName(pub &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for FieldName {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for FieldName {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field of an update")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        Ok(self.0.iter().position(|field| *field == name).unwrap_or(self.0.len()))
    }
}
