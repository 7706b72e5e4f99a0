//! Drives a session over a transport: one request at a time, each within its time.

use crate::content::unreadable;
use crate::error::words;
use crate::{Content, Incoming, Listing, McpError, Outgoing, Resource, Session, Transport, TransportError};
use futures::StreamExt;
use futures::future::{Either, select};
use futures::lock::Mutex;
use limits::mcp::{ANSWER_MS, LIST_PAGES, MESSAGES};
use mcp_wire::RequestId;
use model::Timer;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::rc::Rc;

/// How long a notification that nobody answers may take to be sent, in milliseconds.
const NOTICE_MS: u64 = 1_000;

/// A client of one server. It connects with the first request, and anew where the server has forgotten the session.
///
/// Requests are made one after the other. One that is dropped is cancelled at the server before the next.
pub struct Client {
    transport: Rc<dyn Transport>,
    timer: Rc<dyn Timer>,
    session: RefCell<Session>,
    /// Held by the request that is being made.
    turn: Mutex<()>,
    open: Cell<bool>,
    /// The request whose answer is waited for, or was.
    waiting: RefCell<Option<RequestId>>,
}

impl Client {
    /// A client that has sent nothing yet.
    pub fn new(transport: Rc<dyn Transport>, timer: Rc<dyn Timer>) -> Self {
        let (session, turn) = (RefCell::default(), Mutex::new(()));
        Self { transport, timer, session, turn, open: Cell::new(false), waiting: RefCell::new(None) }
    }

    /// The server's tools, all pages of them.
    ///
    /// # Errors
    /// The server cannot be reached, refuses, or sends what is no list.
    pub async fn tools(&self) -> Result<Listing, McpError> {
        let mut listing = Listing::default();
        let more = self
            .within("tools/list", async {
                let listing = &mut listing;
                self.pages("tools/list", "tools", |tools| listing.add(tools)).await
            })
            .await?;
        if more {
            listing.leave_out(format!("Tools after page {LIST_PAGES} of the list are left out."));
        }
        Ok(listing)
    }

    /// Calls a tool.
    ///
    /// # Errors
    /// The server cannot be reached, refuses, or sends what is no result. A tool that says it failed is no error.
    pub async fn call(&self, name: &str, arguments: &Value) -> Result<Content, McpError> {
        let params = json!({ "name": name, "arguments": arguments });
        let result = self.within("tools/call", self.ask("tools/call", params, Some(name))).await?;
        Content::of_call(&result)
    }

    /// The server's resources, and whether there are more.
    ///
    /// # Errors
    /// As [`tools`](Self::tools).
    pub async fn resources(&self) -> Result<(Vec<Resource>, bool), McpError> {
        let mut found: Vec<Resource> = Vec::new();
        let more = self
            .within("resources/list", async {
                let found = &mut found;
                self.pages("resources/list", "resources", |page| {
                    found.extend(page.iter().filter_map(Resource::read));
                    found.len() < Resource::MOST
                })
                .await
            })
            .await?;
        let cut = found.len() > Resource::MOST;
        found.truncate(Resource::MOST);
        Ok((found, more || cut))
    }

    /// Reads a resource.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub async fn read(&self, uri: &str) -> Result<Content, McpError> {
        let result =
            self.within("resources/read", self.ask("resources/read", json!({ "uri": uri }), Some(uri))).await?;
        Content::of_resource(&result)
    }

    /// Ends the session; the server is notified where the transport can do that.
    pub async fn close(&self) {
        self.open.set(false);
        let closing = pin!(self.transport.close());
        // What is not done by then ends with the process or the page.
        drop(select(closing, self.timer.sleep(NOTICE_MS)).await);
    }

    /// Does the work alone, and for as long as a server has time to answer.
    async fn within<T>(&self, method: &str, work: impl Future<Output = Result<T, McpError>>) -> Result<T, McpError> {
        let _turn = self.turn.lock().await;
        let earlier = self.waiting.borrow_mut().take();
        if let Some(earlier) = earlier {
            self.give_up(&earlier, "nobody waits for it").await;
        }
        let done = match select(pin!(work), self.timer.sleep(ANSWER_MS)).await {
            Either::Left((done, _)) => done,
            Either::Right(_) => Err(McpError::Silent(method.to_owned())),
        };
        let waiting = self.waiting.borrow_mut().take();
        if let (Err(McpError::Silent(_)), Some(id)) = (&done, waiting) {
            self.give_up(&id, "it took too long").await;
        }
        if let Err(McpError::Transport(_) | McpError::Flood(_)) = &done {
            self.open.set(false);
        }
        done
    }

    /// Whether there are more pages than are read.
    async fn pages(&self, method: &str, field: &str, mut add: impl FnMut(&[Value]) -> bool) -> Result<bool, McpError> {
        let mut params = json!({});
        for _ in 0..LIST_PAGES {
            let result = self.ask(method, params, None).await?;
            let Some(page) = result.get(field).and_then(Value::as_array) else {
                return Err(unreadable(method, &format!("it has no list `{field}`")));
            };
            if !add(page) {
                return Ok(false);
            }
            match result.get("nextCursor") {
                None | Some(Value::Null) => return Ok(false),
                Some(cursor) => params = json!({ "cursor": cursor }),
            }
        }
        Ok(true)
    }

    async fn ask(&self, method: &str, params: Value, name: Option<&str>) -> Result<Value, McpError> {
        if !self.open.get() {
            self.handshake().await?;
        }
        let message = self.session.borrow_mut().request(method, params.clone(), name);
        match self.exchange(&message).await {
            // It has not looked at the request, so it may be made again.
            Err(McpError::Transport(TransportError::SessionGone)) => {
                self.handshake().await?;
                let message = self.session.borrow_mut().request(method, params, name);
                self.exchange(&message).await
            }
            done => done,
        }
    }

    async fn handshake(&self) -> Result<(), McpError> {
        self.transport.restart();
        let greeting = self.session.borrow_mut().initialize();
        match self.exchange(&greeting).await {
            Ok(result) => {
                let ready = self.session.borrow_mut().initialized(&result)?;
                drop(self.transport.send(&ready).await?);
            }
            Err(McpError::Refused { code, message, .. }) if Session::may_be_stateless(code) => {
                let discover = self.session.borrow_mut().discover();
                let refused = McpError::Refused { method: "initialize".to_owned(), code, message };
                let found = self.exchange(&discover).await.map_err(|_| refused)?;
                let speaks = found.get("supportedVersions").and_then(Value::as_array);
                let speaks: Vec<&str> = speaks.into_iter().flatten().filter_map(Value::as_str).collect();
                if !speaks.contains(&mcp_wire::Version::V2026_07_28.name()) {
                    return Err(McpError::Version(words(&speaks.join(", "))));
                }
            }
            Err(error) => return Err(error),
        }
        self.open.set(true);
        Ok(())
    }

    /// Sends a request, and waits for its answer; answers meanwhile what the server asks.
    async fn exchange(&self, message: &Outgoing) -> Result<Value, McpError> {
        let method = message.method.clone().unwrap_or_default();
        *self.waiting.borrow_mut() = message.id.clone();
        let mut arriving = self.transport.send(message).await?;
        for _ in 0..MESSAGES {
            let Some(bytes) = arriving.next().await else {
                return Err(TransportError::Ended(String::new()).into());
            };
            let incoming = self.session.borrow_mut().receive(&bytes?)?;
            for one in incoming {
                match one {
                    Incoming::Answer { id, result } if Some(&id) == message.id.as_ref() => {
                        *self.waiting.borrow_mut() = None;
                        return result.map_err(|(code, message)| McpError::Refused { method, code, message });
                    }
                    Incoming::Reply(reply) => drop(self.transport.send(&reply).await?),
                    // The answer to a request that was given up, or a notification.
                    Incoming::Answer { .. } | Incoming::Nothing => {}
                }
            }
        }
        Err(McpError::Flood(method))
    }

    async fn give_up(&self, id: &RequestId, why: &str) {
        let cancelled = self.session.borrow().cancelled(id, why);
        let sending = pin!(self.transport.send(&cancelled));
        // A server that does not take it works on for nothing; there is nobody to say it to.
        drop(select(sending, self.timer.sleep(NOTICE_MS)).await);
    }
}
