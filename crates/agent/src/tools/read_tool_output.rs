//! `read_tool_output`: lines of an earlier output that was too long to be shown whole.

use super::{ToolError, arguments, spec};
use crate::{CallContext, Tool, ToolOutput};
use futures::future::LocalBoxFuture;
use limits::agent::READ_BACK_LINES;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

const NAME: &str = "read_tool_output";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Lines {
    /// The id in the note about omitted characters: `out-...`.
    id: String,
    /// First line to read, from 1.
    #[serde(default)]
    start: Option<usize>,
    /// Last line to read.
    #[serde(default)]
    end: Option<usize>,
}

/// Reads the outputs that the run keeps.
pub(super) struct ReadToolOutput;

impl Tool for ReadToolOutput {
    fn spec(&self) -> ToolSpec {
        let description = format!(
            "Read lines of an earlier output of a tool that was shown shortened; {READ_BACK_LINES} at most at once."
        );
        spec::<Lines>(NAME, &description)
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let Lines { id, start, end } = arguments(NAME, value)?;
            let text = cx.outputs.read(&id, start, end).map_err(|error| ToolError::Failed(error.to_string()))?;
            let summary = format!("{} lines of {id}", text.lines().count());
            Ok(ToolOutput { text, summary, ..ToolOutput::default() })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outputs::{Output, ToolOutputs};
    use change_set::ChangeSet;
    use futures::executor::block_on;
    use serde_json::json;

    fn read(arguments: Value) -> (Result<ToolOutput, ToolError>, String) {
        let text: String = (1..=900).map(|n| format!("row {n}\n")).collect();
        let output = Output::new(&text);
        let id = output.id().to_owned();
        let (mut outputs, changes) = (ToolOutputs::default(), ChangeSet::default());
        outputs.keep(output);
        let arguments = serde_json::from_str(&arguments.to_string().replace("ID", &id)).unwrap();
        let cx = CallContext { id: "c", changes: &changes, outputs: &outputs, run: None, node: None };
        (block_on(ReadToolOutput.call(&arguments, cx)), id)
    }

    #[test]
    fn gives_any_lines_of_an_output() {
        let (output, _) = read(json!({"id": "ID", "start": 100, "end": 101}));
        assert_eq!(output.unwrap().text, "100: row 100\n101: row 101\n");
    }

    #[test]
    fn gives_a_bounded_number_of_lines_and_says_where_to_go_on() {
        let text = read(json!({"id": "ID"})).0.unwrap().text;
        assert_eq!(text.lines().count(), READ_BACK_LINES + 1);
        assert!(text.ends_with("400: row 400\nCut here; go on with start 401 of 900.\n"), "{text}");
    }

    #[test]
    fn its_errors_say_what_there_is() {
        let error = |arguments| read(arguments).0.unwrap_err().to_string();
        assert_eq!(
            error(json!({"id": "out-1"})),
            "there is no output `out-1` in this run; the ids are in the notes about omitted characters"
        );
        let (result, id) = read(json!({"id": "ID", "start": 901}));
        let expected = format!("`{id}` has 900 lines, of which lines 1 to 900 are kept; line 901 is not among them");
        assert_eq!(result.unwrap_err().to_string(), expected);
        assert!(error(json!({})).starts_with("wrong arguments for `read_tool_output`: missing field `id`"));
    }
}
