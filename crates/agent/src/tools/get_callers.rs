//! `get_callers`: who calls a symbol.

use super::calls::{MOST, Wording, listing};
use super::{Tool, ToolError, ToolOutput, answer, spec};
use codebase::Reader;
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use protocol::{Direction, Relation};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

const NAME: &str = "get_callers";
const WORDING: Wording = Wording {
    direction: Direction::Callers,
    verb: "is called",
    preposition: "from",
    relation: |of| Relation::Caller { of },
};

/// The tool.
pub struct GetCallers<'a> {
    /// Whose call graph.
    pub reader: &'a Reader,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// A function, method or class: `name`, `Class.method`, or fully qualified.
    function_name: String,
}

impl GetCallers<'_> {
    /// Its name, description and arguments.
    pub fn described() -> ToolSpec {
        spec::<Arguments>(
            NAME,
            "List who calls a function, method or class, each call with its line, the rule that found it and its confidence.",
        )
    }
}

impl Tool for GetCallers<'_> {
    fn spec(&self) -> ToolSpec {
        Self::described()
    }

    fn call<'t>(&'t self, arguments: &'t Value) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        answer(NAME, self.reader, arguments, |codebase, given: &Arguments| {
            let answer = codebase.callers_up_to(&given.function_name, MOST);
            let answer = answer.map_err(|error| ToolError::Failed(error.to_string()))?;
            Ok(listing(codebase, &answer, &WORDING))
        })
    }
}
