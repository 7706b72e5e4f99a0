//! Asking the model for edits: as JSON, or as calls of the tools that edit.

use super::Edit;
use crate::calls::CallQueue;
use crate::nodes::ask_model::{ask, stream_text};
use crate::nodes::intent_router::places::{Places, find};
use crate::nodes::intent_router::turn::{at, failed, with};
use crate::nodes::intent_router::written_edits::WrittenEdits;
use crate::nodes::intent_router::{passages, repository, unreadable};
use crate::nodes::written::note;
use crate::policy::Effect;
use crate::prompts::intent_router as prompts;
use crate::report::record;
use crate::secrets;
use crate::states::intent_router::{MOST_RETRIES, NextEdit, SmallChanges, Working};
use crate::structured::{Schema, Structured};
use crate::{IntentRouterState, IntentRouterStateUpdate, RunContext};
use model::{ChatRequest, Message, Role, SourceFile, Task, ToolCall, ToolSpec};
use protocol::Event;
use serde_json::Value;
use state_graph::NodeError;

/// Most characters of the prompt.
const PROMPT_CHARS: usize = 50_000;
/// What the texts of files get of it at least.
const TEXT_CHARS: usize = 8_000;
/// Takes back what was done; the person asks for that in other words.
const UNDO: &str = "undo";

/// What the model answers.
enum Answer {
    Calls(Vec<ToolCall>),
    /// Nothing is to be changed, and why.
    Nothing(String),
    /// It cannot be used, and why.
    Unusable(String),
}

impl Edit<'_> {
    /// Asks for edits and tries them, without making them.
    pub(super) async fn ask(
        &self,
        state: &IntentRouterState,
        cx: &RunContext<'_>,
    ) -> Result<IntentRouterStateUpdate, NodeError> {
        let reader = repository(self.repository)?;
        let places = find(reader, &state.changes, &state.input).await.map_err(unreadable)?;
        let files = self.files(state, &places).await?;
        let calls = match self.answer(state, &places, &files, cx).await? {
            Answer::Nothing(why) => return self.nothing(state, &why, cx).await,
            Answer::Unusable(why) => return Ok(self.refused(state, &why, cx)),
            Answer::Calls(calls) => calls,
        };
        let tried = self.try_out(&calls, &state.changes, cx).await?;
        let remarks = match tried {
            Err(why) => return Ok(self.refused(state, &why, cx)),
            Ok(remarks) => remarks,
        };
        let prefix = format!("s{}", cx.step());
        let update =
            at(state, "edit", self.setting, cx).queue(CallQueue::of(calls, &prefix)).remarks(remarks).refused(None);
        Ok(files.into_iter().fold(update.next_edit(NextEdit::Again), IntentRouterStateUpdate::read_files))
    }

    async fn answer(
        &self,
        state: &IntentRouterState,
        places: &Places,
        files: &[String],
        cx: &RunContext<'_>,
    ) -> Result<Answer, NodeError> {
        let reader = repository(self.repository)?;
        let schema = Schema::<WrittenEdits>::of_type();
        let rest = prompts::edit(state, "", &[], &schema.text()).chars().count();
        let most = PROMPT_CHARS.saturating_sub(rest + files.len() * 100).max(TEXT_CHARS);
        let shown = passages::show(reader, &state.changes, files, &state.input, most).await.map_err(unreadable)?;
        if let Some(summary) = secrets::summary(&shown.masked) {
            record(cx, Event::Masked { place: "the files to edit".to_owned(), summary });
        }
        let texts = passages::texts(reader, &state.changes, files).await.map_err(unreadable)?;
        let sources: Vec<SourceFile<'_>> = texts.iter().map(|(path, text)| SourceFile { path, text }).collect();
        let failure = state.failure.as_ref().map(|failure| failure.headline.as_str());
        let task = Task::Edits { request: &state.input, files: &sources, matches: &places.matches, failure };
        let prompt = prompts::edit(state, &shown.text, &shown.left_out, &schema.text());
        let tools = self.tools();
        let messages = vec![Message::new(Role::User, prompt)];
        let request = ChatRequest { tools, temperature: Some(0.0), ..ChatRequest::new(messages, task) };
        let response = ask(self.model, &request, cx, &mut stream_text(cx)).await?;
        if !response.message.tool_calls.is_empty() {
            return Ok(self.chosen(response.message.tool_calls));
        }
        let read = schema.read_or_ask_again(request, response, async |request| {
            ask(self.model, request, cx, &mut stream_text(cx)).await
        });
        let read = read.await?;
        note(&read, cx);
        Ok(match read {
            Structured::Parsed(edits) | Structured::Repaired { value: edits, .. } => written(&edits),
            Structured::Fallback { why, .. } => Answer::Unusable(why),
        })
    }

    /// The tools that edit.
    fn tools(&self) -> Vec<ToolSpec> {
        let specs = self.setting.tools.specs().into_iter();
        specs.filter(|spec| self.edits(&spec.name, &Value::Null)).collect()
    }

    /// Whether a tool is one that edits.
    fn edits(&self, name: &str, arguments: &Value) -> bool {
        let effect = self.setting.tools.get(name).map(|tool| tool.effect(arguments));
        name != UNDO && matches!(effect, Ok(Effect::Edit | Effect::Delete))
    }

    /// Calls that the model has chosen; one of another tool makes the answer unusable.
    fn chosen(&self, calls: Vec<ToolCall>) -> Answer {
        match calls.iter().find(|call| !self.edits(&call.name, &call.arguments)) {
            Some(other) => Answer::Unusable(format!("`{}` is no tool that edits files here", other.name)),
            None => Answer::Calls(calls),
        }
    }

    /// The model changes nothing: small changes are tried where they can be, else the turn ends.
    async fn nothing(
        &self,
        state: &IntentRouterState,
        why: &str,
        cx: &RunContext<'_>,
    ) -> Result<IntentRouterStateUpdate, NodeError> {
        let said = match why.trim() {
            "" if state.failure.is_some() && !state.edited.is_empty() => "No further change was proposed.".to_owned(),
            "" => "No change was proposed.".to_owned(),
            why => why.to_owned(),
        };
        let update = at(state, "edit", self.setting, cx).response(said).refused(None);
        if self.may_try_small_changes(state).await? {
            return Ok(update.small_changes(SmallChanges::Wanted).next_edit(NextEdit::Again));
        }
        Ok(update.next_edit(NextEdit::Finish))
    }

    /// The answer cannot be used: the model is asked again, as often as the limits allow.
    fn refused(&self, state: &IntentRouterState, why: &str, cx: &RunContext<'_>) -> IntentRouterStateUpdate {
        let tries = state.refusals + 1;
        let retry_count = state.working.retry_count + 1;
        let goes_on = tries < self.setting.limits.max_executor_steps && retry_count <= MOST_RETRIES;
        let last_error = (!goes_on).then(|| why.to_owned());
        let working = Working { current_step: "edit".to_owned(), retry_count, last_error, ..state.working.clone() };
        let update = with(working, self.setting, cx).refusals(tries);
        let update = update.feedback_history(failed(why, state.refusals, self.setting, cx));
        if goes_on {
            return update.refused(Some(why.to_owned())).next_edit(NextEdit::Again);
        }
        let times = if tries == 1 { "once".to_owned() } else { format!("{tries} times") };
        let said = format!("The edits could not be made; the model was asked {times}. The last reason: {why}");
        update.response(said).next_edit(NextEdit::Finish)
    }
}

fn written(edits: &WrittenEdits) -> Answer {
    if let Some(why) = edits.too_many() {
        return Answer::Unusable(why);
    }
    let calls = edits.calls();
    if calls.is_empty() { Answer::Nothing(edits.reason.clone()) } else { Answer::Calls(calls) }
}
