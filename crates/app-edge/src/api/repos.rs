//! Repositories and their indexes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A published repository.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Repository {
    /// Its id in the API.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// The snapshot that is published.
    pub snapshot: String,
    /// Source files.
    pub files: u32,
    /// Bytes of source, or of the index if the manifest does not have that number.
    pub bytes: u64,
    /// Whether everyone may read it.
    pub public: bool,
    /// Time of the publication, milliseconds since 1970.
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
    /// Those of the names that have to be pushed.
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
