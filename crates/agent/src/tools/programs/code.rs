//! `run_code`: a file, or code of the model, in one of the languages that run here.

use super::{Programs, effect, text_of};
use crate::policy::Effect;
use crate::tools::{Prepared, ToolError, arguments, spec};
use crate::verify::verified_by;
use crate::{CallContext, Tool, ToolOutput};
use code_runner::{Command, Language, RunLimits};
use futures::future::{LocalBoxFuture, ready};
use limits::running::{CODE_DEFAULT_MS, CODE_MS};
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use source::RepoPath;

const NAME: &str = "run_code";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Given {
    language: Runs,
    /// A file of the repository to run; either this or `code`.
    #[serde(default)]
    path: Option<String>,
    /// Code to run; either this or `path`.
    #[serde(default)]
    code: Option<String>,
    /// What it reads from its standard input.
    #[serde(default)]
    stdin: String,
    /// Its arguments.
    #[serde(default)]
    args: Vec<String>,
    /// Seconds after which it is stopped; 10 if left out, 60 at most.
    #[serde(default)]
    timeout_s: Option<u32>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Runs {
    Js,
    Python,
}

impl Runs {
    fn language(self) -> Language {
        match self {
            Self::Js => Language::JavaScript,
            Self::Python => Language::Python,
        }
    }

    /// The program, and its option for code.
    fn words(self) -> [&'static str; 2] {
        match self {
            Self::Js => ["node", "-e"],
            Self::Python => ["python", "-c"],
        }
    }
}

/// Runs code.
pub(in crate::tools) struct RunCode<'a>(pub(in crate::tools) Programs<'a>);

impl RunCode<'_> {
    fn command(&self, value: &Value) -> Result<Command, ToolError> {
        let Given { language, path, code, stdin, args, timeout_s } = arguments(NAME, value)?;
        let wrong = |why: String| ToolError::Arguments { tool: NAME, why };
        let [program, option] = language.words();
        if !self.0.runner.languages().contains(&language.language()) {
            return Err(ToolError::Failed(format!("no `{program}` runs on {}", self.0.runner.place())));
        }
        let mut argv = vec![program.to_owned()];
        match (path, code) {
            (Some(path), None) => {
                let path = RepoPath::parse(&path).map_err(|error| wrong(error.to_string()))?;
                if path.as_str().starts_with('-') {
                    return Err(wrong(format!("`{path}` would be read as an option; move it")));
                }
                argv.push(path.to_string());
            }
            (None, Some(code)) => argv.extend([option.to_owned(), code]),
            _ => return Err(wrong("give either `path` or `code`".to_owned())),
        }
        // Behind a file or code in Python every word is the program's own; `node -e` reads on.
        if matches!(language, Runs::Js) && argv.len() == 3 && !args.is_empty() {
            argv.push("--".to_owned());
        }
        argv.extend(args);
        let time_ms = match timeout_s {
            Some(0) => return Err(wrong("`timeout_s` is at least 1".to_owned())),
            Some(seconds) => seconds.saturating_mul(1_000).min(CODE_MS),
            None => CODE_DEFAULT_MS,
        };
        Ok(Command { stdin, limits: RunLimits::default().within_ms(time_ms), ..Command::new(argv) })
    }
}

impl Tool for RunCode<'_> {
    fn spec(&self) -> ToolSpec {
        let description = "Run a file of the repository as it is with the proposed changes, or a piece of code beside it, in Python or JavaScript. What it writes to files is gone afterwards. The person is asked first.";
        spec::<Given>(NAME, description)
    }

    fn effect<'a>(&'a self, value: &'a Value) -> Effect<'a> {
        // Arguments that do not fit are refused before anybody is asked.
        effect(self.command(value).ok())
    }

    fn prepare<'t>(&'t self, value: &'t Value, _cx: CallContext<'t>) -> Prepared<'t> {
        let checked = self.command(value).and_then(|command| self.0.check(NAME, &command));
        Box::pin(ready(checked.map(|()| None)))
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let command = self.command(value)?;
            let ran = self.0.run(NAME, &command, cx).await?;
            let verified = Some(verified_by(&command, &ran));
            Ok(ToolOutput { text: text_of(&ran), summary: ran.end.to_string(), verified, ..ToolOutput::default() })
        })
    }
}
