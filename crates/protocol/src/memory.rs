//! What agents remember, as a person looks at it.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::tagged_in_json::tagged_in_json;
use serde::{Deserialize, Serialize};

tagged_in_json!(
    /// Whom or what remembered values belong to.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum MemoryScope {
        /// The person, in every repository.
        Person,
        /// The open repository.
        Repository,
        /// A conversation about it.
        Conversation {
            /// Its id, which is that of its first run.
            id: String,
        },
    }
);

tagged_in_json!(
    /// Who stored a value.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum MemorySource {
        /// The person, by hand.
        Person,
        /// An agent.
        Run {
            /// The id of its run, which may be deleted since.
            run: String,
            agent: String,
            /// The tool or the node that stored it.
            by: String,
        },
    }
);

/// A remembered value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MemoryEntry {
    pub key: String,
    pub value: String,
    /// `None` for a value that an earlier version stored.
    pub source: Option<MemorySource>,
    /// When, in milliseconds since 1970; `None` where that is not known.
    pub stored_at: Option<f64>,
}

tagged_in_json!(
    /// The values of a scope.
    #[derive(Debug, Clone, PartialEq)]
    pub enum MemoryValues {
        /// Sorted by key.
        Entries { entries: Vec<MemoryEntry> },
        /// They can't be read: why, as a sentence. They are kept.
        Unreadable { why: String },
    }
);

/// What is remembered for a person, a repository or a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MemoryList {
    pub scope: MemoryScope,
    pub values: MemoryValues,
}

/// Everything that is remembered for the open repository.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MemoryView {
    /// The person's, the repository's, and where there is one the conversation's.
    pub lists: Vec<MemoryList>,
    /// What the conversation keeps for its next runs beside its values; `None` where there is no conversation, or it can't be
    /// read.
    pub conversation: Option<ConversationSize>,
    /// How many answers are kept to be given again; `None` where they can't be read.
    pub kept_answers: Option<u32>,
}

/// What a conversation keeps for its next runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ConversationSize {
    /// Questions with their answers.
    pub exchanges: u32,
    /// Outcomes of attempts and of commands.
    pub outcomes: u32,
    /// Paths of files that were read.
    pub files: u32,
}

tagged_in_json!(
    /// What a person does with what is remembered.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum MemoryChange {
        /// Stores a value, in place of the one under this key.
        Set {
            scope: MemoryScope,
            key: String,
            value: String,
        },
        Delete {
            scope: MemoryScope,
            key: String,
        },
        /// Deletes all values of a scope; of a conversation, also what it keeps for its next runs.
        Clear {
            scope: MemoryScope,
        },
        /// Forgets the answers that are kept to be given again.
        ForgetAnswers,
    }
);
