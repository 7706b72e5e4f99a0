//! `generate`. Reads nearly everything; writes `response`, `status`. Streams the answer with its citations verified. It may cite
//! the spans that were judged as relevant and those that were looked up by name, and nothing else. Which gap is left where the
//! limit of decisions was reached, what is proposed, what of it no longer parses and who calls a changed signature, is said by
//! the node itself. Errors of the model end the run, and so does an answer that is empty a second time.

use super::known::findings;
use super::shown::{chunks, results};
use crate::closing::closing;
use crate::nodes::answer::{add_paragraph, write_answer};
use crate::prompts::tool_router as prompts;
use crate::report::record;
use crate::states::tool_router::{RETRIEVAL, Status, TOP_K};
use crate::{IndexFailure, Limits, SyntaxCheck, ToolRouterState, ToolRouterStateUpdate, Verifier};
use change_set::{ChangeSet, Overlay};
use codebase::Reader;
use model::{ChatRequest, Context, Message, ModelClient, Role, Task};
use protocol::{Event, Evidence};
use state_graph::{Node, NodeContext, NodeError, NodeResult};
use std::collections::BTreeSet;

/// Most characters of all relevant spans; the best are shown whatever they take.
const CHUNKS_CHARS: usize = 24_000;
/// Most characters of one of them.
const CHUNK_CHARS: usize = 4_000;
/// Most tokens of the answer.
const TOKENS: u32 = 1_000;
/// Most files that are named as changed.
const FILES: usize = 20;

/// Writes the answer.
pub struct Generate<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// Verifies the citations.
    pub verifier: &'a dyn Verifier,
    /// The repository as it was before the run.
    pub repository: Option<&'a Reader>,
    /// Parses the changed files, to name those that no longer parse and the callers of changed signatures.
    pub syntax: Option<&'a SyntaxCheck<'a>>,
    /// The limits of the run.
    pub limits: Limits,
}

impl Node<ToolRouterState> for Generate<'_> {
    type Output = ToolRouterStateUpdate;

    async fn run(&self, state: &ToolRouterState, cx: &NodeContext<'_, ToolRouterState>) -> NodeResult<ToolRouterState> {
        let relevant = state.relevant();
        let looked_up = state.tool_history.iter().filter(|ran| ran.success).flat_map(|ran| &ran.evidence);
        let evidence: Vec<&Evidence> = relevant.iter().copied().chain(looked_up).collect();
        let holding = self.verifier.check_over(&evidence, &state.changes).await;
        let holding = holding.map_err(|failure| NodeError::from(failure).permanent())?;
        let held: BTreeSet<_> =
            evidence.iter().zip(&holding).filter(|(_, holds)| **holds).map(|(it, _)| key(it)).collect();
        let (history, found) = (state.turns(), findings(state, |it| held.contains(&key(it))));
        let gap = self.gap(state);
        let prompt = prompts::generate(
            state,
            &chunks(&relevant, CHUNK_CHARS, TOP_K, CHUNKS_CHARS),
            &results(state, |tool| tool != RETRIEVAL && !state.web.iter().any(|result| result.tool == tool)),
            gap.as_deref(),
        );
        let task = Task::Answer(Context { question: &state.input, history: &history, findings: &found });
        let request = ChatRequest {
            temperature: Some(0.3),
            max_tokens: Some(TOKENS),
            ..ChatRequest::new(vec![Message::new(Role::User, prompt)], task)
        };
        let (mut markdown, citations, dropped) = write_answer(self.model, &request, &evidence, &holding, cx).await?;
        let closing = self.closing(&state.changes).await.map_err(|failure| NodeError::from(failure).permanent())?;
        for paragraph in gap.into_iter().chain(proposed(&state.changes)).chain(closing) {
            add_paragraph(&mut markdown, &paragraph, cx);
        }
        record(cx, Event::Answer { markdown: markdown.clone(), citations, dropped });
        Ok(ToolRouterStateUpdate::new().response(markdown).status(Status::Completed))
    }
}

impl Generate<'_> {
    /// What no longer parses, and the callers of changed signatures; none where nothing parses the files.
    async fn closing(&self, changes: &ChangeSet) -> Result<Option<String>, IndexFailure> {
        let (Some(reader), Some(syntax)) = (self.repository, self.syntax) else { return Ok(None) };
        let text = closing(reader, syntax, changes).await?;
        Ok(Some(text.trim_end().to_owned()).filter(|text| !text.is_empty()))
    }

    /// What is missing where the run had to stop looking.
    fn gap(&self, state: &ToolRouterState) -> Option<String> {
        let (relevant, most) = (state.relevant().len(), self.limits.max_iterations);
        let at_limit = state.iteration >= most && relevant < TOP_K;
        at_limit.then(|| {
            format!(
                "_The limit of {most} decisions is reached with {relevant} relevant passages of the {TOP_K} wanted, so something may be missing._"
            )
        })
    }
}

/// One line may hold several calls: the same span is then evidence for several symbols.
fn key(found: &Evidence) -> (String, Option<String>, String) {
    (found.id.clone(), found.symbol.clone(), format!("{:?}", found.relation))
}

/// The proposed changes, as a paragraph.
fn proposed(changes: &ChangeSet) -> Option<String> {
    if changes.is_empty() {
        return None;
    }
    let mut lines: Vec<String> =
        changes.iter().take(FILES).map(|(path, overlay)| format!("- `{path}`: {}", done(overlay))).collect();
    if changes.len() > FILES {
        lines.push(format!("- and {} more", changes.len() - FILES));
    }
    Some(format!("Proposed changes, which nothing outside this run has yet:\n\n{}", lines.join("\n")))
}

fn done(overlay: Overlay<'_>) -> String {
    match overlay {
        Overlay::Untouched => "as it was".to_owned(),
        Overlay::Changed { from: Some(from), .. } => format!("moved from `{from}` and changed"),
        Overlay::Changed { base: None, .. } => "new".to_owned(),
        Overlay::Changed { .. } => "changed".to_owned(),
        Overlay::Moved { from, .. } => format!("moved from `{from}`"),
        Overlay::Deleted { to: Some(to) } => format!("moved to `{to}`"),
        Overlay::Deleted { to: None } => "deleted".to_owned(),
    }
}
