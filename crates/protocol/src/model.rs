//! Which model answers.

use crate::tagged_in_json::tagged_in_json;
use serde::{Deserialize, Serialize};

tagged_in_json!(
    /// The model of a run. Keys are never part of it: the engine holds them by origin.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub enum ModelChoice {
        /// Deterministic, no network, no key.
        #[default]
        Offline,
        /// A Chat Completions endpoint.
        OpenAiCompatible {
            /// Up to and including the version: `https://api.openai.com/v1`, `http://localhost:11434/v1`.
            base_url: String,
            /// The provider's name of the model.
            model: String,
        },
    }
);

/// Who answered, for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// `offline` or the provider's host.
    pub provider: String,
    /// The model's name.
    pub model: String,
}

/// Tokens of one call, as the provider counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TokenUsage {
    /// Read.
    pub input: u32,
    /// Written.
    pub output: u32,
}

/// An earlier question and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// As asked.
    pub question: String,
    /// As answered, citations as `[[number]]`.
    pub answer: String,
    /// The symbols its citations point at, first cited first: what "it" may mean in the next question.
    #[serde(default)]
    pub symbols: Vec<String>,
}

/// A key the engine holds. The key itself never leaves the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownKey {
    /// The origin it is sent to, and to no other.
    pub origin: String,
    /// Kept encrypted at rest; otherwise for this session only.
    pub remembered: bool,
}
