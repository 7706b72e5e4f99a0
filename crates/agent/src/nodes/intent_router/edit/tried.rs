//! Trying calls that edit, without making them: all of them fit, or none is made.

use super::Edit;
use crate::nodes::intent_router::{repository, unreadable};
use crate::outputs::ToolOutputs;
use crate::tools::CallContext;
use crate::{IndexFailure, RunContext, ToolError};
use change_set::replace::Rung;
use change_set::{ChangeSet, replace};
use codebase::Overlaid;
use model::ToolCall;
use serde::Deserialize;
use source::RepoPath;
use state_graph::NodeError;

/// The arguments of `edit_file`, as far as they say where an edit is.
#[derive(Deserialize)]
struct Edits {
    path: String,
    edits: Vec<change_set::Edit>,
}

impl Edit<'_> {
    /// What is to be said of the calls, or why they cannot be made.
    pub(super) async fn try_out(
        &self,
        calls: &[ToolCall],
        changes: &ChangeSet,
        cx: &RunContext<'_>,
    ) -> Result<Result<Vec<String>, String>, NodeError> {
        let (mut after, outputs) = (changes.clone(), ToolOutputs::default());
        let mut remarks = Vec::new();
        for (call, at) in calls.iter().zip(1..) {
            let id = format!("s{}-{at}", cx.step());
            let tool = match self.setting.tools.get(&call.name) {
                Ok(tool) => tool,
                Err(error) => return Ok(Err(error.to_string())),
            };
            let tried = tool
                .call(
                    &call.arguments,
                    CallContext {
                        id: &id,
                        changes: &after,
                        outputs: &outputs,
                        run: Some(&self.setting.run),
                        node: None,
                    },
                )
                .await;
            let output = match tried {
                Ok(output) => output,
                Err(ToolError::Index(failure)) => return Err(unreadable(failure)),
                Err(error) => return Ok(Err(error.to_string())),
            };
            if call.name == "edit_file" {
                remarks.extend(self.rungs(call, &after).await?);
            }
            for update in &output.updates {
                if let Err(error) = after.apply(update) {
                    return Ok(Err(error.to_string()));
                }
            }
        }
        Ok(Ok(remarks))
    }

    /// Where each edit of a call is, and how it was found: the line that a model names is a hint only.
    async fn rungs(&self, call: &ToolCall, changes: &ChangeSet) -> Result<Vec<String>, NodeError> {
        let (Ok(Edits { path, edits }), reader) = (Edits::deserialize(&call.arguments), repository(self.repository)?)
        else {
            return Ok(Vec::new());
        };
        let found = reader.ask(|codebase| {
            let Ok(parsed) = RepoPath::parse(&path) else { return Ok(None) };
            Ok(Overlaid::new(codebase, changes).content(&parsed)?.map(|content| replace(content.text, &edits)))
        });
        let found = found.await.map_err(IndexFailure::from).map_err(unreadable)?;
        let found = found.map_err(|error: codebase::QuestionError| unreadable(IndexFailure::new(error.to_string())))?;
        let Some(Ok(done)) = found else { return Ok(Vec::new()) };
        let said = done.edits.iter().zip(&edits).map(|(matched, edit)| {
            let how = match matched.rung {
                Rung::Exact => "exactly as quoted".to_owned(),
                Rung::Nearest => "exactly as quoted, the place of several that is nearest to the line named".to_owned(),
                Rung::All => format!("{} places", matched.count),
                Rung::TrailingBlanks => "as quoted but for blanks at line ends".to_owned(),
                Rung::Indent => "as quoted but for the indent, which the new text was given".to_owned(),
            };
            let hint = match edit.line {
                Some(line) if line != matched.line => format!("; the model named line {line}"),
                _ => String::new(),
            };
            format!("`{path}` line {}: {how}{hint}", matched.line)
        });
        Ok(said.collect())
    }
}
