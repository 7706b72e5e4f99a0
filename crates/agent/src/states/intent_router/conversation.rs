//! What a turn knows of the conversation: lists with bounds.

use agent_memory::{ConversationMemory, Exchange, Feedback};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How the newest attempts of nodes and programs of a conversation ended.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FeedbackHistory(Vec<Feedback>);

impl FeedbackHistory {
    /// Adds an entry; of too many the oldest goes.
    pub fn add(&mut self, feedback: Feedback) {
        let mut all = ConversationMemory { feedback: std::mem::take(&mut self.0), ..ConversationMemory::default() };
        all.add_feedback(feedback);
        self.0 = all.feedback;
    }

    /// The entries, oldest first.
    pub fn iter(&self) -> std::slice::Iter<'_, Feedback> {
        self.0.iter()
    }
}

/// Files of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReadFiles(BTreeSet<String>);

impl ReadFiles {
    /// Adds a file.
    pub fn add(&mut self, path: String) {
        self.0.insert(path);
    }

    /// The files, sorted.
    pub fn iter(&self) -> std::collections::btree_set::Iter<'_, String> {
        self.0.iter()
    }
}

/// The newest questions of a conversation with their answers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Exchanges(Vec<Exchange>);

impl Exchanges {
    /// Adds one; of too many the oldest goes.
    pub fn add(&mut self, exchange: Exchange) {
        let mut all = ConversationMemory { qa: std::mem::take(&mut self.0), ..ConversationMemory::default() };
        all.add_exchange(exchange);
        self.0 = all.qa;
    }

    /// All of them, oldest first.
    pub fn as_slice(&self) -> &[Exchange] {
        &self.0
    }
}

impl From<Vec<Feedback>> for FeedbackHistory {
    fn from(feedback: Vec<Feedback>) -> Self {
        Self(feedback)
    }
}

impl From<BTreeSet<String>> for ReadFiles {
    fn from(paths: BTreeSet<String>) -> Self {
        Self(paths)
    }
}

impl From<Vec<Exchange>> for Exchanges {
    fn from(exchanges: Vec<Exchange>) -> Self {
        Self(exchanges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_a_conversation_keep_the_newest() {
        let mut feedback = FeedbackHistory::default();
        let entry = |n: u32| Feedback { retry_count: n, ..Feedback::default() };
        (0..21).for_each(|n| feedback.add(entry(n)));
        assert_eq!((feedback.iter().count(), feedback.iter().next()), (20, Some(&entry(1))));
        let mut qa = Exchanges::default();
        let exchange = |n: u32| Exchange { run: "r".into(), q: format!("question {n}"), a: "é".repeat(3_000) };
        (0..12).for_each(|n| qa.add(exchange(n)));
        assert_eq!((qa.as_slice().len(), qa.as_slice()[0].q.as_str()), (10, "question 2"));
        assert_eq!(qa.as_slice()[0].a.chars().count(), 2_000);
    }
}
