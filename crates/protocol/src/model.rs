//! The model of a run, its keys and token counts.

use crate::tagged_in_json::tagged_in_json;
use serde::{Deserialize, Serialize};

tagged_in_json!(
    /// The model of a run. Keys are never part of it: the engine holds them, one for each origin.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub enum ModelChoice {
        /// The offline model: deterministic, needs no network and no key.
        #[default]
        Offline,
        /// A model behind a Chat Completions server.
        OpenAiCompatible {
            /// Base URL including the version: `https://api.openai.com/v1`, `http://localhost:11434/v1`.
            base_url: String,
            /// The provider's name of the model.
            model: String,
        },
    }
);

/// The provider and model that answer, for display.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// `offline` or the provider's host.
    pub provider: String,
    /// The model's name.
    pub model: String,
}

/// In place of a provider where a person answered.
const PERSON: &str = "person";

impl ModelInfo {
    /// That no model answers: a person brought what the run proposes.
    pub fn of_person() -> Self {
        Self { provider: PERSON.to_owned(), model: "none".to_owned() }
    }

    /// Whether no model answers.
    pub fn is_person(&self) -> bool {
        self.provider == PERSON
    }
}

/// Tokens of one model call, as the provider counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TokenUsage {
    /// Tokens of the prompt.
    pub input: u32,
    /// Tokens of the answer.
    pub output: u32,
    /// Tokens of the prompt that the provider had in its cache; part of `input`. 0 where it reports none.
    #[serde(default)]
    pub cached: u32,
}

/// An earlier question and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "EarlierTurn"))]
pub struct Turn {
    /// The question, unchanged.
    pub question: String,
    /// The answer in markdown, with citations as `[[number]]`.
    pub answer: String,
    /// Symbols that the answer cites, in the order of their first citation: what "it" in the next question may refer
    /// to.
    #[serde(default)]
    pub symbols: Vec<String>,
}

/// That the engine holds a key for an origin. The key itself never leaves the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownKey {
    /// The only origin that the key is sent to.
    pub origin: String,
    /// Whether it is stored, encrypted; otherwise it is held for this session only.
    pub remembered: bool,
}
