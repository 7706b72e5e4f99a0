//! `route`. Reads `input`, `chat_history`, `changes`, `grants`; writes `intent`, `memory`, `memory_writes`, `working`. Asks the
//! model what the request is for; what its words say plainly counts more. What the person prefers is stored, and the
//! request is still done.

use super::memory::Preferences;
use super::preferences::spoken_of;
use super::turn::at;
use super::words;
use crate::graphs::Setting;
use crate::nodes::written::ask_for;
use crate::policy::{Effect, Verdict};
use crate::prompts::intent_router as prompts;
use crate::report::record;
use crate::states::intent_router::{Intent, MemoryView, MemoryWrite};
use crate::structured::{Schema, Structured};
use crate::{IntentRouterState, IntentRouterStateUpdate, RunContext};
use model::{ChatRequest, Context, Message, ModelClient, Role, Task};
use protocol::{Event, Turn};
use schemars::JsonSchema;
use serde::Deserialize;
use state_graph::{Node, NodeContext, NodeError, NodeResult};
use std::collections::BTreeMap;

/// Says what the request is for.
pub struct RouteRequest<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

/// The answer of the model. Its intent may be any word: an unknown one is not asked about again.
#[derive(Deserialize, JsonSchema)]
struct Routed {
    /// read, edit, run_command, profile or undo.
    intent: String,
    /// What the person prefers from now on, by name; empty where the request says nothing of it.
    #[serde(default)]
    preferences: BTreeMap<String, bool>,
    /// Why: a few words.
    #[serde(default)]
    reason: String,
}

impl Node<IntentRouterState> for RouteRequest<'_> {
    type Output = IntentRouterStateUpdate;

    async fn run(
        &self,
        state: &IntentRouterState,
        cx: &NodeContext<'_, IntentRouterState>,
    ) -> NodeResult<IntentRouterState> {
        let store = Preferences::of(self.setting.services);
        let mut memory = store.load().await;
        let routed = self.ask(state, cx).await?;
        let (intent, reason) = decide(&state.input, &routed);
        record(cx, Event::Classified { kind: intent.name().to_owned(), confidence: None, reason });
        let writes = self.remember(&routed.preferences, &store, state, &mut memory, cx).await;
        Ok(at(state, "route", self.setting, cx).intent(Some(intent)).memory(memory).memory_writes(writes))
    }
}

impl RouteRequest<'_> {
    /// What the model says; an empty intent where that cannot be read.
    async fn ask(&self, state: &IntentRouterState, cx: &RunContext<'_>) -> Result<Routed, NodeError> {
        let schema = Schema::<Routed>::of_type();
        // Earlier answers may quote files, and what stands in a file is no wish of the person.
        let asked = |turn: Turn| Turn { answer: String::new(), symbols: Vec::new(), ..turn };
        let history: Vec<Turn> = state.turns().into_iter().map(asked).collect();
        let task = Task::Intent(Context { question: &state.input, history: &history, findings: &[] });
        let prompt = prompts::route(state, &schema.text());
        let request =
            ChatRequest { temperature: Some(0.0), ..ChatRequest::new(vec![Message::new(Role::User, prompt)], task) };
        let answer: Structured<Routed> = ask_for(&schema, self.model, request, cx).await?;
        let nothing =
            |_: &str, _: &str| Routed { intent: String::new(), preferences: BTreeMap::new(), reason: String::new() };
        Ok(answer.or_else(nothing))
    }

    /// Stores what the request says of preferences. What cannot be stored counts for this turn, and is said.
    async fn remember(
        &self,
        read: &BTreeMap<String, bool>,
        store: &Preferences<'_>,
        state: &IntentRouterState,
        memory: &mut MemoryView,
        cx: &RunContext<'_>,
    ) -> Vec<MemoryWrite> {
        let (spoken, others) = spoken_of(read, &state.input);
        if !others.is_empty() {
            let why =
                format!("The request says nothing of these preferences, so they are not stored: {}", others.join(", "));
            record(cx, Event::Fallback { node: cx.node().to_owned(), why });
        }
        let mut writes = Vec::new();
        for (preference, value) in spoken {
            let before = memory.preferences.insert(preference.clone(), value);
            // The person's own words are not asked about; those of anybody else store nothing.
            match self.setting.policy.decide(&Effect::Memory, self.setting.asked_by, &state.grants) {
                Verdict::Allow => match store.put(&preference, value, self.setting.run.origin(cx.node())).await {
                    Ok(key) => {
                        record(cx, Event::Remembered { key });
                        writes.push(MemoryWrite { preference, value: Some(value), before });
                    }
                    Err(why) => memory.problems.push(format!("`{preference}` counts for this request alone: {why}")),
                },
                Verdict::Ask(ask) => {
                    memory.problems.push(format!("`{preference}` counts for this request alone: {}", ask.why()));
                }
                Verdict::Deny(why) => {
                    memory.problems.push(format!("`{preference}` counts for this request alone: {why}"));
                }
            }
        }
        writes
    }
}

/// The intent and why: the words of the request first, then the model, then a question about the code.
fn decide(request: &str, routed: &Routed) -> (Intent, String) {
    if let Some(intent) = words::intent(request) {
        return (intent, "The words of the request say so.".to_owned());
    }
    match Intent::from_name(&routed.intent) {
        Some(intent) => (intent, routed.reason.clone()),
        None => (Intent::Read, "Nothing says otherwise, so it is taken as a question about the code.".to_owned()),
    }
}
