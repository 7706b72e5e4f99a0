//! `mcp_call`: calls a tool of a server.

use super::{argument, beginning, failed, from_outside, output};
use crate::policy::Effect;
use crate::tools::{arguments, spec};
use crate::{CallContext, Tool, ToolError, ToolOutput};
use change_set::diff::{FileDiff, Status, unified};
use futures::future::LocalBoxFuture;
use mcp_client::Servers;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use source::RepoPath;
use std::rc::Rc;

const NAME: &str = "mcp_call";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Called {
    /// The server, as `mcp_list` names it.
    server: String,
    /// The tool, as `mcp_list` names it.
    tool: String,
    /// The arguments that the tool wants.
    #[serde(default)]
    args: Map<String, Value>,
}

/// Calls a tool of a server.
pub(in crate::tools) struct McpCall(pub Rc<Servers>);

impl Tool for McpCall {
    fn spec(&self) -> ToolSpec {
        let description = "Call a tool of an MCP server with its arguments. The person is asked, except for reading tools they trust.";
        spec::<Called>(NAME, description)
    }

    fn look_up<'t>(&'t self, arguments: &'t Value) -> LocalBoxFuture<'t, ()> {
        Box::pin(async move {
            let server = argument(arguments, "server");
            if self.0.get(server).is_ok() {
                // Why the list cannot be read is the answer of the call, which makes nothing then.
                drop(self.0.list(server).await);
            }
        })
    }

    fn effect<'a>(&'a self, arguments: &'a Value) -> Effect<'a> {
        let (server, tool) = (argument(arguments, "server"), argument(arguments, "tool"));
        let standing = self.0.standing(server, tool);
        let (definition, trusted_to_read) = match standing {
            Some(standing) => (standing.hash, standing.trusted_to_read),
            None if arguments.is_null() => (String::new(), self.0.iter().any(|server| server.trusted().is_some())),
            // A tool that is in no list is not called, so there is nothing to ask.
            None => (String::new(), true),
        };
        Effect::Mcp { server: server.into(), tool: tool.into(), definition: definition.into(), trusted_to_read }
    }

    fn to_decide(&self, arguments: &Value) -> Option<String> {
        let (server, tool) = (argument(arguments, "server"), argument(arguments, "tool"));
        let standing = self.0.standing(server, tool)?;
        let status = if standing.before.is_some() { Status::Modified } else { Status::Added };
        let (before, after) = (lines(standing.before.as_deref().unwrap_or_default()), lines(&standing.definition));
        // What a tool is called may be no path.
        let path = RepoPath::parse(&format!("mcp/{server}/{tool}")).or_else(|_| RepoPath::parse("mcp/tool")).ok()?;
        Some(unified(&[FileDiff::new(path, None, status, &before, &after)]))
    }

    fn call<'t>(&'t self, value: &'t Value, _cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let Called { server, tool, args } = arguments(NAME, value)?;
            let done =
                self.0.call(&server, &tool, &Value::Object(args)).await.map_err(|error| failed(&server, &error))?;
            if done.failed {
                let said = from_outside(&server, beginning(&done.text));
                return Err(ToolError::Failed(format!("the tool `{tool}` says that it failed. {said}")));
            }
            Ok(output(&server, &done.text, format!("{} characters from `{server}`", done.text.chars().count())))
        })
    }
}

/// The text of a definition with the line ends in its strings as line ends, so that a difference shows the lines.
fn lines(definition: &str) -> String {
    if definition.is_empty() { String::new() } else { definition.replace("\\n", "\n    ") + "\n" }
}
