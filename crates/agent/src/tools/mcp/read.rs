//! `mcp_read`: reads a resource of a server.

use super::{argument, failed, output};
use crate::policy::Effect;
use crate::tools::{arguments, spec};
use crate::{CallContext, Tool, ToolError, ToolOutput};
use futures::future::LocalBoxFuture;
use mcp_client::Servers;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::rc::Rc;

const NAME: &str = "mcp_read";
/// What is asked about, in place of a tool.
const READING: &str = "resources/read";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The server, as `mcp_list` names it.
    server: String,
    /// The URI of the resource.
    uri: String,
}

/// Reads a resource of a server.
pub(in crate::tools) struct McpRead(pub Rc<Servers>);

impl Tool for McpRead {
    fn spec(&self) -> ToolSpec {
        spec::<Wanted>(NAME, "Read a resource of an MCP server by its URI, as `mcp_list` lists them.")
    }

    fn effect<'a>(&'a self, arguments: &'a Value) -> Effect<'a> {
        let server = argument(arguments, "server");
        let trusted = match self.0.get(server) {
            Ok(server) => server.trusted().is_some(),
            Err(_) if arguments.is_null() => self.0.iter().any(|server| server.trusted().is_some()),
            // There is nothing to read.
            Err(_) => true,
        };
        let definition = Default::default();
        Effect::Mcp { server: server.into(), tool: READING.into(), definition, trusted_to_read: trusted }
    }

    fn call<'t>(&'t self, value: &'t Value, _cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let Wanted { server, uri } = arguments(NAME, value)?;
            let read = self.0.read(&server, &uri).await.map_err(|error| failed(&server, &error))?;
            Ok(output(&server, &read.text, format!("{} characters from `{server}`", read.text.chars().count())))
        })
    }
}
