//! Answers of `read` that are given again, because nothing that they depend on has changed.

use super::passages::Shown;
use super::read::Read;
use super::words::leans_on_earlier;
use crate::cache::{AnswerKey, AnswerParts, Answers, show};
use crate::prompts::intent_router as prompts;
use crate::report::record;
use crate::{IntentRouterState, RunContext};
use model::Finding;
use protocol::{Citation, Event, Evidence};
use source::ContentHash;
use state_graph::NodeError;
use std::collections::BTreeSet;

impl Read<'_> {
    /// What an answer depends on; none where it depends on what a key does not hold.
    pub(super) fn key(&self, state: &IntentRouterState, found: &[Finding], shown: &Shown) -> Option<AnswerKey> {
        if !state.steering.is_empty() {
            return None;
        }
        let mut files: BTreeSet<(String, ContentHash)> = shown.files.iter().cloned().collect();
        let notes = state.notes.iter().map(|note| (note.path.clone(), ContentHash::of(note.text.as_bytes())));
        files.extend(notes);
        // What was looked up is a part of the prompt, too.
        files.extend(found.iter().map(|finding| (finding.key.clone(), ContentHash::of(finding.text.as_bytes()))));
        let turns = if leans_on_earlier(&state.input) { prompts::earlier(state) } else { String::new() };
        Some(AnswerKey::of(AnswerParts {
            agent: &self.setting.run.agent,
            model: &self.model.info(),
            prompt: prompts::READ,
            preferences: &state.memory.preferences,
            question: &state.input,
            turns: &turns,
            files: &files,
            folder: self.setting.run.folder.as_deref(),
        }))
    }

    /// Gives a kept answer, if there is one and everything that it cites still holds.
    pub(super) async fn kept(
        &self,
        key: Option<&AnswerKey>,
        state: &IntentRouterState,
        cx: &RunContext<'_>,
    ) -> Result<Option<String>, NodeError> {
        let (Some(memory), Some(key)) = (&self.setting.services.memory, key) else { return Ok(None) };
        let kept = match Answers::of(&**memory).get(key).await {
            Ok(kept) => kept,
            Err(error) => {
                self.without(&error.to_string(), cx);
                None
            }
        };
        let Some(kept) = kept else { return Ok(None) };
        let holds = show(&kept, self.verifier, &state.changes, cx).await.map_err(super::unreadable)?;
        Ok(holds.then_some(kept.markdown))
    }

    /// Keeps an answer. Of a run that somebody else may have written nothing is kept.
    pub(super) async fn keep(
        &self,
        key: Option<AnswerKey>,
        answer: (&str, &[Citation], u32),
        evidence: &[&Evidence],
        cx: &RunContext<'_>,
    ) {
        let (Some(memory), Some(key), true) = (&self.setting.services.memory, key, self.setting.remembers) else {
            return;
        };
        // One that is too long is asked for again, which is no error.
        if let Err(error) = Answers::of(&**memory).put(key, answer, evidence, &self.setting.run).await {
            self.without(&error.to_string(), cx);
        }
    }

    /// The answer is given without the kept ones, and that is said.
    fn without(&self, why: &str, cx: &RunContext<'_>) {
        record(cx, Event::Fallback { node: cx.node().to_owned(), why: why.to_owned() });
    }
}
