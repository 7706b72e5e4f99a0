//! The tools that run something: `run_code`, `run_tests`, `run_command`, one file each.
//!
//! What is decided about is what runs: a call is first made definite ([`Tool::prepare`](super::Tool::prepare)), so that the policy and the person see
//! the exact program, arguments and folder, and a call that cannot be made is refused without asking anybody.

mod code;
mod command;
mod suite;
#[cfg(test)]
mod tests;

pub(super) use code::RunCode;
pub(super) use command::RunCommand;
pub(super) use suite::RunTests;

use super::ToolError;
use crate::CallContext;
use crate::policy::Effect;
use crate::programs;
use code_runner::{Command, Ran, Runner};
use codebase::Reader;
use limits::running::{RUN_ARGUMENTS, RUN_ARGUMENTS_BYTES};
use std::rc::Rc;

/// The repository and what runs programs over it.
#[derive(Clone)]
pub(super) struct Programs<'a> {
    pub(super) reader: &'a Reader,
    pub(super) runner: Rc<dyn Runner>,
}

impl Programs<'_> {
    /// Refuses what cannot run here, in words that say what can.
    fn check(&self, tool: &'static str, command: &Command) -> Result<(), ToolError> {
        let wrong = |why: String| Err(ToolError::Arguments { tool, why });
        if command.argv.len() > RUN_ARGUMENTS {
            return wrong(format!("there are {} words, and at most {RUN_ARGUMENTS} are passed on", command.argv.len()));
        }
        let longest = command.argv.iter().map(String::len).sum::<usize>().max(command.stdin.len());
        if longest > RUN_ARGUMENTS_BYTES {
            return wrong(format!("they have {longest} bytes, and at most {RUN_ARGUMENTS_BYTES} are passed on"));
        }
        if command.argv.iter().any(|word| word.contains('\0')) {
            return wrong("a word holds a zero byte, which no program can be given".to_owned());
        }
        self.runner.check(command).map_err(|error| ToolError::Failed(error.to_string()))
    }

    /// Runs it over the repository with the proposed changes, and reports it.
    async fn run(&self, tool: &'static str, command: &Command, cx: CallContext<'_>) -> Result<Ran, ToolError> {
        self.check(tool, command)?;
        let Some(node) = cx.node else {
            return Err(ToolError::Failed("programs run only within a run of an agent".to_owned()));
        };
        let files = programs::files(self.reader, cx.changes).await?;
        let ran = programs::run(&*self.runner, cx.id, command, &files, node).await;
        ran.map_err(|error| ToolError::Failed(error.to_string()))
    }
}

/// The effect of a call: of one whose arguments do not fit, that of no program.
fn effect(command: Option<Command>) -> Effect<'static> {
    let Command { argv, folder, .. } = command.unwrap_or_default();
    Effect::Run { argv: argv.into(), folder: folder.into() }
}

/// The folder of a call as a path of the repository: `.` and `/` at its end say nothing.
fn folder_of(cwd: &str) -> String {
    let folder = cwd.trim_end_matches('/').trim_start_matches("./");
    if folder == "." { String::new() } else { folder.to_owned() }
}

/// How a program ended and what it wrote, for the model.
fn text_of(ran: &Ran) -> String {
    let mut text = format!("{} ({:.1} s)", ran.end, ran.ms / 1000.0);
    for (name, written) in [("standard output", &ran.stdout), ("standard error", &ran.stderr)] {
        if !written.trim().is_empty() {
            text += &format!("\n\n{name}:\n{}", written.trim_end());
        }
    }
    if ran.stdout.trim().is_empty() && ran.stderr.trim().is_empty() {
        text += "\nIt wrote nothing.";
    }
    text
}
