//! The token of a push: from the environment or a file, never an argument, which other users of the machine can read.

use anyhow::{Context, Result, bail};
use model::Secret;
use std::path::Path;

/// A bearer token, which `Debug` does not show.
#[derive(Debug, Clone)]
pub struct Token(Secret);

impl Token {
    /// Reads it from an environment variable.
    pub fn from_environment(name: &str) -> Result<Self> {
        let value = std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        let Some(value) = value else {
            bail!("there is no token: set {name} to one with the scope admin, or give --token-file FILE");
        };
        Self::of(&value).with_context(|| name.to_owned())
    }

    /// Reads it from a file that holds nothing else.
    pub fn from_file(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Self::of(&text).with_context(|| path.display().to_string())
    }

    fn of(text: &str) -> Result<Self> {
        let text = text.trim();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            bail!("this is no token: it is empty, or holds white space or letters that a header cannot");
        }
        Ok(Self(Secret::new(text)))
    }

    pub fn header(&self) -> (String, String) {
        ("authorization".to_owned(), format!("Bearer {}", self.0.expose()))
    }

    /// A server's message with the token removed.
    pub fn redact(&self, text: &str) -> String {
        self.0.redact(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn does_not_show_itself() {
        let token = Token::of(" a-secret-token\n").unwrap();
        assert_eq!(token.header().1, "Bearer a-secret-token");
        assert!(!format!("{token:?}").contains("secret-token"));
        assert_eq!(token.redact("no such token: a-secret-token"), "no such token: [key]");
        assert!(Token::of("").is_err() && Token::of("two words").is_err() && Token::of("ключ").is_err());
    }
}
