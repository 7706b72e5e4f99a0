//! `get_callees`: what a symbol calls.

use super::calls::{MOST, Wording, listing};
use super::{Tool, ToolError, ToolOutput, answer, spec};
use codebase::Reader;
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use protocol::{Direction, Relation};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

const NAME: &str = "get_callees";
const WORDING: Wording =
    Wording { direction: Direction::Callees, verb: "calls", preposition: "of", relation: |of| Relation::Callee { of } };

/// The tool.
pub struct GetCallees<'a> {
    /// Whose call graph.
    pub reader: &'a Reader,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// A function, method or class: `name`, `Class.method`, or fully qualified.
    function_name: String,
}

impl GetCallees<'_> {
    /// Its name, description and arguments.
    pub fn described() -> ToolSpec {
        spec::<Arguments>(
            NAME,
            "List what a function, method or class calls, each call with its line, the rule that found it and its confidence.",
        )
    }
}

impl Tool for GetCallees<'_> {
    fn spec(&self) -> ToolSpec {
        Self::described()
    }

    fn call<'t>(&'t self, arguments: &'t Value) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        answer(NAME, self.reader, arguments, |codebase, given: &Arguments| {
            let answer = codebase.callees_up_to(&given.function_name, MOST);
            let answer = answer.map_err(|error| ToolError::Failed(error.to_string()))?;
            Ok(listing(codebase, &answer, &WORDING))
        })
    }
}
