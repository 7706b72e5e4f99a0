//! `out_of_scope`. Reads `input`, `chat_history`, `guardrail`; writes `response`, `status`. Says in two or three sentences what
//! the agent is for, without tools. Where the model fails, fixed sentences say it.

use crate::nodes::answer::{add_paragraph, is_empty, stream_answer};
use crate::prompts::tool_router as prompts;
use crate::report::{emit, record};
use crate::states::tool_router::Status;
use crate::{ToolRouterState, ToolRouterStateUpdate};
use model::{ChatRequest, Context, Message, ModelClient, Role, Task};
use protocol::Event;
use state_graph::{Node, NodeContext, NodeResult};

/// The last paragraph of every answer of this node, by which later turns recognise it.
const ASK_ANYWAY: &str = "_To ask it all the same, ask again with the scope gate switched off._";
/// The answer where the model gives none.
const FIXED: &str = "This agent works on this repository, and the request does not seem to be about it. \
     Name a file, a function or a part of the code that it is about.";
/// Most tokens of the answer.
const TOKENS: u32 = 300;

/// Whether an answer is one of this node.
pub(super) fn was_declined(answer: &str) -> bool {
    answer.trim_end().ends_with(ASK_ANYWAY)
}

/// Declines a request that is about something else.
pub struct OutOfScope<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
}

impl Node<ToolRouterState> for OutOfScope<'_> {
    type Output = ToolRouterStateUpdate;

    async fn run(&self, state: &ToolRouterState, cx: &NodeContext<'_, ToolRouterState>) -> NodeResult<ToolRouterState> {
        let history = state.turns();
        let context = Context { question: &state.input, history: &history, findings: &[] };
        let messages = vec![Message::new(Role::User, prompts::out_of_scope(state))];
        let request = ChatRequest {
            temperature: Some(0.7),
            max_tokens: Some(TOKENS),
            ..ChatRequest::new(messages, Task::Reply(context))
        };
        let (mut markdown, dropped) = match stream_answer(self.model, &request, &[], &[], cx).await {
            Ok(answer) if !is_empty(&answer) => (answer.0, answer.2),
            Ok(_) => self.fixed("the answer of the model is empty", cx),
            Err(error) if error.is_hopeless() => return Err(error.into()),
            Err(error) => self.fixed(&error.to_string(), cx),
        };
        add_paragraph(&mut markdown, ASK_ANYWAY, cx);
        record(cx, Event::Answer { markdown: markdown.clone(), citations: Vec::new(), dropped });
        Ok(ToolRouterStateUpdate::new().response(markdown).status(Status::Completed))
    }
}

impl OutOfScope<'_> {
    fn fixed(&self, why: &str, cx: &NodeContext<'_, ToolRouterState>) -> (String, u32) {
        record(cx, Event::Fallback { node: cx.node().to_owned(), why: why.to_owned() });
        emit(cx, Event::AnswerRestarted);
        emit(cx, Event::AnswerText { text: FIXED.to_owned() });
        (FIXED.to_owned(), 0)
    }
}
