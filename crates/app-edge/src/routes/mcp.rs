//! `POST /mcp`

use crate::access::Scope;
use crate::failure::Failure;
use crate::http::event_stream;
use crate::mcp_host::McpHost;
use crate::request_context::RequestContext;
use agent::CancelToken;
use futures::StreamExt;
use futures::channel::mpsc;
use futures::future::{Either, LocalBoxFuture, select};
use futures::stream::{self, Stream};
use host_edge::DelayTimer;
use mcp::Server;
use mcp::http::{Endpoint, Exchange, Post, Reply};
use model::Timer;
use std::pin::pin;
use std::rc::Rc;
use worker::{Response, ResponseBuilder};

/// Milliseconds without events after which a comment keeps the connection open.
const SILENCE_MS: u64 = 15_000;

/// Answers one message. There are no sessions: each message is complete in itself.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let named = cx.parameter("repo").map(str::to_owned).or_else(|| cx.header("quarry-repo"));
    let named =
        named.ok_or_else(|| Failure::bad("Say which repository: `/mcp?repo=ID`, or the header `Quarry-Repo`."))?;
    let repository = cx.repository(&named, Scope::Read).await?;
    let body = cx.bytes().await?;
    let header = |name: &str| cx.header(name);
    let (content_type, accept) = (header("content-type"), header("accept"));
    let (version, method, name) = (header("mcp-protocol-version"), header("mcp-method"), header("mcp-name"));
    let post = Post {
        body: &body,
        content_type: content_type.as_deref(),
        accept: accept.as_deref(),
        protocol_version: version.as_deref(),
        method: method.as_deref(),
        name: name.as_deref(),
    };
    let host = McpHost::of(cx, repository)?;
    match Endpoint::new(Server::new(Rc::new(host))).post(&post).await {
        Reply::Accepted => Ok(ResponseBuilder::new().with_status(202).empty()),
        Reply::Json { status, body } => {
            let response = ResponseBuilder::new().with_status(status).ok(body)?;
            response.headers().set("content-type", "application/json")?;
            response.headers().set("cache-control", "no-store")?;
            Ok(response)
        }
        Reply::Stream(exchange) => event_stream(events(exchange)),
    }
}

/// An exchange under way. Dropped, as it is when the client goes away, it stops.
struct Working {
    work: Option<LocalBoxFuture<'static, ()>>,
    sent: mpsc::UnboundedReceiver<String>,
}

fn events(exchange: Exchange<'static>) -> impl Stream<Item = Result<Vec<u8>, worker::Error>> + 'static {
    let (send, sent) = mpsc::unbounded();
    let work = Box::pin(async move {
        let cancel = CancelToken::new();
        // The receiver holds this work, so it exists while this runs.
        exchange.run(&cancel, &|text| drop(send.unbounded_send(text))).await;
    });
    stream::unfold(Working { work: Some(work), sent }, |mut working| async move {
        loop {
            let Some(work) = working.work.as_mut() else {
                let last = working.sent.next().await?;
                return Some((Ok(last.into_bytes()), working));
            };
            let silence = DelayTimer.sleep(SILENCE_MS);
            let next = pin!(select(working.sent.next(), select(work, silence))).await;
            match next {
                Either::Left((sent, _)) => return Some((Ok(sent?.into_bytes()), working)),
                Either::Right((Either::Left(_), _)) => working.work = None,
                Either::Right((Either::Right(_), _)) => return Some((Ok(b": keep-alive\n\n".to_vec()), working)),
            }
        }
    })
}
