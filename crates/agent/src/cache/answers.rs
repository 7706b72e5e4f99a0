//! Answers that are given again, kept beside the memory of the repository.

use super::AnswerKey;
use crate::CallingRun;
use agent_memory::files::{change, stored};
use agent_memory::{MemoryError, MemoryFile, MemoryStore};
use limits::agent::{KEPT_ANSWER_BYTES, KEPT_ANSWER_CHARS, KEPT_ANSWERS, KEPT_ANSWERS_BYTES, KEPT_ANSWERS_GO};
use protocol::{Citation, Evidence};
use serde::{Deserialize, Serialize};

/// An answer as it was given, with the evidence that it cites.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptAnswer {
    /// What it depends on.
    pub key: AnswerKey,
    /// Markdown with `[[number]]` citations.
    pub markdown: String,
    /// In order of their numbers.
    pub citations: Vec<Citation>,
    /// How many citations could not be verified and were removed.
    pub dropped: u32,
    /// What it cites.
    pub evidence: Vec<Evidence>,
    /// The run that wrote it.
    pub run: String,
    /// When, in milliseconds since 1970; `None` where the host gave no time.
    pub stored_at: Option<f64>,
}

/// The kept answers about a repository, the one used last at the end.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
struct Kept(Vec<KeptAnswer>);

/// The answers that are kept about a repository.
#[derive(Clone, Copy)]
pub struct Answers<'m> {
    memory: &'m dyn MemoryStore,
}

impl<'m> Answers<'m> {
    /// Those of this memory.
    pub fn of(memory: &'m dyn MemoryStore) -> Self {
        Self { memory }
    }

    /// The answer under a key, which counts as used now; `None` where there is none. [`show`](super::show) verifies it.
    ///
    /// # Errors
    /// That the answers cannot be read or stored.
    pub async fn get(&self, key: &AnswerKey) -> Result<Option<KeptAnswer>, MemoryError> {
        self.change(|kept| {
            let at = kept.0.iter().position(|answer| answer.key == *key)?;
            let answer = kept.0.remove(at);
            kept.0.push(answer.clone());
            Some(answer)
        })
        .await
    }

    /// Keeps the answer that `run` has just given, in place of one under the same key; false where it is too long to be kept. Of
    /// `evidence`, what the answer does not cite is left out.
    ///
    /// # Errors
    /// That the answers cannot be read or stored.
    pub async fn put(
        &self,
        key: AnswerKey,
        (markdown, citations, dropped): (&str, &[Citation], u32),
        evidence: &[&Evidence],
        run: &CallingRun,
    ) -> Result<bool, MemoryError> {
        let cited = |found: &&&Evidence| citations.iter().any(|citation| citation.id == found.id);
        let answer = KeptAnswer {
            key,
            markdown: markdown.to_owned(),
            citations: citations.to_vec(),
            dropped,
            evidence: evidence.iter().filter(cited).map(|&found| found.clone()).collect(),
            run: run.id.clone(),
            stored_at: run.now(),
        };
        if answer.markdown.chars().count() > KEPT_ANSWER_CHARS || bytes(&answer) > KEPT_ANSWER_BYTES {
            return Ok(false);
        }
        self.change(|kept| kept.put(answer.clone())).await?;
        Ok(true)
    }

    /// How many there are.
    ///
    /// # Errors
    /// That they cannot be read.
    pub async fn count(&self) -> Result<usize, MemoryError> {
        let files = self.memory.files();
        let bytes = files.read(MemoryFile::Answers).await?;
        Ok(stored::parse::<Kept>(files, MemoryFile::Answers, bytes.as_deref())?.0.len())
    }

    /// Forgets all of them, also where they are damaged.
    ///
    /// # Errors
    /// That this cannot be stored.
    pub async fn clear(&self) -> Result<(), MemoryError> {
        self.memory.files().remove(MemoryFile::Answers).await
    }

    async fn change<R>(&self, make: impl Fn(&mut Kept) -> R) -> Result<R, MemoryError> {
        let files = self.memory.files();
        let parse = |bytes: Option<&[u8]>| stored::parse::<Kept>(files, MemoryFile::Answers, bytes);
        change(files, MemoryFile::Answers, parse, stored::to_bytes, |kept| Ok(make(kept))).await
    }
}

impl Kept {
    fn put(&mut self, answer: KeptAnswer) {
        self.0.retain(|kept| kept.key != answer.key);
        self.0.push(answer);
        if self.0.len() > KEPT_ANSWERS {
            self.0.drain(..KEPT_ANSWERS_GO);
        }
        while bytes(self) > KEPT_ANSWERS_BYTES {
            self.0.drain(..self.0.len().min(KEPT_ANSWERS_GO));
        }
    }
}

fn bytes(kept: &impl Serialize) -> usize {
    serde_json::to_vec(kept).expect("plain data with text keys is always JSON").len()
}

#[cfg(test)]
mod tests;
