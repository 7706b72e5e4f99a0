//! What a kept result depends on, as one hash.

use protocol::ModelInfo;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use source::ContentHash;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that an answer about files depends on.
#[derive(Debug, Clone, Copy)]
pub struct AnswerParts<'a> {
    /// The agent's name.
    pub agent: &'a str,
    /// The model that writes the answer.
    pub model: &'a ModelInfo,
    /// The prompt as it is before anything is put into it: another text is another version.
    pub prompt: &'a str,
    /// The preferences in force.
    pub preferences: &'a BTreeMap<String, bool>,
    /// The question. White space, and punctuation at its end, do not count; upper and lower case do, because names in code
    /// differ by it.
    pub question: &'a str,
    /// The earlier turns that the question leans on, as the prompt shows them; empty for a question that needs none.
    pub turns: &'a str,
    /// Path and hash of every file that the model is shown, in any order, with the proposed changes.
    pub files: &'a BTreeSet<(String, ContentHash)>,
    /// The folder that the question is limited to.
    pub folder: Option<&'a str>,
}

/// The key of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AnswerKey(String);

impl AnswerKey {
    /// The key of the answer that depends on this.
    pub fn of(parts: AnswerParts<'_>) -> Self {
        let mut hashed = Hashed::default();
        let ModelInfo { provider, model } = parts.model;
        [parts.agent, provider, model, parts.prompt, &normalised(parts.question), parts.turns]
            .iter()
            .for_each(|part| hashed.add(part));
        hashed.add(&parts.preferences.len().to_string());
        for (name, value) in parts.preferences {
            hashed.add(name);
            hashed.add(&value.to_string());
        }
        for (path, hash) in parts.files {
            hashed.add(path);
            hashed.add(&hash.to_string());
        }
        if let Some(folder) = parts.folder {
            hashed.add(folder);
        }
        Self(hashed.hash())
    }
}

/// The key of a call of a tool, within one repository: the tool, its arguments whatever their order, and the proposed changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CallKey(String);

impl CallKey {
    /// The key of a call with these arguments, made while the proposed changes had this hash.
    pub fn of(tool: &str, arguments: &Value, overlay: &str) -> Self {
        let mut hashed = Hashed::default();
        [tool, &canonical(arguments), overlay].iter().for_each(|part| hashed.add(part));
        Self(hashed.hash())
    }
}

/// Parts, each behind its length, so that no two lists of parts are the same bytes.
#[derive(Default)]
struct Hashed(Vec<u8>);

impl Hashed {
    fn add(&mut self, part: &str) {
        self.0.extend((part.len() as u64).to_le_bytes());
        self.0.extend(part.as_bytes());
    }

    fn hash(&self) -> String {
        ContentHash::of(&self.0).to_string()
    }
}

fn normalised(question: &str) -> String {
    let words = question.split_whitespace().collect::<Vec<_>>().join(" ");
    words.trim_end_matches(['?', '!', '.', ' ']).to_owned()
}

/// JSON with the keys of objects sorted, whatever the order in which they were read.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let sorted: BTreeMap<_, _> = fields.iter().collect();
            let field = |(key, value): (&String, &Value)| format!("{}:{}", Value::from(key.as_str()), canonical(value));
            format!("{{{}}}", sorted.into_iter().map(field).collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_of_anything_is_another_key() {
        let model = ModelInfo { provider: "a".to_owned(), model: "b".to_owned() };
        let (none, some) = (BTreeMap::new(), BTreeMap::from([("add_docstrings".to_owned(), true)]));
        let not = BTreeMap::from([("add_docstrings".to_owned(), false)]);
        let file = |path: &str, text: &str| (path.to_owned(), ContentHash::of(text.as_bytes()));
        let (one, other) = (BTreeSet::from([file("a.py", "x")]), BTreeSet::from([file("a.py", "y")]));
        let both = BTreeSet::from([file("a.py", "x"), file("b.py", "x")]);
        let moved = BTreeSet::from([file("b.py", "x")]);
        let parts = AnswerParts {
            agent: "intent-router",
            model: &model,
            prompt: "Answer {question}",
            preferences: &none,
            question: "What is total?",
            turns: "",
            files: &one,
            folder: None,
        };
        let shifted = ModelInfo { provider: "ab".to_owned(), model: String::new() };
        let others = [
            AnswerParts { agent: "tool-router", ..parts },
            AnswerParts { model: &shifted, ..parts },
            AnswerParts { prompt: "Answer: {question}", ..parts },
            AnswerParts { preferences: &some, ..parts },
            AnswerParts { preferences: &not, ..parts },
            AnswerParts { question: "What is Total?", ..parts },
            AnswerParts { turns: "Q: and?", ..parts },
            AnswerParts { files: &other, ..parts },
            AnswerParts { files: &both, ..parts },
            AnswerParts { files: &moved, ..parts },
            AnswerParts { folder: Some("src"), ..parts },
        ];
        let mut keys: Vec<String> = others.into_iter().map(|other| AnswerKey::of(other).0).collect();
        let key = AnswerKey::of(parts);
        assert_eq!(AnswerKey::of(AnswerParts { question: " What  is\ntotal ", ..parts }), key);
        keys.push(key.0);
        let different: BTreeSet<_> = keys.iter().collect();
        assert_eq!(different.len(), keys.len());
    }

    #[test]
    fn the_order_of_arguments_does_not_count() {
        let one: Value = serde_json::from_str(r#"{"path": "a.py", "deep": {"b": 1, "a": [1, 2]}}"#).unwrap();
        let same: Value = serde_json::from_str(r#"{"deep": {"a": [1, 2], "b": 1}, "path": "a.py"}"#).unwrap();
        let key = CallKey::of("read_file", &one, "0");
        assert_eq!(CallKey::of("read_file", &same, "0"), key);
        assert_ne!(CallKey::of("read_file", &json!({"path": "a.py", "deep": {"b": 1, "a": [2, 1]}}), "0"), key);
        assert_ne!(CallKey::of("outline", &one, "0"), key);
        assert_ne!(CallKey::of("read_file", &one, "1"), key);
    }
}
