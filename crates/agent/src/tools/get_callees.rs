//! `get_callees`: what a symbol calls.

use super::calls::{MOST, Wording, listing};
use super::{ReadingTool, ToolError, ToolOutput};
use codebase::Overlaid;
use protocol::{Direction, Relation};
use schemars::JsonSchema;
use serde::Deserialize;

const WORDING: Wording =
    Wording { direction: Direction::Callees, verb: "calls", preposition: "of", relation: |of| Relation::Callee { of } };

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetCallees {
    /// A function, method or class: `name`, `Class.method`, or fully qualified.
    function_name: String,
}

impl ReadingTool for GetCallees {
    const NAME: &'static str = "get_callees";
    const DESCRIPTION: &'static str = "List what a function, method or class calls, each call with its line, the rule that found it and its confidence.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let answer = over.codebase().callees_up_to(&self.function_name, MOST);
        let answer = answer.map_err(|error| ToolError::Failed(error.to_string()))?;
        listing(over, &answer, &WORDING)
    }
}
