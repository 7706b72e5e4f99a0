//! `run_tests`: the project's tests, or some of them. Those that fail are kept in the memory of the repository.

use super::{Programs, effect, folder_of, text_of};
use crate::policy::Effect;
use crate::tools::{IndexFailure, Prepared, ToolError, arguments, spec};
use crate::verify::{Suite, TestOutcome, test_suite, verified_by};
use crate::{CallContext, CallingRun, Tool, ToolOutput, secrets};
use agent_memory::{MemoryStore, Scope};
use code_runner::{Command, Ran, RunLimits};
use codebase::Overlaid;
use futures::future::LocalBoxFuture;
use limits::agent::MEMORY_VALUE_BYTES;
use limits::running::RUN_MS;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::rc::Rc;

const NAME: &str = "run_tests";
/// Under which the failing tests are remembered.
const KEY: &str = "failing_tests";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Words behind the command of the project's tests, such as a file or a name; all tests if left out.
    #[serde(default)]
    args: Vec<String>,
    /// The command; found by the files of the project if left out.
    #[serde(default)]
    argv: Option<Vec<String>>,
    /// Its folder; only with `argv`.
    #[serde(default)]
    cwd: String,
}

/// Runs tests.
pub(in crate::tools) struct RunTests<'a> {
    pub(in crate::tools) programs: Programs<'a>,
    pub(in crate::tools) memory: Option<Rc<dyn MemoryStore>>,
}

impl RunTests<'_> {
    /// The command of a prepared call.
    fn command(value: &Value) -> Result<Command, ToolError> {
        let Given { args, argv, cwd } = arguments(NAME, value)?;
        let wrong = |why: &str| ToolError::Arguments { tool: NAME, why: why.to_owned() };
        let Some(mut argv) = argv.filter(|argv| argv.first().is_some_and(|program| !program.is_empty())) else {
            return Err(wrong("`argv` names no program"));
        };
        argv.extend(args);
        Ok(Command { folder: folder_of(&cwd), limits: RunLimits::default().within_ms(RUN_MS), ..Command::new(argv) })
    }

    /// The tests of the project as it is with the proposed changes.
    async fn suite(&self, cx: CallContext<'_>) -> Result<Suite, ToolError> {
        let Programs { reader, runner } = &self.programs;
        let found = reader.ask(|codebase| test_suite(Overlaid::new(codebase, cx.changes), &**runner)).await;
        let found = found.map_err(IndexFailure::from)?.map_err(|error| IndexFailure::new(error.to_string()))?;
        found.map_err(|why| ToolError::Failed(format!("{why}; name the command as `argv` if there is one")))
    }

    /// Names the command, where the call leaves it to the project.
    async fn prepared(&self, value: &Value, cx: CallContext<'_>) -> Result<Option<Value>, ToolError> {
        let given: Given = arguments(NAME, value)?;
        let definite = match given.argv {
            Some(_) => None,
            None => {
                let Command { argv, folder, .. } = self.suite(cx).await?.command;
                Some(json!({ "argv": argv, "cwd": folder, "args": given.args }))
            }
        };
        self.programs.check(NAME, &Self::command(definite.as_ref().unwrap_or(value))?)?;
        Ok(definite)
    }

    /// Keeps what fails, in place of what was kept before; an empty list where nothing does.
    async fn remember(&self, failing: &[(String, String)], run: &CallingRun) -> Result<Option<String>, ToolError> {
        let Some(memory) = &self.memory else { return Ok(None) };
        let put = memory.put(Scope::Repository, KEY, &as_value(failing), run.origin(NAME)).await;
        put.map_err(|error| ToolError::Failed(error.to_string()))?;
        Ok(Some(KEY.to_owned()))
    }

    async fn run(&self, value: &Value, cx: CallContext<'_>) -> Result<ToolOutput, ToolError> {
        let definite = self.prepared(value, cx).await?;
        let command = Self::command(definite.as_ref().unwrap_or(value))?;
        let ran = self.programs.run(NAME, &command, cx).await?;
        let by_exit = verified_by(&command, &ran);
        let suite = Suite::named(command.clone());
        let verified = suite.as_ref().map_or(by_exit, |suite| suite.verified_by(&command, &ran));
        let outcome = suite.as_ref().map(|suite| suite.outcome(&ran));
        let failing =
            suite.zip(outcome.as_ref()).map_or(Vec::new(), |(suite, outcome)| suite.errors(&ran, &outcome.failing));
        let (said, counted) = said(outcome.as_ref(), &ran);
        let mut text = said.clone();
        for (name, error) in &failing {
            text += &format!("\n- {name}{}{error}", if error.is_empty() { "" } else { ": " });
        }
        text += &format!("\n\n{}", text_of(&ran));
        let mut output = ToolOutput { text, summary: said, verified: Some(verified), ..ToolOutput::default() };
        // Where some tests alone ran, or the output does not say which failed, what is known from before stays.
        let is_whole = arguments::<Given>(NAME, value)?.args.is_empty();
        if let Some(run) = cx.run.filter(|_| counted && is_whole) {
            match self.remember(&failing, run).await {
                Ok(remembered) => output.remembered = remembered,
                Err(error) => output.text += &format!("\n\nWhat fails could not be kept in memory: {error}"),
            }
        }
        Ok(output)
    }
}

/// Failing tests as they are remembered: without secrets, and as many as one value can hold.
fn as_value(failing: &[(String, String)]) -> String {
    let masked = |text: &str| secrets::mask(text).text.into_owned();
    let entry = |(name, error): &(String, String)| json!({"name": masked(name), "error": masked(error)});
    let mut entries: Vec<Value> = failing.iter().map(entry).collect();
    loop {
        let value = Value::from(entries.clone()).to_string();
        if value.len() <= MEMORY_VALUE_BYTES || entries.pop().is_none() {
            return value;
        }
    }
}

/// The result in a sentence, and whether the output says which tests fail.
fn said(outcome: Option<&TestOutcome>, ran: &Ran) -> (String, bool) {
    let Some(outcome) = outcome else {
        return (format!("{}; the output is of no kind of tests that is known", ran.end), false);
    };
    let sentence = outcome.sentence();
    match &outcome.none_ran {
        Some(why) => (format!("{}: {why}", ran.end), false),
        None if sentence.is_empty() => (format!("{}; the output does not say which tests ran", ran.end), false),
        None => (format!("{}: {sentence}", ran.end), ran.succeeded() || !outcome.failing.is_empty()),
    }
}

impl Tool for RunTests<'_> {
    fn spec(&self) -> ToolSpec {
        let description = "Run the project's tests over the repository with the proposed changes: how many passed, which failed and with which error. The person is asked first.";
        spec::<Given>(NAME, description)
    }

    fn effect<'a>(&'a self, value: &'a Value) -> Effect<'a> {
        // A call is prepared before it is decided about.
        effect(Self::command(value).ok())
    }

    fn prepare<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> Prepared<'t> {
        Box::pin(self.prepared(value, cx))
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(self.run(value, cx))
    }
}
