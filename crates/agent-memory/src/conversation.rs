//! What a conversation keeps from run to run, beside its turns and its proposed changes, which the runs themselves hold.

use crate::files::{change, stored};
use crate::{MemoryError, MemoryFile, MemoryStore};
use limits::agent::{
    CONVERSATION_ANSWER_CHARS, CONVERSATION_COMMAND_CHARS, CONVERSATION_ERROR_CHARS, CONVERSATION_EXCHANGES,
    CONVERSATION_FEEDBACK, CONVERSATION_FILES, CONVERSATION_QUESTION_CHARS,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a conversation keeps from run to run: loaded when a run begins, stored when it ends. A run gets it as material, never
/// as instruction; it is not shown as remembered, because it ends with its conversation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ConversationMemory {
    /// Questions with their answers, oldest first; the newest [`CONVERSATION_EXCHANGES`].
    pub qa: Vec<Exchange>,
    /// The files that runs have read; at most [`CONVERSATION_FILES`], the last by name are left out.
    pub read_files: BTreeSet<String>,
    /// How attempts of nodes and commands ended, oldest first; the newest [`CONVERSATION_FEEDBACK`].
    pub feedback: Vec<Feedback>,
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Exchange {
    /// The id of its run.
    pub run: String,
    /// The question; its first [`CONVERSATION_QUESTION_CHARS`].
    pub q: String,
    /// The answer; its first [`CONVERSATION_ANSWER_CHARS`].
    pub a: String,
}

/// How an attempt of a node, or a command, ended.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Feedback {
    /// The id of its run.
    pub run: String,
    /// The node, or the kind of the feedback.
    pub node: String,
    /// What went wrong; its first [`CONVERSATION_ERROR_CHARS`].
    pub error: Option<String>,
    /// The program with its arguments; its first [`CONVERSATION_COMMAND_CHARS`].
    pub command: Option<String>,
    /// `None` where nothing ran, or it ended without one.
    pub exit_code: Option<i32>,
    /// Whether it succeeded.
    pub success: bool,
    /// Attempts before this one.
    pub retry_count: u32,
    /// Milliseconds of the run's working time.
    pub at: f64,
}

impl ConversationMemory {
    /// Adds an exchange: cut, and without the oldest beyond the bound.
    pub fn add_exchange(&mut self, exchange: Exchange) {
        let q = beginning(exchange.q, CONVERSATION_QUESTION_CHARS);
        let a = beginning(exchange.a, CONVERSATION_ANSWER_CHARS);
        push(&mut self.qa, Exchange { q, a, ..exchange }, CONVERSATION_EXCHANGES);
    }

    /// Adds feedback: cut, and without the oldest beyond the bound.
    pub fn add_feedback(&mut self, feedback: Feedback) {
        let error = feedback.error.map(|error| beginning(error, CONVERSATION_ERROR_CHARS));
        let command = feedback.command.map(|command| beginning(command, CONVERSATION_COMMAND_CHARS));
        push(&mut self.feedback, Feedback { error, command, ..feedback }, CONVERSATION_FEEDBACK);
    }

    /// Adds the path of a file that was read.
    pub fn add_file(&mut self, path: String) {
        self.read_files.insert(path);
        while self.read_files.len() > CONVERSATION_FILES {
            self.read_files.pop_last();
        }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Takes in what a run kept, in place of what it kept before: of `kept`, what came from other runs is left out, because
    /// it may be older than what is here.
    pub fn merge(&mut self, run: &str, kept: &Self) {
        self.qa.retain(|exchange| exchange.run != run);
        self.feedback.retain(|feedback| feedback.run != run);
        kept.qa.iter().filter(|exchange| exchange.run == run).for_each(|own| self.add_exchange(own.clone()));
        kept.feedback.iter().filter(|feedback| feedback.run == run).for_each(|own| self.add_feedback(own.clone()));
        kept.read_files.iter().for_each(|path| self.add_file(path.clone()));
    }

    /// What the conversation with this id keeps; nothing for a new one.
    ///
    /// # Errors
    /// That it cannot be read, or is damaged.
    pub async fn load(memory: &dyn MemoryStore, conversation: &str) -> Result<Self, MemoryError> {
        let file = MemoryFile::Turns(conversation);
        let bytes = memory.files().read(file).await?;
        stored::parse(memory.files(), file, bytes.as_deref())
    }

    /// [Merges](Self::merge) what a run of the conversation kept into what is stored.
    ///
    /// # Errors
    /// That it cannot be read or stored.
    pub async fn store(&self, memory: &dyn MemoryStore, conversation: &str, run: &str) -> Result<(), MemoryError> {
        let (files, file) = (memory.files(), MemoryFile::Turns(conversation));
        let parse = |bytes: Option<&[u8]>| stored::parse(files, file, bytes);
        let merge = |all: &mut Self| {
            all.merge(run, self);
            Ok(())
        };
        change(files, file, parse, stored::to_bytes, merge).await
    }

    /// Forgets what the conversation with this id keeps.
    ///
    /// # Errors
    /// That it cannot be stored.
    pub async fn forget(memory: &dyn MemoryStore, conversation: &str) -> Result<(), MemoryError> {
        memory.files().remove(MemoryFile::Turns(conversation)).await
    }
}

fn push<T>(list: &mut Vec<T>, entry: T, most: usize) {
    list.push(entry);
    list.drain(..list.len().saturating_sub(most));
}

fn beginning(text: String, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => text[..end].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StoredMemory;
    use futures::executor::block_on;

    fn exchange(run: &str, q: &str) -> Exchange {
        Exchange { run: run.to_owned(), q: q.to_owned(), a: "a".to_owned() }
    }

    #[test]
    fn the_newest_are_kept_and_long_texts_are_cut() {
        let mut memory = ConversationMemory::default();
        (0..12).for_each(|n| memory.add_exchange(exchange("r", &format!("{n}{}", "é".repeat(600)))));
        (0..21).for_each(|n| memory.add_feedback(Feedback { retry_count: n, ..Feedback::default() }));
        assert_eq!((memory.qa.len(), memory.feedback.len()), (10, 20));
        assert!(memory.qa[0].q.starts_with("2é") && memory.qa[0].q.chars().count() == 500);
        assert_eq!(memory.feedback[0].retry_count, 1, "the oldest is gone");
        (0..1_100).for_each(|n| memory.add_file(format!("{n:04}.py")));
        assert_eq!(memory.read_files.len(), 1_000);
    }

    #[test]
    fn a_run_that_goes_on_late_takes_nothing_from_later_runs() {
        let store = StoredMemory::in_memory();
        let mut first = ConversationMemory::default();
        first.add_exchange(exchange("r1", "one"));
        block_on(first.store(&store, "c", "r1")).unwrap();
        let mut second = block_on(ConversationMemory::load(&store, "c")).unwrap();
        second.add_exchange(exchange("r2", "two"));
        second.add_file("a.py".to_owned());
        block_on(second.store(&store, "c", "r2")).unwrap();
        // It knows nothing of the second.
        first.qa[0].a = "better".to_owned();
        block_on(first.store(&store, "c", "r1")).unwrap();
        let kept = block_on(ConversationMemory::load(&store, "c")).unwrap();
        let pairs: Vec<_> = kept.qa.iter().map(|exchange| (exchange.q.as_str(), exchange.a.as_str())).collect();
        assert_eq!(pairs, [("two", "a"), ("one", "better")]);
        assert!(kept.read_files.contains("a.py"));
        assert!(block_on(ConversationMemory::load(&store, "another")).unwrap().is_empty());
        block_on(ConversationMemory::forget(&store, "c")).unwrap();
        assert!(block_on(ConversationMemory::load(&store, "c")).unwrap().is_empty());
    }

    #[test]
    fn a_damaged_file_is_an_error_and_kept() {
        let store = StoredMemory::in_memory();
        let file = MemoryFile::Turns("c");
        block_on(store.files().replace(file, None, b"{")).unwrap();
        let error = block_on(ConversationMemory::load(&store, "c")).unwrap_err().to_string();
        assert!(error.starts_with("what is kept of the conversation can't be read: "), "{error}");
        assert!(block_on(ConversationMemory::default().store(&store, "c", "r")).is_err());
        assert_eq!(block_on(store.files().read(file)), Ok(Some(b"{".to_vec())));
    }
}
