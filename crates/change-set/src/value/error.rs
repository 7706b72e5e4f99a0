//! Why a value is not read or set. Each sentence says what to do.

use source::RepoPath;

/// Why a value is not read or set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The file's name says no format.
    #[error("`{0}` is no JSON, YAML, TOML or INI file by its name; read or edit it as text")]
    Format(RepoPath),
    /// The key is not well-formed.
    #[error("the key `{0}` is not well-formed; write it like `a.b[0]`, and `[\"a.b\"]` for a name with a dot")]
    Key(String),
    /// The text is not of its format.
    #[error("line {line}: {what}")]
    Text {
        /// Which line, from 1.
        line: usize,
        /// What is wrong, or not supported.
        what: String,
    },
    /// The key leads nowhere.
    #[error("there is no `{key}`{}", .there.as_ref().map_or(String::new(), |there| format!("; there is: {there}")))]
    Missing {
        /// The first part of the key that is not there, with what leads to it.
        key: String,
        /// What is there instead.
        there: Option<String>,
    },
    /// The value cannot be set without a change of the rest.
    #[error("`{key}` cannot be set with the rest kept as it is: {why}; edit the file as text")]
    Layout {
        /// The key.
        key: String,
        /// Why.
        why: String,
    },
}
