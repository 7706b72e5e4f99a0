//! Values that can be read off the text of a repository.

/// Whether a value can be read off: a literal, arithmetic of literals, a constant, a length of time.
pub fn is_plain(value: &str) -> bool {
    let value = value.trim().trim_end_matches(',');
    let word: String = value.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let is_constant =
        word.len() > 1 && word == value && word.chars().all(|c| c.is_uppercase() || c.is_numeric() || c == '_');
    let is_literal = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '`' | '-'))
        || matches!(value, "[]" | "{}" | "()" | "nil")
        || matches!(word.as_str(), "true" | "false" | "True" | "False" | "None" | "null" | "undefined" | "Infinity");
    let is_wrapped = ["Some(", "Duration::", "time.", "Duration.of", "timedelta(", "os.FileMode("].iter().any(|wrap| {
        value.strip_prefix(wrap).is_some_and(|inner| inner.contains(|c: char| c.is_ascii_digit() || c.is_uppercase()))
    });
    is_constant || is_literal || is_wrapped
}
