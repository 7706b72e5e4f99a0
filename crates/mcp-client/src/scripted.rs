//! A server in memory, for tests: its tools and what they answer can be changed while it runs.

use crate::{Arriving, Connector, Outgoing, Server, Transport, TransportError};
use futures::future::{LocalBoxFuture, ready};
use futures::stream::{self, StreamExt};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// What a server answers to a call: the tool and its arguments in, the result or an error's words out.
pub type Answers = dyn Fn(&str, &Value) -> Result<Value, String>;

/// A server in memory. It speaks version 2025-11-25.
pub struct ScriptedServer {
    /// The tools as it lists them.
    pub tools: RefCell<Vec<Value>>,
    /// The calls that it got.
    pub called: RefCell<Vec<(String, Value)>>,
    /// The methods of the messages that it got.
    pub methods: RefCell<Vec<String>>,
    answers: Box<Answers>,
}

impl ScriptedServer {
    /// A server with these tools.
    pub fn new(tools: Vec<Value>, answers: impl Fn(&str, &Value) -> Result<Value, String> + 'static) -> Rc<Self> {
        let (called, methods) = (RefCell::default(), RefCell::default());
        Rc::new(Self { tools: RefCell::new(tools), called, methods, answers: Box::new(answers) })
    }

    /// A tool as a server lists it.
    pub fn tool(name: &str, description: &str, reads: bool) -> Value {
        let schema = json!({ "type": "object", "properties": { "word": { "type": "string" } } });
        let annotations = json!({ "readOnlyHint": reads });
        json!({ "name": name, "description": description, "inputSchema": schema, "annotations": annotations })
    }

    /// A result with this text.
    pub fn text(text: &str) -> Value {
        json!({ "content": [{ "type": "text", "text": text }] })
    }

    fn answer(&self, message: &Value) -> Option<Value> {
        let method = message["method"].as_str()?;
        self.methods.borrow_mut().push(method.to_owned());
        let result = match method {
            "initialize" => Ok(json!({ "protocolVersion": "2025-11-25", "capabilities": { "tools": {} } })),
            "tools/list" => Ok(json!({ "tools": *self.tools.borrow() })),
            "tools/call" => {
                let name = message["params"]["name"].as_str().unwrap_or_default();
                let arguments = &message["params"]["arguments"];
                self.called.borrow_mut().push((name.to_owned(), arguments.clone()));
                (self.answers)(name, arguments)
            }
            "resources/list" => Ok(json!({ "resources": [{ "uri": "note://one", "name": "one" }] })),
            "resources/read" => Ok(json!({ "contents": [{ "uri": "note://one", "text": "a note" }] })),
            _ => return None,
        };
        let id = &message["id"];
        Some(match result {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(why) => json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32000, "message": why } }),
        })
    }
}

impl Transport for ScriptedServer {
    fn send<'t>(&'t self, message: &'t Outgoing) -> LocalBoxFuture<'t, Result<Arriving<'t>, TransportError>> {
        let message = serde_json::from_str(&message.text).unwrap_or(Value::Null);
        let answers = self.answer(&message).map(|answer| Ok(answer.to_string().into_bytes()));
        Box::pin(ready(Ok(stream::iter(answers).boxed_local())))
    }

    fn restart(&self) {}

    fn close(&self) -> LocalBoxFuture<'_, ()> {
        Box::pin(ready(()))
    }
}

/// Connects every server to the same one in memory.
pub struct ToScripted(pub Rc<ScriptedServer>);

impl Connector for ToScripted {
    fn connect(&self, _: &Server) -> Result<Rc<dyn Transport>, TransportError> {
        Ok(Rc::clone(&self.0) as _)
    }
}
