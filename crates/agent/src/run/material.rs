//! What a run starts from beside its question: what the run before it left proposed, and the repository's notes for agents.

use super::{Agent, AskError, Question, Reporter};
use crate::record::About;
use crate::{IndexFailure, Note, RunState, Start, record, secrets};
use agent_memory::ConversationMemory;
use change_set::ChangeSet;
use codebase::{NOTES, QuestionError};
use futures::future::LocalBoxFuture;
use protocol::{Event, TimedEvent, Turn};
use std::collections::BTreeMap;

/// Most characters of such a file that a prompt holds.
const NOTE_CHARS: usize = 12_000;

impl Agent<'_> {
    pub(super) async fn material<'s, S: RunState, L: FnMut(TimedEvent)>(
        &self,
        question: &Question,
        about: &About,
        text: &'s str,
        reporter: &Reporter<L>,
    ) -> Result<Start<'s>, AskError> {
        let history = self.history(question, reporter);
        let mut start = Start { question: text, history, ..Start::default() };
        if S::ACTS {
            // Boxed, so that a program whose only agent does not act links no code of those that do.
            let acting: LocalBoxFuture<'_, _> = Box::pin(self.for_acting(question, about, reporter));
            (start.changes, start.notes, start.conversation) = acting.await?;
        }
        Ok(start)
    }

    /// The earlier turns. Their answers may show files to the person, such as a diff: what is secret in them is masked
    /// before a model sees it.
    fn history<L: FnMut(TimedEvent)>(&self, question: &Question, reporter: &Reporter<L>) -> Vec<Turn> {
        let mut history = question.history.clone();
        let mut found = BTreeMap::new();
        for turn in &mut history {
            let masked = secrets::mask(&turn.answer);
            for (kind, count) in masked.found {
                *found.entry(kind).or_insert(0) += count;
            }
            turn.answer = masked.text.into_owned();
        }
        if let Some(summary) = secrets::summary(&found) {
            reporter.report(Event::Masked { place: "earlier answers".to_owned(), summary });
        }
        history
    }

    async fn for_acting<L: FnMut(TimedEvent)>(
        &self,
        question: &Question,
        about: &About,
        reporter: &Reporter<L>,
    ) -> Result<(ChangeSet, Vec<Note>, ConversationMemory), AskError> {
        let changes = match &question.after {
            None => ChangeSet::default(),
            Some(before) => {
                let log = self.store.read(before).await?.ok_or_else(|| AskError::NoRun(before.clone()))?;
                record::proposed_changes(&log)?
            }
        };
        Ok((changes, self.notes(reporter).await?, self.conversation(about, reporter).await))
    }

    async fn notes<L: FnMut(TimedEvent)>(&self, reporter: &Reporter<L>) -> Result<Vec<Note>, AskError> {
        let Some(reader) = self.repository else { return Ok(Vec::new()) };
        let mut notes = Vec::new();
        for path in NOTES {
            let read = reader.ask(|codebase| {
                // A file of this name elsewhere in the tree is about that part alone.
                codebase.snapshot().find(path).map(|_| codebase.read_file(path, None)).transpose()
            });
            let file = match read.await.map_err(IndexFailure::from)? {
                Ok(None) | Err(QuestionError::IsFolder { .. }) => continue,
                Ok(Some(file)) => file,
                Err(error) => return Err(IndexFailure::new(format!("`{path}` could not be read: {error}")).into()),
            };
            let masked = secrets::mask(&file.text);
            if let Some(summary) = masked.summary() {
                reporter.report(Event::Masked { place: path.to_owned(), summary });
            }
            let text = match masked.text.char_indices().nth(NOTE_CHARS) {
                Some((end, _)) => format!("{}\n[cut here]", &masked.text[..end]),
                None => masked.text.into_owned(),
            };
            notes.push(Note { path: path.to_owned(), text });
        }
        if !notes.is_empty() {
            reporter.report(Event::NotesRead { paths: notes.iter().map(|note| note.path.clone()).collect() });
        }
        Ok(notes)
    }
}
