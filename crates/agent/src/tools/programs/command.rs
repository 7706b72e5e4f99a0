//! `run_command`: a program with its arguments.

use super::{Programs, effect, folder_of, text_of};
use crate::policy::Effect;
use crate::tools::{Prepared, ToolError, arguments, spec};
use crate::verify::verified_by;
use crate::{CallContext, Tool, ToolOutput};
use code_runner::{Command, RunLimits};
use futures::future::{LocalBoxFuture, ready};
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

const NAME: &str = "run_command";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Given {
    /// The program and its arguments, one word each. There is no shell: no pipes, no redirection, no variables.
    argv: Vec<String>,
    /// The folder to run in; the root of the repository if left out.
    #[serde(default)]
    cwd: String,
    /// Seconds after which it is stopped; 60 if left out, 300 at most.
    #[serde(default)]
    timeout_s: Option<u32>,
}

/// Runs a program.
pub(in crate::tools) struct RunCommand<'a>(pub(in crate::tools) Programs<'a>);

impl RunCommand<'_> {
    fn command(value: &Value) -> Result<Command, ToolError> {
        let Given { argv, cwd, timeout_s } = arguments(NAME, value)?;
        let wrong = |why: &str| ToolError::Arguments { tool: NAME, why: why.to_owned() };
        if argv.first().is_none_or(String::is_empty) {
            return Err(wrong("`argv` names no program; give it and its arguments, one word each"));
        }
        let limits = match timeout_s {
            Some(0) => return Err(wrong("`timeout_s` is at least 1")),
            Some(seconds) => RunLimits::default().within_ms(seconds.saturating_mul(1_000)),
            None => RunLimits::default(),
        };
        Ok(Command { folder: folder_of(&cwd), limits, ..Command::new(argv) })
    }
}

impl Tool for RunCommand<'_> {
    fn spec(&self) -> ToolSpec {
        let description = "Run a program over a copy of the repository with the proposed changes; what it writes to files is gone afterwards. The person is asked first. Use run_tests for tests.";
        spec::<Given>(NAME, description)
    }

    fn effect<'a>(&'a self, value: &'a Value) -> Effect<'a> {
        // Arguments that do not fit are refused before anybody is asked.
        effect(Self::command(value).ok())
    }

    fn prepare<'t>(&'t self, value: &'t Value, _cx: CallContext<'t>) -> Prepared<'t> {
        let checked = Self::command(value).and_then(|command| self.0.check(NAME, &command));
        Box::pin(ready(checked.map(|()| None)))
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let command = Self::command(value)?;
            let ran = self.0.run(NAME, &command, cx).await?;
            let verified = Some(verified_by(&command, &ran));
            Ok(ToolOutput { text: text_of(&ran), summary: ran.end.to_string(), verified, ..ToolOutput::default() })
        })
    }
}
