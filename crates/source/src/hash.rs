//! Content hashes: BLAKE3, cut to 128 bits.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// BLAKE3 of some bytes, cut to 128 bits; written as 32 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ContentHash(pub [u8; 16]);

impl ContentHash {
    /// The hash of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        let mut cut = [0; 16];
        cut.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
        Self(cut)
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A string that is not 32 hex digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a content hash (32 hex digits)")]
pub struct HashError(pub String);

impl FromStr for ContentHash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Self, HashError> {
        let fail = || HashError(text.to_owned());
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(fail());
        }
        let mut out = [0; 16];
        for (i, byte) in out.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| fail())?;
        }
        Ok(Self(out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        let hash = ContentHash::of(b"quarry");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        assert!("xyz".parse::<ContentHash>().is_err());
        assert!("+1".repeat(16).parse::<ContentHash>().is_err());
    }
}
