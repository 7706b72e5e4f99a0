//! What a build has of a file's facts.

use facts::FileFacts;
use std::sync::Arc;

/// The facts of a file.
pub enum FactsOf {
    /// It has none, or they have not come.
    None,
    /// Taken over with all that is known of the file; read where calls have to be resolved.
    Kept(Arc<[u8]>),
    /// At hand.
    Read(Box<FileFacts>),
}

impl FactsOf {
    pub fn read(&self) -> Option<&FileFacts> {
        match self {
            Self::Read(facts) => Some(facts),
            Self::None | Self::Kept(_) => None,
        }
    }
}
