//! What tools with effect *edit* share: they propose changes of the run's change set, and change nothing else.
//!
//! A tool is a pure function of its arguments, the base and the changes so far ([`EditTool::run`]), so it may run again
//! whenever a part of the index had to be fetched, and a person can be shown what it would do.

mod files;
mod outcome;
#[cfg(test)]
mod tests;

pub(in crate::tools) use files::{Files, Refused};
pub(super) use outcome::Edited;

use super::withheld::{known_of, without_secrets_of};
use super::{IndexFailure, ToolError, arguments, spec};
use crate::policy::Effect;
use crate::{CallContext, Tool, ToolOutput, secrets};
use codebase::{Bounded, Overlaid, Reader};
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A tool that proposes edits: the arguments, as the model gives them.
///
/// A doc comment on an implementation would become a part of the schema that the model sees.
pub(super) trait EditTool: DeserializeOwned + JsonSchema {
    const NAME: &'static str;
    const DESCRIPTION: &'static str;
    const EFFECT: Effect<'static> = Effect::Edit;

    /// What the call with this id proposes.
    fn run(&self, files: &Files<'_>, call: &str) -> Result<Edited, Refused>;
}

/// What a call with an id proposes.
type Proposes = Box<dyn Fn(&Files<'_>, &str) -> Result<Edited, Refused>>;

/// An [`EditTool`] without its type: what runs it is compiled once for all.
pub(super) struct Editing {
    spec: fn() -> ToolSpec,
    effect: Effect<'static>,
    read: fn(&Value) -> Result<Proposes, ToolError>,
}

impl Editing {
    pub(super) const fn of<T: EditTool + 'static>() -> Self {
        Self {
            spec: || spec::<T>(T::NAME, T::DESCRIPTION),
            effect: T::EFFECT,
            read: |value| {
                let given: T = arguments(T::NAME, value)?;
                Ok(Box::new(move |files, call| given.run(files, call)))
            },
        }
    }
}

/// An edit tool over a repository.
pub(super) struct OverFiles<'a> {
    pub(super) reader: &'a Reader,
    pub(super) tool: Editing,
}

impl Tool for OverFiles<'_> {
    fn spec(&self) -> ToolSpec {
        (self.tool.spec)()
    }

    fn effect<'a>(&'a self, _arguments: &'a Value) -> Effect<'a> {
        self.tool.effect.clone()
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            refuse_masks(value)?;
            let edit = (self.tool.read)(value)?;
            let result = propose(self.reader, cx, &*edit).await;
            let Err(ToolError::Failed(why)) = result else { return result };
            // It may quote the lines that are nearest to what was looked for.
            let path = value["path"].as_str();
            let hidden = self.reader.ask_bounded(|codebase| {
                let known = known_of(Overlaid::new(codebase, cx.changes), path);
                known.mask(&why).text.into_owned()
            });
            Err(ToolError::Failed(hidden.await.map_err(IndexFailure::from)?.answer))
        })
    }
}

/// Runs a pure function that proposes edits, and shows what they change.
pub(super) async fn propose(
    reader: &Reader,
    cx: CallContext<'_>,
    edit: &dyn Fn(&Files<'_>, &str) -> Result<Edited, Refused>,
) -> Result<ToolOutput, ToolError> {
    let answer = reader.ask_bounded(|codebase| {
        let files = Files::new(codebase, cx.changes);
        let output = edit(&files, cx.id).and_then(|edited| edited.shown(&files))?;
        let shown: Vec<String> = output.changed.iter().map(|file| file.path.to_string()).collect();
        Ok(without_secrets_of(Overlaid::new(codebase, cx.changes), shown.iter().map(String::as_str), output))
    });
    let Bounded { answer, cut } = answer.await.map_err(IndexFailure::from)?;
    match cut {
        None => answer.map_err(|refused: Refused| ToolError::Failed(refused.to_string())),
        Some(cut) => Err(ToolError::Failed(format!("nothing was changed: {cut}; change fewer files at once"))),
    }
}

/// Refuses arguments that hold a mask: written, it would take the place of the secret that it stands for.
pub(super) fn refuse_masks(arguments: &Value) -> Result<(), ToolError> {
    let is_masked = match arguments {
        Value::String(text) => secrets::holds_mask(text),
        Value::Array(items) => items.iter().any(|item| refuse_masks(item).is_err()),
        Value::Object(fields) => fields.values().any(|field| refuse_masks(field).is_err()),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    };
    if !is_masked {
        return Ok(());
    }
    Err(ToolError::Failed(
        "nothing was changed: the text holds `[masked: ...]`, which stands for a secret that is not shown; leave those lines out and quote others"
            .to_owned(),
    ))
}
