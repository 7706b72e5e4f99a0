//! `undo`. Reads `input`, `changes`, `memory`, `grants`, `outputs`; writes `changes`, `undone`, `outputs`, `memory`,
//! `memory_writes`, `response`, `working`. Takes the conversation's last group of changes back, or a preference that the request
//! names. Asks no model, and a person only where each
//! call is asked about: who typed "undo that" has said so.

use super::memory::Preferences;
use super::preferences::spoken_of;
use super::turn::at;
use crate::calls::{CallQueue, Stepped};
use crate::graphs::Setting;
use crate::policy::{Effect, Verdict};
use crate::states::intent_router::MemoryWrite;
use crate::{Acting, IntentRouterState, IntentRouterStateUpdate};
use model::ToolCall;
use serde_json::json;
use state_graph::{Node, NodeContext, NodeResult};

/// The tool.
const UNDO: &str = "undo";

/// Takes the last changes back.
pub struct Undo<'a> {
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<IntentRouterState> for Undo<'_> {
    type Output = IntentRouterStateUpdate;

    async fn run(
        &self,
        state: &IntentRouterState,
        cx: &NodeContext<'_, IntentRouterState>,
    ) -> NodeResult<IntentRouterState> {
        let names = named_preferences(state);
        if !names.is_empty() {
            return Ok(self.forget(names, state, cx).await);
        }
        let call = ToolCall { id: String::new(), name: UNDO.to_owned(), arguments: json!({}) };
        let queue = CallQueue::of(vec![call], &format!("s{}", cx.step()));
        // It changes the run's state alone, so it may be made again where the process ends in it.
        let stepped = self.setting.calls_of_person().step(queue, state.view(), cx).await?;
        let mut update = at(state, "undo", self.setting, cx);
        for output in stepped.outputs() {
            update = update.outputs(output);
        }
        let Stepped { ran, updates, grants, .. } = stepped;
        let said: Vec<String> = ran.iter().map(|ran| said(ran.ok, &ran.summary, ran.output.whole())).collect();
        let undone = ran.iter().filter(|ran| ran.ok).flat_map(|ran| &ran.changed).map(|file| file.path.to_string());
        update = update.undone(undone.collect::<Vec<String>>());
        update = updates.into_iter().fold(update, IntentRouterStateUpdate::changes);
        update = grants.into_iter().fold(update, IntentRouterStateUpdate::grants);
        Ok(update.response(said.join("\n")))
    }
}

impl Undo<'_> {
    /// Forgets preferences, by the person's own words.
    async fn forget(
        &self,
        names: Vec<String>,
        state: &IntentRouterState,
        cx: &NodeContext<'_, IntentRouterState>,
    ) -> IntentRouterStateUpdate {
        let store = Preferences::of(self.setting.services);
        let mut memory = state.memory.clone();
        let (mut said, mut writes) = (Vec::new(), Vec::new());
        for name in names {
            let forgotten = match self.setting.policy.decide(&Effect::Memory, self.setting.asked_by, &state.grants) {
                Verdict::Allow => store.forget(&name).await,
                Verdict::Ask(ask) => Err(ask.why().to_owned()),
                Verdict::Deny(why) => Err(why),
            };
            match forgotten {
                Ok(()) => {
                    let before = memory.preferences.remove(&name);
                    said.push(format!("The preference `{name}` is forgotten."));
                    writes.push(MemoryWrite { preference: name, value: None, before });
                }
                Err(why) => said.push(format!("The preference `{name}` stays: {why}")),
            }
        }
        at(state, "forget", self.setting, cx).memory(memory).memory_writes(writes).response(said.join("\n"))
    }
}

/// The preferences in force that the request names: "undo add_docstrings", "forget the preference for docstrings".
fn named_preferences(state: &IntentRouterState) -> Vec<String> {
    let request = state.input.to_lowercase();
    let names = state.memory.preferences.keys().filter(|name| request.contains(name.as_str()));
    let named: Vec<String> = names.cloned().collect();
    if named.is_empty() && request.contains("preference") {
        return spoken_of(&state.memory.preferences, &state.input).0.into_keys().collect();
    }
    named
}

fn said(ok: bool, summary: &str, output: Option<&str>) -> String {
    if !ok {
        return format!("Nothing was taken back: {summary}");
    }
    // Its first line says which group, and the files.
    let first = output.and_then(|text| text.lines().next()).unwrap_or(summary);
    format!("{first} Only what was proposed is changed; what you have accepted stays.")
}
