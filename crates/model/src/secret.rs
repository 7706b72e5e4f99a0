//! Keys that cannot be printed by mistake.

use std::fmt;

/// A key. Neither `Debug` nor an error shows it; only [`Secret::expose`] returns it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A key as typed or pasted; white space around it is removed.
    pub fn new(key: impl AsRef<str>) -> Self {
        Self(key.as_ref().trim().to_owned())
    }

    /// The key itself, for the request header.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The text without any occurrence of the key, or of its beginning at the end of a text that was cut: some
    /// providers quote the key in their errors.
    pub fn redact(&self, text: &str) -> String {
        let shown = |end: &usize| self.0.is_char_boundary(*end) && text.contains(&self.0[..*end]);
        match (Self::SHORTEST..=self.0.len()).rev().find(shown) {
            Some(end) => text.replace(&self.0[..end], "[key]"),
            None => text.to_owned(),
        }
    }

    /// Bytes of a key's beginning that give nothing away (`sk-`, `gsk_`).
    const SHORTEST: usize = 6;
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_shows_the_key() {
        let secret = Secret::new(" sk-very-secret\n");
        assert_eq!(secret.expose(), "sk-very-secret");
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        assert_eq!(secret.redact("wrong key: sk-very-secret."), "wrong key: [key].");
        assert_eq!(secret.redact("wrong key: sk-very-sec..."), "wrong key: [key]...");
        assert_eq!(Secret::new("").redact("as it was"), "as it was");
    }
}
