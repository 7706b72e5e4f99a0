//! `read`. Reads `input`, `chat_history`, `qa`, `notes`, `steering`, `target_files`, `memory`, `changes`; writes `response`,
//! `qa`, `read_files`, `reported`, `working`. Answers from the texts of the files and from what tools say of the names in the
//! question, with verified citations. What was left out of the texts is named in the prompt, and at the end of the answer.

use super::lookups::look_up;
use super::passages::{self, Shown};
use super::turn::at;
use crate::cache::AnswerKey;
use crate::graphs::Setting;
use crate::nodes::answer::{add_paragraph, write_answer};
use crate::prompts::intent_router as prompts;
use crate::report::{emit, record};
use crate::{IntentRouterState, IntentRouterStateUpdate, RunContext, Verifier, secrets};
use agent_memory::Exchange;
use codebase::Reader;
use model::{ChatRequest, Context, Finding, Message, ModelClient, Role, Step, Task};
use protocol::{Event, Evidence};
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Most characters of the prompt.
const PROMPT_CHARS: usize = 50_000;
/// What the texts of files get of it at least.
const TEXT_CHARS: usize = 8_000;

/// Answers a question.
pub struct Read<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// Verifies the citations.
    pub verifier: &'a dyn Verifier,
    /// The repository as it was before the run.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<IntentRouterState> for Read<'_> {
    type Output = IntentRouterStateUpdate;

    async fn run(
        &self,
        state: &IntentRouterState,
        cx: &NodeContext<'_, IntentRouterState>,
    ) -> NodeResult<IntentRouterState> {
        if cx.attempt() > 1 {
            emit(cx, Event::AnswerRestarted);
        }
        let reader = super::repository(self.repository)?;
        let found = look_up(self.setting, reader, state, cx).await.map_err(super::unreadable)?;
        let shown = self.show(reader, state, &found, cx).await?;
        let key = self.key(state, &found, &shown);
        let markdown = match self.kept(key.as_ref(), state, cx).await? {
            Some(markdown) => markdown,
            None => self.answer(state, found, &shown, key, cx).await?,
        };
        let (run, q, a) = (self.setting.run.id.clone(), state.input.clone(), markdown.clone());
        let update = at(state, "answer", self.setting, cx).qa(Exchange { run, q, a }).response(markdown).reported(true);
        Ok(shown.files.into_iter().map(|(path, _)| path).fold(update, IntentRouterStateUpdate::read_files))
    }
}

impl Read<'_> {
    /// The texts of the files, in what the rest of the prompt leaves.
    async fn show(
        &self,
        reader: &Reader,
        state: &IntentRouterState,
        found: &[Finding],
        cx: &RunContext<'_>,
    ) -> Result<Shown, NodeError> {
        let rest = prompts::read(state, "", found, &[]).chars().count();
        // The sentences on what is left out come on top.
        let sentences: usize = state.target_files.iter().map(|path| path.chars().count() + 60).sum();
        let most = PROMPT_CHARS.saturating_sub(rest + sentences).max(TEXT_CHARS);
        let shown = passages::show(reader, &state.changes, &state.target_files, &state.input, most);
        let shown = shown.await.map_err(super::unreadable)?;
        if let Some(summary) = secrets::summary(&shown.masked) {
            record(cx, Event::Masked { place: "the files that were read".to_owned(), summary });
        }
        for (path, _) in &shown.files {
            let of_file: Vec<Evidence> = shown.evidence.iter().filter(|found| found.path == *path).cloned().collect();
            let parts = if of_file.len() == 1 { "1 passage".to_owned() } else { format!("{} passages", of_file.len()) };
            record(
                cx,
                Event::FindingAdded { key: Step::Read(path.clone()).to_string(), text: parts, evidence: of_file },
            );
        }
        Ok(shown)
    }

    /// Asks the model, and keeps its answer.
    async fn answer(
        &self,
        state: &IntentRouterState,
        mut found: Vec<Finding>,
        shown: &Shown,
        key: Option<AnswerKey>,
        cx: &RunContext<'_>,
    ) -> Result<String, NodeError> {
        let prompt = prompts::read(state, &shown.text, &found, &shown.left_out);
        for (path, _) in &shown.files {
            let evidence: Vec<Evidence> = shown.evidence.iter().filter(|found| found.path == *path).cloned().collect();
            let step = Step::Read(path.clone());
            let text = evidence.iter().map(|found| found.excerpt.as_str()).collect::<Vec<_>>().join("\n");
            found.push(Finding { key: format!("step_{}: {step}", found.len()), text, evidence, step: Some(step) });
        }
        let evidence: Vec<&Evidence> = found.iter().flat_map(|finding| &finding.evidence).collect();
        let holding = self.verifier.check_over(&evidence, &state.changes).await.map_err(super::unreadable)?;
        let history = state.turns();
        let task = Task::Answer(Context { question: &state.input, history: &history, findings: &found });
        let request =
            ChatRequest { temperature: Some(0.3), ..ChatRequest::new(vec![Message::new(Role::User, prompt)], task) };
        let (mut markdown, citations, dropped) = write_answer(self.model, &request, &evidence, &holding, cx).await?;
        if !shown.left_out.is_empty() {
            let left_out = format!("_Not everything fitted: {}._", shown.left_out.join("; "));
            add_paragraph(&mut markdown, &left_out, cx);
        }
        self.keep(key, (&markdown, &citations, dropped), &evidence, cx).await;
        record(cx, Event::Answer { markdown: markdown.clone(), citations, dropped });
        Ok(markdown)
    }
}
