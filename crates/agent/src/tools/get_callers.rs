//! `get_callers`: who calls a symbol.

use super::calls::{MOST, Wording, listing};
use super::{ReadingTool, ToolError, ToolOutput};
use codebase::Overlaid;
use protocol::{Direction, Relation};
use schemars::JsonSchema;
use serde::Deserialize;

const WORDING: Wording = Wording {
    direction: Direction::Callers,
    verb: "is called",
    preposition: "from",
    relation: |of| Relation::Caller { of },
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetCallers {
    /// A function, method or class: `name`, `Class.method`, or fully qualified.
    function_name: String,
}

impl ReadingTool for GetCallers {
    const NAME: &'static str = "get_callers";
    const DESCRIPTION: &'static str = "List who calls a function, method or class, each call with its line, the rule that found it and its confidence.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let answer = over.codebase().callers_up_to(&self.function_name, MOST);
        let answer = answer.map_err(|error| ToolError::Failed(error.to_string()))?;
        listing(over, &answer, &WORDING)
    }
}
