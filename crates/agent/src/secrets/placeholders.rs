//! Texts that take the place of a secret in examples and templates, and so are none.
//!
//! Source: the words that documentation and sample files of common tools use (`.env.example`, Docker, GitHub Actions).

const BEGINNINGS: [&str; 17] = [
    "$",
    "<",
    "{",
    "%",
    "*",
    "..",
    "xxx",
    "your",
    "my_",
    "my-",
    "example",
    "changeme",
    "change_me",
    "change-me",
    "replace",
    "placeholder",
    "[masked",
];
const WORDS: [&str; 16] = [
    "password",
    "passwd",
    "pass",
    "pw",
    "pwd",
    "secret",
    "token",
    "none",
    "null",
    "true",
    "false",
    "undefined",
    "test",
    "dummy",
    // Types of GraphQL.
    "string!",
    "boolean!",
];

/// True for a placeholder, and for nothing at all.
pub(super) fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let same = value.bytes().all(|byte| Some(&byte) == value.as_bytes().first());
    same || lower.contains("${")
        || lower.contains("{{")
        || WORDS.contains(&lower.as_str())
        || BEGINNINGS.iter().any(|beginning| lower.starts_with(beginning))
}
