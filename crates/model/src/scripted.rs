//! A model that answers from a script, for tests.
//!
//! ```
//! use model::scripted::{Scripted, ScriptedModelClient};
//! let model = ScriptedModelClient::new([
//!     Scripted::text("[\"Search for the router\"]"),
//!     Scripted::call("search_codebase", serde_json::json!({"query": "router", "n_results": 5})),
//!     Scripted::text("done"),
//! ]);
//! // Hand `&model` or an `Rc` of it to the agent; afterwards `model.requests()` holds what it was asked.
//! ```

use crate::openai::{Config, OpenAiClient};
use crate::{
    ChatDelta, ChatFuture, ChatRequest, ChatResponse, FinishReason, HttpClient, HttpError, HttpRequest, HttpResponse,
    Message, ModelClient, ModelError, ModelErrorKind, Role, Task, Timer, ToolCall,
};
use futures::future::{LocalBoxFuture, ready};
use futures::stream::{self, StreamExt};
use protocol::{ModelInfo, TokenUsage};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// One answer of the script.
#[derive(Debug, Clone, PartialEq)]
pub enum Scripted {
    /// A text, streamed in these pieces.
    Text(Vec<String>),
    /// Requests these tool calls.
    Calls(Vec<ToolCall>),
    /// The call fails with this error.
    Fails(ModelError),
}

impl Scripted {
    /// A text in one piece.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(vec![text.into()])
    }

    /// One tool call, with the id `call-1`.
    pub fn call(name: impl Into<String>, arguments: Value) -> Self {
        Self::Calls(vec![ToolCall { id: "call-1".into(), name: name.into(), arguments }])
    }
}

/// Answers each call with the next entry of its script, whatever the request, and records the requests. A call past the
/// script's end fails with a [`ModelErrorKind::BrokenAnswer`].
#[derive(Debug, Default)]
pub struct ScriptedModelClient {
    script: RefCell<VecDeque<Scripted>>,
    requests: RefCell<Vec<Vec<Message>>>,
}

impl ScriptedModelClient {
    /// A model with these answers, in order.
    pub fn new(script: impl IntoIterator<Item = Scripted>) -> Self {
        Self { script: RefCell::new(script.into_iter().collect()), requests: RefCell::default() }
    }

    /// The messages of each request so far.
    pub fn requests(&self) -> Vec<Vec<Message>> {
        self.requests.borrow().clone()
    }
}

impl ModelClient for ScriptedModelClient {
    fn info(&self) -> ModelInfo {
        ModelInfo { provider: "scripted".into(), model: "script".into() }
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        self.requests.borrow_mut().push(request.messages.clone());
        let next = self.script.borrow_mut().pop_front();
        Box::pin(async move {
            let mut message = Message::new(Role::Assistant, "");
            let mut finish = FinishReason::Stop;
            match next {
                Some(Scripted::Text(pieces)) => {
                    message.content = pieces.concat();
                    pieces.into_iter().for_each(|piece| on(ChatDelta::Text(piece)));
                }
                Some(Scripted::Calls(calls)) => {
                    message.tool_calls = calls;
                    finish = FinishReason::ToolCalls;
                }
                Some(Scripted::Fails(error)) => return Err(error),
                None => {
                    return Err(ModelError {
                        kind: ModelErrorKind::BrokenAnswer,
                        message: "the script has no more answers".into(),
                        advice: None,
                    });
                }
            }
            Ok(ChatResponse { message, usage: Some(TokenUsage { input: 1, output: 1, cached: 0 }), finish, plan: None })
        })
    }
}

/// A server that answers everything with these bytes.
struct ScriptedServer(Vec<u8>);

impl HttpClient for ScriptedServer {
    fn send(&self, _: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>> {
        let body = stream::iter([Ok(self.0.clone())]).boxed_local();
        Box::pin(ready(Ok(HttpResponse { status: 200, headers: Vec::new(), body })))
    }
}

/// A timer of tests: every wait is over at once.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoWait;

impl Timer for NoWait {
    fn sleep(&self, _: u64) -> LocalBoxFuture<'static, ()> {
        Box::pin(ready(()))
    }
}

/// What the client of Chat Completions makes of a server whose whole answer to one question is these bytes.
///
/// # Errors
/// As [`ModelClient::chat`].
pub async fn answer_of_server(bytes: Vec<u8>) -> Result<ChatResponse, ModelError> {
    let server = Rc::new(ScriptedServer(bytes));
    let (base_url, model) = ("https://api.example/v1".to_owned(), "m".to_owned());
    let config = Config { base_url, model, key: None, page_origin: None, max_attempts: 1 };
    let request = ChatRequest::new(vec![Message::new(Role::User, "?")], Task::Free);
    OpenAiClient::new(config, server, Rc::new(NoWait)).chat(&request, &mut |_| {}).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Task;
    use futures::executor::block_on;

    #[test]
    fn answers_from_its_script_and_keeps_the_requests() {
        let model = ScriptedModelClient::new([Scripted::Text(vec!["a".into(), "b".into()])]);
        let request = ChatRequest::new(vec![Message::new(Role::User, "hello")], Task::Free);
        let mut deltas = Vec::new();
        let answer = block_on(model.chat(&request, &mut |delta| deltas.push(delta))).unwrap();
        assert_eq!(answer.message.content, "ab");
        assert_eq!(deltas, [ChatDelta::Text("a".into()), ChatDelta::Text("b".into())]);
        assert_eq!(model.requests(), std::slice::from_ref(&request.messages));
        assert!(block_on(model.chat(&request, &mut |_| {})).is_err());
    }
}
