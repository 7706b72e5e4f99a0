//! A program as a call of a tool, so that it is asked about, announced and run at most once like any other call.

use crate::policy::Effect;
use crate::tools::{CallContext, arguments, spec};
use crate::{RunContext, Tool, ToolError, ToolOutput, programs};
use code_runner::{Command, Ran, RunLimits, Runner};
use codebase::Reader;
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::cell::RefCell;

/// The call's name, as the person sees it.
pub(super) const NAME: &str = "run_command";

/// Runs a program over the repository with the proposed changes.
pub(super) struct RunProgram<'a> {
    pub runner: &'a dyn Runner,
    pub reader: &'a Reader,
    pub cx: &'a RunContext<'a>,
    /// Gets how it ended.
    pub ended: &'a RefCell<Option<Ran>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The program and its arguments.
    argv: Vec<String>,
    /// The folder it runs in, relative to the repository's root.
    #[serde(default)]
    folder: String,
    /// Milliseconds after which it is ended.
    time_ms: u32,
}

/// A command as the arguments of a call.
pub(super) fn arguments_of(command: &Command) -> Value {
    json!({ "argv": command.argv, "folder": command.folder, "time_ms": command.limits.time_ms })
}

impl Tool for RunProgram<'_> {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(NAME, "Run a program over the repository with the proposed changes.")
    }

    fn effect<'a>(&'a self, arguments: &'a Value) -> Effect<'a> {
        // Arguments that do not fit are refused by the call.
        let given = Arguments::deserialize(arguments).map(|given| (given.argv, given.folder));
        let (argv, folder) = given.unwrap_or_default();
        Effect::Run { argv: Cow::Owned(argv), folder: Cow::Owned(folder) }
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let Arguments { argv, folder, time_ms } = arguments::<Arguments>(NAME, value)?;
            let command = Command { folder, limits: RunLimits::default().within_ms(time_ms), ..Command::new(argv) };
            let files = programs::files(self.reader, cx.changes).await?;
            let ran = programs::run(self.runner, cx.id, &command, &files, self.cx).await;
            let ran = ran.map_err(|error| ToolError::Failed(error.to_string()))?;
            let summary = ran.end.to_string();
            let text = format!("{summary}\n{}\n{}", ran.stdout, ran.stderr);
            self.ended.replace(Some(ran));
            Ok(ToolOutput { text, summary, ..ToolOutput::default() })
        })
    }
}
