//! `plan_read`. Reads `input`, `chat_history`, `read_files`, `changes`; writes `target_files`, `working`. Asks the model which
//! files to read; paths that do not exist are left out. Where nothing of its answer can be used, the files of a search count.

use super::places::{Places, existing, find};
use super::turn::at;
use crate::graphs::Setting;
use crate::nodes::written::ask_for;
use crate::prompts::intent_router as prompts;
use crate::report::record;
use crate::structured::{Schema, Structured};
use crate::{IntentRouterState, IntentRouterStateUpdate, RunContext};
use codebase::Reader;
use model::{ChatRequest, Context, Message, ModelClient, Role, Task};
use protocol::Event;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Most files of an answer.
const FILES: usize = 12;

/// Chooses the files to read.
pub struct PlanRead<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// The repository as it was before the run.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

/// The answer of the model: paths, best first. One alone counts as a list.
#[derive(JsonSchema)]
struct Paths(Vec<String>);

impl<'de> Deserialize<'de> for Paths {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "it is no list of paths")]
        enum Written {
            List(Vec<String>),
            One(String),
        }
        Ok(match Written::deserialize(from)? {
            Written::List(paths) => Self(paths),
            Written::One(path) => Self(vec![path]),
        })
    }
}

impl Node<IntentRouterState> for PlanRead<'_> {
    type Output = IntentRouterStateUpdate;

    async fn run(
        &self,
        state: &IntentRouterState,
        cx: &NodeContext<'_, IntentRouterState>,
    ) -> NodeResult<IntentRouterState> {
        let reader = super::repository(self.repository)?;
        let places = find(reader, &state.changes, &state.input).await.map_err(super::unreadable)?;
        let chosen = self.choose(state, &places, cx).await?;
        let mut files = existing(reader, &state.changes, &chosen, FILES).await.map_err(super::unreadable)?;
        if files.is_empty() && !chosen.is_empty() {
            let why = "None of the files that the model chose exists, so those of a search are read.".to_owned();
            record(cx, Event::Fallback { node: cx.node().to_owned(), why });
        }
        if files.is_empty() {
            files = places.likely();
            files.truncate(FILES);
        }
        Ok(at(state, "plan_read", self.setting, cx).target_files(files))
    }
}

impl PlanRead<'_> {
    /// The paths that the model names; none where its answer cannot be read.
    async fn choose(
        &self,
        state: &IntentRouterState,
        places: &Places,
        cx: &RunContext<'_>,
    ) -> Result<Vec<String>, NodeError> {
        let schema = Schema::<Paths>::of_type();
        let history = state.turns();
        let context = Context { question: &state.input, history: &history, findings: &[] };
        let prompt = prompts::plan_read(state, &places.matches, &places.files, places.all, &schema.text());
        let task = Task::PickFiles { context, matches: &places.matches };
        let request =
            ChatRequest { temperature: Some(0.0), ..ChatRequest::new(vec![Message::new(Role::User, prompt)], task) };
        let answer: Structured<Paths> = ask_for(&schema, self.model, request, cx).await?;
        Ok(answer.or_else(|_, _| Paths(Vec::new())).0)
    }
}
