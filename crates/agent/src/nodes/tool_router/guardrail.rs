//! `guardrail`. Reads `input`, `chat_history`; writes `guardrail`, `max_iterations`, `status`. Scores how far the request is
//! about this repository; only the score decides. A request that could not be scored counts as in scope, since reading is
//! harmless; errors of the model that every later call would meet end the run.

use super::out_of_scope::was_declined;
use crate::evidence::{described, of_span};
use crate::graphs::Setting;
use crate::nodes::written::ask_for;
use crate::prompts::tool_router as prompts;
use crate::report::record;
use crate::states::tool_router::{Score, Status, THRESHOLD};
use crate::structured::Schema;
use crate::{IndexFailure, ToolRouterState, ToolRouterStateUpdate};
use codebase::{Overlaid, Reader};
use model::{ChatRequest, Context, Message, ModelClient, Role, Task};
use protocol::{Basis, Event, Evidence, Relation};
use schemars::JsonSchema;
use serde::Deserialize;
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Most words of a request that counts as a follow-up.
const FOLLOW_UP_WORDS: usize = 8;
/// How many places are searched for the words of the request.
const MATCHES: usize = 8;

/// Scores the request.
pub struct Guardrail<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// What the words of the request are searched in.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

/// The answer of the model.
#[derive(Deserialize, JsonSchema)]
struct Scored {
    /// From 0 to 100.
    score: f64,
    /// Why: a sentence.
    #[serde(default)]
    reasoning: String,
    /// Whether the request is about this repository.
    #[serde(default, rename = "in_scope")]
    _in_scope: bool,
}

impl Node<ToolRouterState> for Guardrail<'_> {
    type Output = ToolRouterStateUpdate;

    async fn run(&self, state: &ToolRouterState, cx: &NodeContext<'_, ToolRouterState>) -> NodeResult<ToolRouterState> {
        let (score, reason) = if !self.setting.gate {
            (100, "The request is not scored, because the gate is switched off.".to_owned())
        } else if is_follow_up(state) {
            (100, "A short follow-up to a request about this repository.".to_owned())
        } else {
            self.score(state, cx).await?
        };
        record(cx, Event::Scored { score, threshold: THRESHOLD, reason: reason.clone() });
        let score = Score { score, reasoning: reason, in_scope: score >= THRESHOLD };
        let most = self.setting.limits.max_iterations;
        Ok(ToolRouterStateUpdate::new().guardrail(Some(score)).max_iterations(most).status(Status::Running))
    }
}

impl Guardrail<'_> {
    async fn score(
        &self,
        state: &ToolRouterState,
        cx: &NodeContext<'_, ToolRouterState>,
    ) -> Result<(u32, String), NodeError> {
        let matches = self.matches(state).await.map_err(|failure| NodeError::from(failure).permanent())?;
        let schema = Schema::<Scored>::of_type().with_check(|scored| {
            let fits = (0.0..=100.0).contains(&scored.score);
            if fits { Ok(()) } else { Err(format!("`score` is {}, not between 0 and 100", scored.score)) }
        });
        let history = state.turns();
        let context = Context { question: &state.input, history: &history, findings: &[] };
        let prompt = prompts::guardrail(state, &matches, &schema.text());
        let messages = vec![Message::new(Role::User, prompt)];
        let request = ChatRequest {
            temperature: Some(0.0),
            ..ChatRequest::new(messages, Task::Scope { context, matches: &matches })
        };
        let ungated = |why: &str| (100, format!("Not gated, because the request could not be scored: {why}"));
        match ask_for(&schema, self.model, request, cx).await {
            Ok(answer) => {
                let mut unread = None;
                let scored = answer.or_else(|why, _| {
                    unread = Some(why.to_owned());
                    Scored { score: 100.0, reasoning: String::new(), _in_scope: true }
                });
                Ok(match unread {
                    Some(why) => ungated(&why),
                    None => (scored.score.round() as u32, scored.reasoning),
                })
            }
            Err(error) if error.is_hopeless() => Err(error.into()),
            Err(error) => {
                record(cx, Event::Fallback { node: cx.node().to_owned(), why: error.to_string() });
                Ok(ungated(&error.to_string()))
            }
        }
    }

    /// Where the repository has the words of the request.
    async fn matches(&self, state: &ToolRouterState) -> Result<Vec<Evidence>, IndexFailure> {
        let Some(reader) = self.repository else { return Ok(Vec::new()) };
        let found = reader.ask_bounded(|codebase| {
            let over = Overlaid::new(codebase, &state.changes);
            let hits = codebase.search(&state.input, MATCHES);
            let found = hits.iter().map(|hit| {
                let found = of_span(over, &hit.span, Relation::Hit, Basis::Search { score: hit.score });
                hit.symbol.as_ref().map_or_else(|| found.clone(), |symbol| described(found.clone(), symbol))
            });
            found.collect::<Vec<Evidence>>()
        });
        Ok(found.await.map_err(IndexFailure::from)?.answer)
    }
}

/// Whether the request is short and goes on with one that was in scope.
fn is_follow_up(state: &ToolRouterState) -> bool {
    let goes_on =
        state.turns().last().is_some_and(|turn| !turn.answer.trim().is_empty() && !was_declined(&turn.answer));
    goes_on && state.input.split_whitespace().count() <= FOLLOW_UP_WORDS
}
