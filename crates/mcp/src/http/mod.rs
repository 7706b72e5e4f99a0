//! The streamable HTTP transport, one POST at a time and without sessions.
//!
//! What an HTTP server has to add around an [`Endpoint`]:
//!
//! - GET and DELETE of the endpoint are answered 405 with `Allow: POST`: there is no stream of the server's own, and no
//!   session to end. No `Mcp-Session-Id` is given out, and one that comes is ignored.
//! - A request whose `Origin` it does not allow is refused with 403 before it gets here, and so is one without the right
//!   token. CORS has to allow the request headers `MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name`, `Mcp-Session-Id` and
//!   `Last-Event-ID`.
//! - A bound on the size of a body.
//! - For [`Reply::Stream`]: when the client goes away, the [`CancelToken`] is cancelled, which is how a client of this
//!   transport cancels. `X-Accel-Buffering: no` and a comment line (`: keep-alive`) now and then keep proxies from holding
//!   the events back or giving up.

mod header;

use crate::error::{ErrorCode, RpcError};
use crate::message::{self, Incoming, Message, Request, response};
use crate::{RequestId, Server, Version};
use agent::CancelToken;
use header::Accepts;
use serde_json::Value;

/// What a POST brings: its body, and the headers that matter. Header names are matched by the caller, without regard to
/// case; values are as they came.
#[derive(Debug, Clone, Copy, Default)]
pub struct Post<'a> {
    /// The body.
    pub body: &'a [u8],
    /// `Content-Type`
    pub content_type: Option<&'a str>,
    /// `Accept`
    pub accept: Option<&'a str>,
    /// `MCP-Protocol-Version`
    pub protocol_version: Option<&'a str>,
    /// `Mcp-Method`
    pub method: Option<&'a str>,
    /// `Mcp-Name`
    pub name: Option<&'a str>,
}

/// How to answer a POST.
pub enum Reply<'h> {
    /// 202 without a body: there was nothing to answer.
    Accepted,
    /// A JSON body (`application/json`).
    Json {
        /// 200, or 4xx where the whole request is refused.
        status: u16,
        /// A JSON-RPC response, or an array of them.
        body: String,
    },
    /// 200 and `text/event-stream`; the events come from [`Exchange::run`].
    Stream(Exchange<'h>),
}

impl Reply<'_> {
    fn of(status: u16, id: Option<&RequestId>, answer: Result<Value, RpcError>) -> Self {
        Self::Json { status, body: response(id, answer).to_string() }
    }

    fn refused(status: u16, error: RpcError) -> Self {
        Self::of(status, None, Err(error))
    }
}

/// Answers POSTs. Keeps nothing between them.
pub struct Endpoint<'h> {
    server: Server<'h>,
}

impl<'h> Endpoint<'h> {
    /// An endpoint for a server.
    pub fn new(server: Server<'h>) -> Self {
        Self { server }
    }

    /// Answers a POST, or gives the stream that does. What takes long (`ask`) or has progress to report is a
    /// stream if the client takes one; everything else is done when this returns.
    pub async fn post(&self, post: &Post<'_>) -> Reply<'h> {
        let accepts = match Accepts::read(post) {
            Ok(accepts) => accepts,
            Err((status, why)) => return Reply::refused(status, RpcError::new(ErrorCode::InvalidRequest, why)),
        };
        // A request may have its version itself: an unknown one here is refused only once it is known that it has none.
        let agreed = match post.protocol_version {
            None => Ok(Version::WITHOUT_HEADER),
            Some(name) => Version::from_name(name).ok_or_else(|| RpcError::unsupported(name)),
        };
        match message::read(post.body) {
            Incoming::One(Message::Request(request)) => self.request(request, post, agreed, accepts).await,
            Incoming::One(Message::Broken(id, error)) => Reply::of(400, id.as_ref(), Err(error)),
            Incoming::One(_) => agreed.map_or_else(|error| Reply::refused(400, error), |_| Reply::Accepted),
            Incoming::Batch(all) => match agreed {
                Ok(version) if version.has_batches() => self.batch(all, version).await,
                Ok(_) => {
                    let why = "send one message at a time: this version has no batches";
                    Reply::refused(400, RpcError::new(ErrorCode::InvalidRequest, why))
                }
                Err(error) => Reply::refused(400, error),
            },
        }
    }

    async fn request(
        &self,
        request: Request,
        post: &Post<'_>,
        agreed: Result<Version, RpcError>,
        accepts: Accepts,
    ) -> Reply<'h> {
        let version = match version(&request, agreed).and_then(|version| header::agree(&request, version, post)) {
            Ok(version) => version,
            Err(error) => return Reply::of(400, Some(&request.id), Err(error)),
        };
        let takes_long = request.method == "tools/call"
            && (request.progress_token().is_some() || request.params.get("name") == Some(&crate::ask::NAME.into()));
        let exchange = Exchange { server: self.server.clone(), request, version };
        if accepts.events && (takes_long || !accepts.json) {
            return Reply::Stream(exchange);
        }
        let (id, answer) = exchange.answer(&CancelToken::new(), &|_| {}).await;
        let status = match &answer {
            Err(error) if version.is_stateless() => match error.code {
                ErrorCode::MethodNotFound => 404,
                ErrorCode::Internal => 500,
                _ => 400,
            },
            _ => 200,
        };
        Reply::of(status, Some(&id), answer)
    }

    async fn batch(&self, all: Vec<Message>, version: Version) -> Reply<'h> {
        let (mut answers, mut requests) = (Vec::new(), 0);
        for one in all {
            requests += u32::from(matches!(one, Message::Request(_)));
            match one {
                Message::Request(request) if request.method == "initialize" => {
                    let error = RpcError::new(ErrorCode::InvalidRequest, "`initialize` can't be part of a batch");
                    answers.push(response(Some(&request.id), Err(error)));
                }
                Message::Request(request) => {
                    let (id, answer) = self.of_batch(request, version, requests > 1).await;
                    answers.push(response(Some(&id), answer));
                }
                Message::Broken(id, error) => answers.push(response(id.as_ref(), Err(error))),
                Message::Notification { .. } | Message::Response => {}
            }
        }
        if answers.is_empty() {
            return Reply::Accepted;
        }
        Reply::Json { status: 200, body: Value::Array(answers).to_string() }
    }

    /// Answers a request of a batch; `further`: others came before it.
    async fn of_batch(
        &self,
        request: Request,
        version: Version,
        further: bool,
    ) -> (RequestId, Result<Value, RpcError>) {
        if further && let Err(error) = self.server.admit().await {
            return (request.id, Err(error));
        }
        match Server::version(&request, Some(version)) {
            Ok(version) => {
                let exchange = Exchange { server: self.server.clone(), request, version };
                exchange.answer(&CancelToken::new(), &|_| {}).await
            }
            Err(error) => (request.id, Err(error)),
        }
    }
}

/// A request whose answer is a stream of server-sent events.
pub struct Exchange<'h> {
    server: Server<'h>,
    request: Request,
    version: Version,
}

impl Exchange<'_> {
    /// Works on the request. `send` is given each event, whole and ready to be written; after the last one, the stream
    /// ends. Once `cancel` has come, nothing more is sent.
    pub async fn run(self, cancel: &CancelToken, send: &dyn Fn(String)) {
        let notify = |message: Value| {
            if !cancel.is_cancelled() {
                send(event(&message));
            }
        };
        let (id, answer) = self.answer(cancel, &notify).await;
        notify(response(Some(&id), answer));
    }

    async fn answer(self, cancel: &CancelToken, notify: &dyn Fn(Value)) -> (RequestId, Result<Value, RpcError>) {
        let answer = self.server.answer(&self.request, self.version, cancel, notify).await;
        (self.request.id, answer)
    }
}

fn version(request: &Request, agreed: Result<Version, RpcError>) -> Result<Version, RpcError> {
    if request.method == "initialize" {
        return Server::negotiated(request);
    }
    Server::version(request, Some(agreed?))
}

/// JSON has no line ends in it as it is written here, so one line of data holds it.
fn event(message: &Value) -> String {
    format!("event: message\ndata: {message}\n\n")
}
