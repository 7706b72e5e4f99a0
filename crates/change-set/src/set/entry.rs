//! What a set knows of one path.

use crate::change::short_hash;
use serde::{Deserialize, Serialize};
use source::{ContentHash, RepoPath};
use std::sync::Arc;

/// What a set knows of one path that it touches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Entry {
    /// A file is there.
    File {
        /// What the base has at this path.
        #[serde(with = "short_hash")]
        base: Option<ContentHash>,
        /// Where it was moved from.
        from: Option<Origin>,
        /// Its text; None where it was moved and is otherwise as in the base.
        text: Option<Arc<str>>,
    },
    /// The base has a file there, the overlay has none.
    Gone {
        /// What the base has at this path.
        #[serde(with = "short_hash")]
        base: Option<ContentHash>,
        /// Where it was moved to.
        to: Option<RepoPath>,
    },
}

/// The place of a moved file in the base.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Origin {
    /// Where it is in the base.
    pub path: RepoPath,
    /// The hash of its text there.
    #[serde(with = "short_hash")]
    pub hash: Option<ContentHash>,
}

impl Entry {
    /// What the base has at the path.
    pub fn base(&self) -> Option<ContentHash> {
        match self {
            Self::File { base, .. } | Self::Gone { base, .. } => *base,
        }
    }

    pub fn text(&self) -> Option<&Arc<str>> {
        match self {
            Self::File { text, .. } => text.as_ref(),
            Self::Gone { .. } => None,
        }
    }

    pub fn text_len(&self) -> usize {
        self.text().map_or(0, |text| text.len())
    }

    /// The file with another text; None where that is what the base has, so that nothing is proposed.
    pub fn file(base: Option<ContentHash>, from: Option<Origin>, text: Arc<str>) -> Option<Self> {
        let hash = Some(ContentHash::of(text.as_bytes()));
        match from {
            None if base == hash => None,
            Some(from) if from.hash == hash => Some(Self::File { base, from: Some(from), text: None }),
            from => Some(Self::File { base, from, text: Some(text) }),
        }
    }

    /// No file; None where the base has none either.
    pub fn gone(base: Option<ContentHash>, to: Option<RepoPath>) -> Option<Self> {
        base.is_some().then_some(Self::Gone { base, to })
    }
}
