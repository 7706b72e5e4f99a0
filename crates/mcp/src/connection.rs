//! One client on an ordered stream of lines: stdin and stdout.

use crate::error::{ErrorCode, RpcError};
use crate::message::{self, Incoming, Message, Request, response};
use crate::{RequestId, Server, Version};
use agent::CancelToken;
use futures::future::{LocalBoxFuture, join_all};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// One client that sends a message a line and reads a message a line.
///
/// [`receive`](Self::receive) takes a line and returns the work that it asks for, as a future. Several may be driven at
/// once, on one thread; each sends its own messages. So a client can ask for more, or cancel, while an agent works.
///
/// ```no_run
/// # async fn example(server: mcp::Server<'_>, lines: Vec<Vec<u8>>) {
/// let connection = mcp::Connection::new(server);
/// let send = |line: String| println!("{line}");
/// for line in lines {
///     if let Some(work) = connection.receive(&line, &send) {
///         work.await; // or put it into a `FuturesUnordered`
///     }
/// }
/// # }
/// ```
pub struct Connection<'h> {
    server: Server<'h>,
    /// The version that `initialize` agreed on.
    agreed: Cell<Option<Version>>,
    running: RefCell<BTreeMap<RequestId, CancelToken>>,
}

impl<'h> Connection<'h> {
    /// A client that has sent nothing yet.
    pub fn new(server: Server<'h>) -> Self {
        Self { server, agreed: Cell::new(None), running: RefCell::default() }
    }

    /// Takes a line (with or without its end) and gives what there is to do for it, if anything. `send` is given each
    /// message for the client as a line without its end. A line that is no message is answered with an error.
    pub fn receive<'c>(&'c self, line: &[u8], send: &'c dyn Fn(String)) -> Option<LocalBoxFuture<'c, ()>> {
        if line.trim_ascii().is_empty() {
            return None;
        }
        match message::read(line) {
            Incoming::One(one) => {
                let work = self.take(one, send)?;
                Some(Box::pin(async move {
                    if let Some(answer) = work.await {
                        send(answer.to_string());
                    }
                }))
            }
            Incoming::Batch(_) if !self.agreed.get().is_some_and(Version::has_batches) => {
                let error =
                    RpcError::new(ErrorCode::InvalidRequest, "send one message at a time: this version has no batches");
                Some(Box::pin(async move { send(response(None, Err(error)).to_string()) }))
            }
            Incoming::Batch(all) => {
                let work: Vec<_> = all.into_iter().filter_map(|one| self.take(one, send)).collect();
                (!work.is_empty()).then(|| self.together(work, send))
            }
        }
    }

    /// Cancels everything that is worked on, for the end of the stream.
    pub fn cancel_all(&self) {
        self.running.borrow().values().for_each(CancelToken::cancel);
    }

    fn together<'c>(
        &'c self,
        work: Vec<LocalBoxFuture<'c, Option<Value>>>,
        send: &'c dyn Fn(String),
    ) -> LocalBoxFuture<'c, ()> {
        Box::pin(async move {
            let answers: Vec<Value> = join_all(work).await.into_iter().flatten().collect();
            if !answers.is_empty() {
                send(Value::Array(answers).to_string());
            }
        })
    }

    /// What is to be done for one message; it gives the response, unless the request was cancelled.
    fn take<'c>(&'c self, one: Message, send: &'c dyn Fn(String)) -> Option<LocalBoxFuture<'c, Option<Value>>> {
        match one {
            Message::Request(request) => Some(self.begin(request, send)),
            Message::Notification { method, params } => {
                if method == "notifications/cancelled" {
                    self.cancel(&params);
                }
                None
            }
            Message::Response => None,
            Message::Broken(id, error) => Some(Box::pin(async move { Some(response(id.as_ref(), Err(error))) })),
        }
    }

    fn begin<'c>(&'c self, request: Request, send: &'c dyn Fn(String)) -> LocalBoxFuture<'c, Option<Value>> {
        let version = self.version(&request);
        let cancel = CancelToken::new();
        if self.running.borrow().contains_key(&request.id) {
            let error = RpcError::new(ErrorCode::InvalidRequest, "a request of this id is being worked on");
            return Box::pin(async move { Some(response(Some(&request.id), Err(error))) });
        }
        self.running.borrow_mut().insert(request.id.clone(), cancel.clone());
        Box::pin(async move {
            let answer = match version {
                // The client has cancelled it.
                _ if cancel.is_cancelled() => Ok(Value::Null),
                Ok(version) => {
                    let notify = |message: Value| {
                        if !cancel.is_cancelled() {
                            send(message.to_string());
                        }
                    };
                    self.server.answer(&request, version, &cancel, &notify).await
                }
                Err(error) => Err(error),
            };
            self.running.borrow_mut().remove(&request.id);
            (!cancel.is_cancelled()).then(|| response(Some(&request.id), answer))
        })
    }

    /// The version is agreed on when the message comes, so that what follows it is read rightly.
    fn version(&self, request: &Request) -> Result<Version, RpcError> {
        match request.method.as_str() {
            "initialize" => {
                let agreed = Server::negotiated(request)?;
                self.agreed.set(Some(agreed));
                Ok(agreed)
            }
            // May come before anything else.
            "ping" if self.agreed.get().is_none() => Server::version(request, Some(Version::LAST_WITH_HANDSHAKE)),
            _ => Server::version(request, self.agreed.get()),
        }
    }

    /// A cancellation of something unknown, or malformed, means nothing.
    fn cancel(&self, params: &Map<String, Value>) {
        let id = params.get("requestId").and_then(|id| RequestId::deserialize(id).ok());
        if let Some(token) = id.and_then(|id| self.running.borrow().get(&id).cloned()) {
            token.cancel();
        }
    }
}
