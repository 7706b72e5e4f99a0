//! Repositories and their indexes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A published repository.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Repository {
    /// Its name in the API.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The snapshot that is published.
    pub snapshot: String,
    /// Source files.
    pub files: u32,
    /// Bytes of source, or of the index where the manifest has no number.
    pub bytes: u64,
    /// Everyone may read.
    pub public: bool,
    /// When, milliseconds since 1970.
    pub published_at: f64,
}

/// `GET /v1/repos`.
#[derive(Serialize, JsonSchema)]
pub struct Repositories {
    /// By id.
    pub repos: Vec<Repository>,
}

/// `POST /v1/repos/{id}/missing`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AreThere {
    /// Names of chunk files, at most 1000.
    pub chunks: Vec<String>,
}

/// Its answer.
#[derive(Serialize, JsonSchema)]
pub struct Missing {
    /// Those that have to be pushed.
    pub missing: Vec<String>,
}

/// What was stored.
#[derive(Serialize, JsonSchema)]
pub struct Stored {
    /// The file.
    pub stored: String,
}

/// What was deleted.
#[derive(Serialize, JsonSchema)]
pub struct Deleted {
    /// Its name.
    pub deleted: String,
}
