//! Why a manifest is not read.

/// Why a manifest is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ManifestError {
    /// The text is not of the manifest's format.
    #[error("{0}")]
    Text(String),
    /// One line is not of the manifest's format.
    #[error("line {line}: {what}")]
    Line {
        /// From 1.
        line: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// More than any manifest that people write.
    #[error("it is longer than {} bytes", limits::parsing::MANIFEST_BYTES)]
    TooLong,
}
