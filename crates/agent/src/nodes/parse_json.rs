//! Reads JSON of a given type from the text of a model, by [`model::json`].

use model::json;
use serde::de::DeserializeOwned;

/// Why the text does not hold JSON of that type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the model's answer is not the JSON asked for: {0}")]
pub struct NotTheJson(pub String);

/// Reads a `T` from the text of a model.
pub fn parse_json<T: DeserializeOwned>(text: &str) -> Result<T, NotTheJson> {
    let value = json::read(text).map_err(|error| NotTheJson(error.to_string()))?;
    T::deserialize(value).map_err(|error| NotTheJson(error.to_string()))
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

    #[test]
    fn a_plan_without_bottom_is_an_error() {
        let error = parse_json::<Vec<String>>(&"[".repeat(100_000)).unwrap_err();
        assert!(error.to_string().ends_with("it nests more than 32 levels deep"), "{error}");
    }
}
