//! `mcp_list`: the servers, or the tools and resources of one.

use super::{argument, failed, output};
use crate::policy::Effect;
use crate::tools::{arguments, spec};
use crate::{CallContext, Tool, ToolError, ToolOutput};
use futures::future::LocalBoxFuture;
use limits::mcp::RESULT_BYTES;
use mcp_client::{Definition, Listing, McpError, Servers};
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write;
use std::rc::Rc;

const NAME: &str = "mcp_list";
/// The error of a server that has no resources at all.
const METHOD_NOT_FOUND: i64 = -32601;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Which {
    /// The server whose tools are wanted; left out, the servers are listed.
    #[serde(default)]
    server: Option<String>,
}

/// Lists what servers have. That a person has set a server up is their word to connect to it.
pub(in crate::tools) struct McpList(pub Rc<Servers>);

impl Tool for McpList {
    fn spec(&self) -> ToolSpec {
        let description = "List the MCP servers that the person has set up or, with `server`, the tools and resources of one with their arguments. Needed before `mcp_call`.";
        spec::<Which>(NAME, description)
    }

    fn effect<'a>(&'a self, arguments: &'a Value) -> Effect<'a> {
        match argument(arguments, "server") {
            "" => Effect::Read,
            server => {
                let (tool, definition) = Default::default();
                Effect::Mcp { server: server.into(), tool, definition, trusted_to_read: true }
            }
        }
    }

    fn call<'t>(&'t self, value: &'t Value, _cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let Which { server } = arguments(NAME, value)?;
            let Some(server) = server.filter(|server| !server.is_empty()) else { return Ok(self.servers()) };
            let listing = self.0.list(&server).await.map_err(|error| failed(&server, &error))?;
            let mut text = self.tools(&server, &listing);
            text += &self.resources(&server).await;
            Ok(output(&server, &text, format!("{} tools of `{server}`", listing.tools.len())))
        })
    }
}

impl McpList {
    fn servers(&self) -> ToolOutput {
        let names: Vec<String> = self.0.iter().map(|server| format!("- {}", server.name)).collect();
        let text = format!("MCP servers that the person has set up:\n{}", names.join("\n"));
        ToolOutput { text, summary: format!("{} servers", names.len()), ..ToolOutput::default() }
    }

    fn tools(&self, server: &str, listing: &Listing) -> String {
        let mut text = String::from("Tools:\n");
        for tool in &listing.tools {
            let line = self.line(server, tool);
            // Where there is no room the names are left.
            let line = if text.len() + line.len() > RESULT_BYTES { format!("- {}\n", tool.name()) } else { line };
            text += &line;
        }
        if listing.tools.is_empty() {
            text += "None.\n";
        }
        listing.left_out.iter().for_each(|sentence| writeln!(text, "{sentence}").expect("a String takes everything"));
        text
    }

    fn line(&self, server: &str, tool: &Definition) -> String {
        let trusted = self.0.standing(server, tool.name()).is_some_and(|standing| standing.trusted_to_read);
        let asked = if trusted { "is called unasked" } else { "the person is asked" };
        format!("- {}: {}\n  arguments: {}\n  ({asked})\n", tool.name(), tool.description(), tool.schema())
    }

    async fn resources(&self, server: &str) -> String {
        match self.0.resources(server).await {
            Ok((found, _)) if found.is_empty() => String::new(),
            Ok((found, more)) => {
                let lines: Vec<String> = found.iter().map(|it| format!("- {} {}", it.uri, it.about)).collect();
                let more = if more { "\nThere are more, which are left out." } else { "" };
                format!("Resources, to be read with `mcp_read`:\n{}{more}\n", lines.join("\n"))
            }
            Err(McpError::Refused { code: METHOD_NOT_FOUND, .. }) => String::new(),
            Err(error) => format!("Its resources could not be listed: {error}\n"),
        }
    }
}
