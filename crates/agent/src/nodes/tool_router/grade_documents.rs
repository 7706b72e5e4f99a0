//! `grade_documents`. Reads `input`, `chat_history`, `retrieved`, `grades`; writes `grades`. Judges in one call the retrieved
//! spans that nobody has judged. Ids that were not asked for are ignored, and spans that the model leaves out are of no use;
//! where nothing of its answer can be used, all count as relevant, which is reported.

use super::shown::chunk;
use crate::nodes::written::ask_for;
use crate::prompts::tool_router as prompts;
use crate::report::record;
use crate::states::tool_router::Grade;
use crate::structured::Schema;
use crate::{ToolRouterState, ToolRouterStateUpdate};
use model::{ChatRequest, Context, Message, ModelClient, Role, Task};
use protocol::{Event, Evidence};
use schemars::JsonSchema;
use serde::Deserialize;
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Most characters of a span that are judged.
const CHUNK_CHARS: usize = 1_500;

/// Judges retrieved spans.
pub struct GradeDocuments<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
}

/// The answer of the model.
#[derive(Deserialize, JsonSchema)]
struct Grades {
    /// One for each span.
    grades: Vec<OfSpan>,
}

/// The judgement of a span.
#[derive(Deserialize, JsonSchema)]
struct OfSpan {
    /// Its id, as in its double brackets.
    id: String,
    /// Whether it helps to answer the request.
    relevant: bool,
    /// Why: a few words.
    #[serde(default)]
    reasoning: String,
}

impl Node<ToolRouterState> for GradeDocuments<'_> {
    type Output = ToolRouterStateUpdate;

    async fn run(&self, state: &ToolRouterState, cx: &NodeContext<'_, ToolRouterState>) -> NodeResult<ToolRouterState> {
        let ungraded: Vec<Evidence> = state.ungraded().into_iter().cloned().collect();
        if ungraded.is_empty() {
            return Ok(ToolRouterStateUpdate::new());
        }
        let grades = self.grade(&ungraded, state, cx).await?;
        let relevant = grades.iter().filter(|(_, grade)| grade.relevant).count() as u32;
        record(cx, Event::Graded { relevant, of: ungraded.len() as u32 });
        Ok(ToolRouterStateUpdate::new().grades(grades))
    }
}

impl GradeDocuments<'_> {
    async fn grade(
        &self,
        chunks: &[Evidence],
        state: &ToolRouterState,
        cx: &NodeContext<'_, ToolRouterState>,
    ) -> Result<Vec<(String, Grade)>, NodeError> {
        let schema = Schema::<Grades>::of_type().with_check(|answer| {
            let known = answer.grades.iter().any(|grade| chunks.iter().any(|chunk| chunk.id == id(grade)));
            if known { Ok(()) } else { Err("it has none of the ids that were asked for".to_owned()) }
        });
        let shown: Vec<String> = chunks.iter().map(|found| chunk(found, CHUNK_CHARS)).collect();
        let history = state.turns();
        let context = Context { question: &state.input, history: &history, findings: &[] };
        let messages = vec![Message::new(Role::User, prompts::grade(state, &shown.join("\n\n"), &schema.text()))];
        let request =
            ChatRequest { temperature: Some(0.0), ..ChatRequest::new(messages, Task::Grade { context, chunks }) };
        let answer = match ask_for(&schema, self.model, request, cx).await {
            Ok(answer) => answer,
            Err(error) if error.is_hopeless() => return Err(error.into()),
            Err(error) => {
                record(cx, Event::Fallback { node: cx.node().to_owned(), why: not_graded(&error.to_string()) });
                return Ok(all_relevant(chunks));
            }
        };
        let mut unread = None;
        let answer = answer.or_else(|why, _| {
            unread = Some(not_graded(why));
            Grades { grades: Vec::new() }
        });
        if let Some(why) = unread {
            record(cx, Event::Fallback { node: cx.node().to_owned(), why });
            return Ok(all_relevant(chunks));
        }
        let grade_of = |chunk: &Evidence| match answer.grades.iter().find(|grade| id(grade) == chunk.id) {
            Some(grade) => Grade { relevant: grade.relevant, reasoning: grade.reasoning.clone() },
            None => Grade { relevant: false, reasoning: "The model left it out.".to_owned() },
        };
        Ok(chunks.iter().map(|chunk| (chunk.id.clone(), grade_of(chunk))).collect())
    }
}

/// The id without the brackets that a model may have copied.
fn id(grade: &OfSpan) -> &str {
    grade.id.trim().trim_start_matches('[').trim_end_matches(']')
}

fn not_graded(why: &str) -> String {
    format!("What was found is not graded, so all of it counts as relevant: {why}")
}

fn all_relevant(chunks: &[Evidence]) -> Vec<(String, Grade)> {
    let grade = Grade { relevant: true, reasoning: "not graded".to_owned() };
    chunks.iter().map(|chunk| (chunk.id.clone(), grade.clone())).collect()
}
