//! `finish`. Reads everything; writes `response`, `done`, `reported`. Ends every turn. Where no model has written the answer
//! with its citations, it says what was done, what was checked and what no longer parses.

use super::turn::at;
use crate::closing::closing;
use crate::graphs::Setting;
use crate::limited::lead;
use crate::nodes::answer::add_paragraph;
use crate::nodes::proposed::{as_markdown, diffs};
use crate::report::record;
use crate::states::intent_router::{Intent, NextEdit};
use crate::verify::Verification;
use crate::{IntentRouterState, IntentRouterStateUpdate, RunContext, SyntaxCheck};
use agent_memory::Exchange;
use codebase::Reader;
use protocol::Event;
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Ends a turn.
pub struct Finish<'a> {
    /// The repository as it was before the run.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
    /// Parses the changed files.
    pub syntax: Option<&'a SyntaxCheck<'a>>,
}

impl Node<IntentRouterState> for Finish<'_> {
    type Output = IntentRouterStateUpdate;

    async fn run(
        &self,
        state: &IntentRouterState,
        cx: &NodeContext<'_, IntentRouterState>,
    ) -> NodeResult<IntentRouterState> {
        let update = at(state, "finish", self.setting, cx).done(true);
        if state.reported {
            return Ok(update);
        }
        let markdown = self.answer(state, cx).await?;
        record(cx, Event::Answer { markdown: markdown.clone(), citations: Vec::new(), dropped: 0 });
        let (run, q, a) = (self.setting.run.id.clone(), state.input.clone(), markdown.clone());
        Ok(update.qa(Exchange { run, q, a }).response(markdown).reported(true))
    }
}

impl Finish<'_> {
    async fn answer(&self, state: &IntentRouterState, cx: &RunContext<'_>) -> Result<String, NodeError> {
        let mut parts = vec![state.response.clone()];
        if state.intent == Some(Intent::Edit) && !state.edited.is_empty() {
            parts.push(self.proposed(state).await?);
            parts.push(checked(state));
        }
        if let Some(failure) = state.failure.as_ref().filter(|_| state.edited.is_empty()) {
            parts.push(format!("The check fails, as it did before: {}", failure.headline));
        }
        parts.extend(remembered(state));
        parts.extend(state.memory.problems.iter().cloned());
        parts.retain(|part| !part.trim().is_empty());
        if parts.is_empty() {
            parts.push("Nothing was done.".to_owned());
        }
        if let Some(folder) = self.repository.and_then(Reader::scope).filter(|_| state.intent == Some(Intent::Edit)) {
            parts[0] = lead(folder, &parts[0]);
        }
        let mut markdown = String::new();
        parts.iter().for_each(|part| add_paragraph(&mut markdown, part.trim_end(), cx));
        Ok(markdown)
    }

    /// The proposed changes, what of them no longer parses, and the callers of changed signatures.
    async fn proposed(&self, state: &IntentRouterState) -> Result<String, NodeError> {
        let diffs = diffs(self.repository, &state.changes).await.map_err(super::unreadable)?;
        let mut text = match diffs {
            Some(diffs) if !state.changes.is_empty() => format!("### Proposed changes\n\n{}", as_markdown(&diffs)),
            _ => String::new(),
        };
        if !text.is_empty() && !state.remarks.is_empty() {
            text += &format!(
                "\nWhere the edits were found:\n\n{}",
                state.remarks.iter().map(|line| format!("- {line}\n")).collect::<String>()
            );
        }
        if let (Some(reader), Some(syntax)) = (self.repository, self.syntax) {
            let closing = closing(reader, syntax, &state.changes).await.map_err(super::unreadable)?;
            if !closing.is_empty() {
                text += &format!("\n{closing}");
            }
        }
        Ok(text)
    }
}

/// What the request added to what is remembered, where the answer is about something else.
fn remembered(state: &IntentRouterState) -> Option<String> {
    let names = state.memory_writes.iter().filter(|write| write.value.is_some());
    let names: Vec<String> = names.map(|write| format!("`{}`", write.preference)).collect();
    let says_so = state.intent == Some(Intent::Profile);
    (!names.is_empty() && !says_so).then(|| format!("Remembered for later requests: {}.", names.join(", ")))
}

/// What ran after the edits, with what is to be done where it failed.
fn checked(state: &IntentRouterState) -> String {
    let tries = match state.fix_attempts {
        0 => String::new(),
        1 => " after 1 other attempt".to_owned(),
        n => format!(" after {n} other attempts"),
    };
    match &state.verification {
        Verification::NotRun { why } => format!("### Verification\n\nNot verified: {}.", why.trim_end_matches('.')),
        Verification::Passed { what } => format!("### Verification\n\nPassed{tries}: {what}"),
        Verification::Failed { report } => {
            let advice = if state.next_edit == NextEdit::Verify { " Look at it yourself:" } else { "" };
            format!("### Verification\n\nFailed{tries}.{advice}\n\n{report}")
        }
    }
}
