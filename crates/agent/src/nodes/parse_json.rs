//! JSON out of a model's text: strict first, then the fenced or bracketed part, then one repair.

use serde::de::DeserializeOwned;

/// Why there was no such JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the model's answer is not the JSON asked for: {0}")]
pub struct NotTheJson(pub String);

/// Reads a `T` from what a model wrote.
pub fn parse_json<T: DeserializeOwned>(text: &str) -> Result<T, NotTheJson> {
    let text = text.trim();
    let strict = match serde_json::from_str(text) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let inner = bracketed(text).ok_or_else(|| NotTheJson(strict.to_string()))?;
    if let Ok(value) = serde_json::from_str(inner) {
        return Ok(value);
    }
    let repaired =
        jsonrepair::repair_json(inner, &jsonrepair::Options::default()).map_err(|_| NotTheJson(strict.to_string()))?;
    serde_json::from_str(&repaired).map_err(|error| NotTheJson(error.to_string()))
}

/// From the first opening bracket to the last closing one of its kind.
fn bracketed(text: &str) -> Option<&str> {
    let start = text.find(['[', '{'])?;
    let close = if text[start..].starts_with('[') { ']' } else { '}' };
    let end = text.rfind(close)?;
    (end > start).then(|| &text[start..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_json_in_prose_and_mends_it() {
        let list = |text| parse_json::<Vec<String>>(text);
        assert_eq!(list(r#"["a"]"#), Ok(vec!["a".into()]));
        assert_eq!(list("Here you are:\n```json\n[\"a\", \"b\"]\n```"), Ok(vec!["a".into(), "b".into()]));
        assert_eq!(list("['a', 'b',]"), Ok(vec!["a".into(), "b".into()]));
        assert!(list("I cannot").is_err());
        assert!(list(r#"{"plan": 1}"#).is_err());
    }
}
