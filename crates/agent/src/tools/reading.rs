//! What tools with effect *read* share: each asks one question of the codebase as the run's changes leave it.

use super::withheld::without_secrets_of;
use super::{CallContext, IndexFailure, Tool, ToolError, ToolOutput, arguments, spec};
use change_set::ChangeSet;
use codebase::{Bounded, Cut, Overlaid, Reader};
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeSet;

/// A tool that asks one question of the codebase as the run's changes leave it: the arguments, as the model gives them.
///
/// A doc comment on an implementation would become a part of the schema that the model sees.
pub(super) trait ReadingTool: DeserializeOwned + JsonSchema {
    const NAME: &'static str;
    const DESCRIPTION: &'static str;

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError>;
}

/// What a call asks of the codebase as the run's changes leave it.
type Asks = Box<dyn Fn(Overlaid<'_>) -> Result<ToolOutput, ToolError>>;

/// A [`ReadingTool`] as a row of a table, without its type: what runs it is compiled once for all.
pub(super) struct Reading {
    pub(super) spec: fn() -> ToolSpec,
    read: fn(&Value) -> Result<Asks, ToolError>,
}

impl Reading {
    pub(super) const fn of<T: ReadingTool + 'static>() -> Self {
        Self {
            spec: || spec::<T>(T::NAME, T::DESCRIPTION),
            read: |value| {
                let given: T = arguments(T::NAME, value)?;
                Ok(Box::new(move |over| given.run(over)))
            },
        }
    }
}

/// A reading tool over a codebase.
pub(super) struct Over<'a> {
    pub(super) reader: &'a Reader,
    pub(super) tool: &'static Reading,
}

impl Tool for Over<'_> {
    fn spec(&self) -> ToolSpec {
        (self.tool.spec)()
    }

    fn depends_on_repository_alone(&self) -> bool {
        true
    }

    fn call<'t>(
        &'t self,
        arguments: &'t Value,
        cx: CallContext<'t>,
    ) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(answer(self.reader, self.tool, arguments, cx.changes))
    }
}

/// Reads the arguments and runs the tool, again whenever a part of the index had to be fetched.
async fn answer(reader: &Reader, tool: &Reading, value: &Value, changes: &ChangeSet) -> Result<ToolOutput, ToolError> {
    let ask = (tool.read)(value)?;
    let answer = reader.ask_bounded(|codebase| {
        let over = Overlaid::new(codebase, changes);
        let output = ask(over)?;
        let shown: BTreeSet<String> = output.evidence.iter().map(|found| found.path.clone()).collect();
        Ok(without_secrets_of(over, shown.iter().map(String::as_str), output))
    });
    let Bounded { answer, cut } = answer.await.map_err(IndexFailure::from)?;
    match cut {
        None => answer,
        Some(cut) => partial(answer, cut),
    }
}

/// An answer for which more of the index was wanted than one question may read: marked as partial, because something that was not found
/// may be in the rest.
fn partial(answer: Result<ToolOutput, ToolError>, cut: Cut) -> Result<ToolOutput, ToolError> {
    match answer {
        Ok(mut output) => {
            output.text += &format!("\n\nThis may be incomplete: {cut}. Ask for something narrower.");
            output.summary += " (not all of the index was read)";
            Ok(output)
        }
        Err(ToolError::Failed(_)) => Err(ToolError::Failed(format!("{cut}; ask for something narrower"))),
        Err(other) => Err(other),
    }
}
