//! Requests and responses about what agents remember.

use agent_memory::{Entry, MemoryError, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whom or what a value belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScopeName {
    /// The holder of the token, in all repositories.
    Person,
    /// The repository: everyone who may ask about it.
    Repository,
    /// The conversation that `conversation` names, of the token in this repository.
    Conversation,
}

/// `GET /v1/repos/{id}/memory`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Memory {
    /// The values of the person, of the repository and, if one is named, of the conversation.
    pub scopes: Vec<ScopeValues>,
    /// What the named conversation keeps for its next runs; null where none is named.
    pub conversation: Option<Kept<ConversationKept>>,
    /// How many answers about the repository are given again while nothing changes that they depend on.
    pub answers: Kept<usize>,
}

/// What is kept without a call.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Kept<T> {
    /// How much; null if it can't be read.
    pub kept: Option<T>,
    /// Why it can't be read; else null.
    pub why: Option<String>,
}

/// The values of a scope.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ScopeValues {
    /// The scope.
    pub scope: ScopeName,
    /// By key; null if they can't be read.
    pub values: Option<Vec<Value>>,
    /// Why they can't be read; else null.
    pub why: Option<String>,
}

/// A remembered value.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct Value {
    /// Its key.
    pub key: String,
    /// The value.
    pub value: String,
    /// Who stored it: `{"type": "person"}` by this API, or `{"type": "run", "run", "agent", "by"}`; null if that is not known.
    pub source: Option<serde_json::Value>,
    /// When, in milliseconds since 1970; null if that is not known.
    pub stored_at: Option<f64>,
}

/// How much a conversation keeps for its next runs.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ConversationKept {
    /// Questions with their answers.
    pub exchanges: usize,
    /// Outcomes of attempts and commands.
    pub outcomes: usize,
    /// Paths of files that were read.
    pub files: usize,
}

/// `PUT /v1/repos/{id}/memory`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PutValue {
    /// The key; a value that is stored under it is replaced.
    pub key: String,
    /// The value.
    pub value: String,
}

impl<T> From<Result<T, MemoryError>> for Kept<T> {
    fn from(read: Result<T, MemoryError>) -> Self {
        match read {
            Ok(kept) => Self { kept: Some(kept), why: None },
            Err(error) => Self { kept: None, why: Some(error.to_string()) },
        }
    }
}

impl From<Entry> for Value {
    fn from(entry: Entry) -> Self {
        let Entry { key, value, origin } = entry;
        let (source, stored_at) = origin.map_or((None, None), |origin| (Some(origin.source), origin.stored_at));
        Self { key, value, source: source.as_ref().map(described), stored_at }
    }
}

fn described(source: &Source) -> serde_json::Value {
    serde_json::to_value(source).expect("plain data with text keys is always JSON")
}
