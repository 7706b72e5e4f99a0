//! The tokens of a deployment, from the secret `QUARRY_TOKENS`, as hashes or in clear.
//!
//! A presented token is hashed and compared with all of them in constant time, so that the response time reveals neither
//! their number nor a near match.

use crate::access::{Bearer, Scope};
use constant_time_eq::constant_time_eq_32;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// A token as the secret describes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    scope: Scope,
    #[serde(default)]
    sha256: Option<String>,
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    repos: Option<Vec<String>>,
}

struct Token {
    hash: [u8; 32],
    bearer: Bearer,
}

/// All tokens of a deployment.
#[derive(Default)]
pub struct Tokens(Vec<Token>);

/// The shortest token in characters: a shorter one could be guessed.
const SHORTEST: usize = 16;

impl Tokens {
    /// Reads the secret: `[{"name", "scope", "sha256" or "token", "repos"?}]`.
    ///
    /// # Errors
    /// What is wrong with it, in a message that quotes no token.
    pub fn parse(text: &str) -> Result<Self, String> {
        let entries: Vec<Entry> = serde_json::from_str(text).map_err(|error| {
            // Serde's message could quote the secret.
            format!("QUARRY_TOKENS is not a list of tokens (line {}, column {})", error.line(), error.column())
        })?;
        entries.into_iter().map(Token::of).collect::<Result<_, _>>().map(Self)
    }

    pub fn bearer(&self, presented: &str) -> Option<Bearer> {
        let hash: [u8; 32] = Sha256::digest(presented.as_bytes()).into();
        let mut found = None;
        for token in &self.0 {
            // All are compared, whichever fits.
            if constant_time_eq_32(&token.hash, &hash) {
                found = Some(&token.bearer);
            }
        }
        found.cloned()
    }

    /// The holder of the token of this name, with the rights that it has now; `None` if the token was removed.
    pub fn named(&self, name: &str) -> Option<Bearer> {
        self.0.iter().find(|token| token.bearer.name == name).map(|token| token.bearer.clone())
    }
}

impl Token {
    fn of(entry: Entry) -> Result<Self, String> {
        let wrong = |why: &str| format!("QUARRY_TOKENS: the token `{}` {why}", entry.name);
        let hash = match (&entry.sha256, &entry.token) {
            (Some(hex), None) => hash_of_hex(hex).ok_or_else(|| wrong("has a `sha256` that is not 64 hex digits"))?,
            (None, Some(token)) if token.len() < SHORTEST => return Err(wrong("is shorter than 16 characters")),
            (None, Some(token)) => Sha256::digest(token.as_bytes()).into(),
            _ => return Err(wrong("needs either `sha256` or `token`")),
        };
        Ok(Self { hash, bearer: Bearer { name: entry.name, scope: entry.scope, repos: entry.repos } })
    }
}

fn hash_of_hex(hex: &str) -> Option<[u8; 32]> {
    let mut hash = [0; 32];
    if hex.len() != 64 || !hex.is_ascii() {
        return None;
    }
    for (at, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(hash)
}

/// The token in an `Authorization` header.
pub fn presented(header: &str) -> Option<&str> {
    let (scheme, token) = header.trim().split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const ADMIN: &str = "an-admin-token-0001";
    pub(crate) const READER: &str = "a-reader-token-0002";

    /// An admin's token, and a reader's that is valid for the repository `shop` alone.
    pub(crate) fn tokens() -> Tokens {
        let hash: String = Sha256::digest(READER.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        let text = format!(
            r#"[{{"name":"ci","scope":"admin","token":"{ADMIN}"}},
                {{"name":"docs","scope":"read","sha256":"{hash}","repos":["shop"]}}]"#
        );
        Tokens::parse(&text).unwrap()
    }

    #[test]
    fn tokens_are_found_by_hash_or_as_they_are() {
        let tokens = tokens();
        assert_eq!(tokens.bearer(ADMIN).unwrap().name, "ci");
        assert_eq!(tokens.bearer(READER).unwrap().scope, Scope::Read);
        for wrong in ["", "an-admin-token-000", "an-admin-token-00011", "ci"] {
            assert_eq!(tokens.bearer(wrong), None, "{wrong}");
        }
        assert_eq!(Tokens::default().bearer(ADMIN), None);
    }

    #[test]
    fn an_error_in_the_secret_is_reported_without_quoting_it() {
        let wrong = |text: &str| Tokens::parse(text).err().unwrap();
        assert!(wrong(r#"[{"name":"x","scope":"root","token":"very-secret-very-long"}]"#).contains("line 1"));
        assert!(wrong(r#"[{"name":"x","scope":"ask","token":"short"}]"#).contains("shorter than 16"));
        assert!(wrong(r#"[{"name":"x","scope":"ask"}]"#).contains("either"));
        assert!(wrong(r#"[{"name":"x","scope":"ask","sha256":"zz"}]"#).contains("64 hex digits"));
        assert!(!wrong(r#"{"token":"very-secret-very-long"}"#).contains("very-secret"));
    }

    #[test]
    fn the_header_holds_a_bearer_token() {
        assert_eq!(presented("Bearer abc"), Some("abc"));
        assert_eq!(presented(" bearer  abc "), Some("abc"));
        for wrong in ["", "abc", "Basic abc", "Bearer ", "Bearer"] {
            assert_eq!(presented(wrong), None, "{wrong}");
        }
    }
}
