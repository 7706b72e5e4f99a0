//! Answers requests, one by one.

use crate::answer::ToolAnswer;
use crate::error::{ErrorCode, RpcError};
use crate::message::Request;
use crate::progress::Progress;
use crate::{Host, Version, ask, tools};
use agent::{CancelToken, ToolError};
use mcp_wire::meta::{CAPABILITIES as META_CAPABILITIES, SERVER as META_SERVER, VERSION as META_VERSION};
use protocol::TimedEvent;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// How long a client may keep a list, in milliseconds. Tools change only with a new release.
const KEEP_MS: u32 = 3_600_000;

/// Answers requests through a [`Host`]. Keeps nothing of a client. Cheap to clone.
#[derive(Clone)]
pub struct Server<'h> {
    host: Rc<dyn Host + 'h>,
}

impl<'h> Server<'h> {
    /// A server over a host.
    pub fn new(host: Rc<dyn Host + 'h>) -> Self {
        Self { host }
    }

    /// Which version a request is answered by: its own, or what was agreed on before.
    pub(crate) fn version(request: &Request, agreed: Option<Version>) -> Result<Version, RpcError> {
        let own = match request.meta(META_VERSION) {
            Some(Value::String(name)) => Version::from_name(name).ok_or_else(|| RpcError::unsupported(name))?,
            Some(_) => return Err(RpcError::params(format!("`{META_VERSION}` in `_meta` must be a string"))),
            None => match agreed.filter(|version| !version.is_stateless()) {
                Some(agreed) => return Ok(agreed),
                None => {
                    let message = format!(
                        "say the protocol version: begin with `initialize`, or give `{META_VERSION}` in `_meta`"
                    );
                    return Err(RpcError::params(message));
                }
            },
        };
        if own.is_stateless() && !request.meta(META_CAPABILITIES).is_some_and(Value::is_object) {
            return Err(RpcError::params(format!("`{META_CAPABILITIES}` is missing in `_meta`")));
        }
        Ok(own)
    }

    /// The version that `initialize` agrees on.
    pub(crate) fn negotiated(request: &Request) -> Result<Version, RpcError> {
        match request.params.get("protocolVersion") {
            Some(Value::String(asked)) => Ok(Version::negotiated(asked)),
            _ => Err(RpcError::params("`protocolVersion` is missing")),
        }
    }

    /// Whether the host answers a further request of a batch.
    pub(crate) async fn admit(&self) -> Result<(), RpcError> {
        self.host.admit().await.map_err(|why| RpcError::new(ErrorCode::RateLimited, why))
    }

    /// Answers a request by the rules of `version`. `send` gets notifications meanwhile.
    pub(crate) async fn answer(
        &self,
        request: &Request,
        version: Version,
        cancel: &CancelToken,
        send: &dyn Fn(Value),
    ) -> Result<Value, RpcError> {
        let stateless = version.is_stateless();
        let mut result = match request.method.as_str() {
            "initialize" => self.greeting(request)?,
            "ping" if !stateless => Map::new(),
            "server/discover" if stateless => self.discovered(),
            "tools/list" => self.list(request, version).await?,
            "tools/call" => {
                let answer = self.call(request, cancel, send).await?;
                answer.into_fields(version.has_structured_content())
            }
            other => {
                let message = format!("there is no method `{other}` in version {}", version.name());
                return Err(RpcError::new(ErrorCode::MethodNotFound, message));
            }
        };
        if stateless && request.method != "initialize" {
            result.insert("resultType".to_owned(), "complete".into());
            result.insert("_meta".to_owned(), json!({ META_SERVER: self.info() }));
            if request.method != "tools/call" {
                result.insert("ttlMs".to_owned(), KEEP_MS.into());
                // What may be asked depends on who asks.
                result.insert("cacheScope".to_owned(), "private".into());
            }
        }
        Ok(result.into())
    }

    fn greeting(&self, request: &Request) -> Result<Map<String, Value>, RpcError> {
        Ok(fields(json!({
            "protocolVersion": Self::negotiated(request)?.name(),
            "capabilities": { "tools": {} },
            "serverInfo": self.info(),
            "instructions": self.instructions(),
        })))
    }

    fn discovered(&self) -> Map<String, Value> {
        fields(json!({
            "supportedVersions": Version::names(),
            "capabilities": { "tools": {} },
            "instructions": self.instructions(),
        }))
    }

    fn info(&self) -> Value {
        json!({ "name": "quarry", "title": "Quarry", "version": env!("CARGO_PKG_VERSION") })
    }

    /// The `instructions` for a client's model.
    fn instructions(&self) -> String {
        let about = self.host.about();
        let mut text = format!(
            "Quarry knows the code repository `{}`: an index of its symbols, text and call graph. Begin with \
             search_codebase, which finds definitions by name or by what they do; then get_callers and get_callees \
             follow calls, each with how sure it is; references, implementations, supertypes, impact and path list all \
             uses of a symbol, what is below and above it, whom a change reaches and by which calls; describe_symbol \
             states bases, defaults, errors, tests and uses, and read_file shows lines.",
            about.repository
        );
        if !about.agents.is_empty() {
            text += " ask answers a whole question with verified citations.";
        }
        text += " Paths are relative to the repository's root; lines count from 1.";
        if let Some(note) = &about.note {
            text += &format!(" {note}");
        }
        text
    }

    async fn list(&self, request: &Request, version: Version) -> Result<Map<String, Value>, RpcError> {
        if request.params.get("cursor").is_some_and(|cursor| !cursor.is_null()) {
            return Err(RpcError::params("there is only one page of tools; leave `cursor` out"));
        }
        let specs = self.host.tools().await.map_err(|why| RpcError::new(ErrorCode::Internal, why))?;
        let entries = specs.iter().map(|spec| tools::entry(spec, version));
        let entries: Vec<Value> = entries.chain(tools::ask_entry(&self.host.about(), version)).collect();
        Ok(fields(json!({ "tools": entries })))
    }

    async fn call(
        &self,
        request: &Request,
        cancel: &CancelToken,
        send: &dyn Fn(Value),
    ) -> Result<ToolAnswer, RpcError> {
        let Some(Value::String(name)) = request.params.get("name") else {
            return Err(RpcError::params("`name` must be the name of a tool"));
        };
        let none = Value::Object(Map::new());
        let arguments = match request.params.get("arguments") {
            None | Some(Value::Null) => &none,
            Some(given @ Value::Object(_)) => given,
            Some(_) => return Err(RpcError::params("`arguments` must be an object")),
        };
        let about = self.host.about();
        if name == ask::NAME && !about.agents.is_empty() {
            return Ok(match ask::request(arguments, &about.agents) {
                Ok(asked) => self.ask(asked, Progress::new(request.progress_token(), send), cancel).await,
                Err(why) => ToolAnswer::error(why),
            });
        }
        match self.host.call(name, arguments).await {
            Ok(output) => Ok(ToolAnswer::of(&output)),
            Err(error @ ToolError::Unknown { .. }) => Err(RpcError::params(error.to_string())),
            // No result: a model would take it for an answer about the repository.
            Err(ToolError::Index(failure)) => Err(RpcError::new(ErrorCode::Internal, failure.to_string())),
            Err(error) => Ok(ToolAnswer::error(error.to_string())),
        }
    }

    async fn ask(&self, asked: crate::AskRequest, progress: Progress<'_>, cancel: &CancelToken) -> ToolAnswer {
        let outcome = RefCell::new(ask::Outcome::default());
        let on = |event: TimedEvent| {
            outcome.borrow_mut().on_event(&event.event);
            progress.on_event(&event.event);
        };
        match self.host.ask(asked, cancel, &on).await {
            Ok(()) => outcome.take().into_answer(),
            Err(why) => ToolAnswer::error(why),
        }
    }
}

fn fields(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(fields) => fields,
        other => unreachable!("not an object: {other}"),
    }
}
